import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { BACKED_UP_JOB_TABLES, deleteAllJobs, JOB_SCHEMA } from '../platform/pg-boss-tables.ts';
import type { Sequence, Table } from './manifest.ts';

/** A backup's own statements: they read all tables of the shop from the system catalogue, so they name none. */

/** Not of an extension: those bring their own. */
const own = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

/** The tables and the columns that are written: what is generated is generated again. Jobs come after their queues. */
export const listTables = async (client: pg.PoolClient): Promise<Omit<Table, 'rows'>[]> => {
  const { rows } = await client.query<Omit<Table, 'rows'>>({
    text: `
      select format('%I.%I', n.nspname, c.relname) as name,
        array_agg(quote_ident(a.attname) order by a.attnum) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where (n.nspname = 'public' and c.relkind = 'r' and ${own('pg_class', 'c.oid')})
        or (n.nspname = $1 and c.relname = any ($2))
      group by n.nspname, c.relname
      order by n.nspname desc, c.relname desc`,
    values: [JOB_SCHEMA, BACKED_UP_JOB_TABLES],
  });
  return rows;
};

export const countRows = async (client: pg.PoolClient, table: string): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(`select count(*) from ${table}`);
  return rows[0]?.count ?? 0;
};

/** How far the numbers got. Sequences know no snapshot: read after it, they are never behind its rows. */
export const readSequences = async (client: pg.PoolClient): Promise<Sequence[]> => {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'S' and ${own('pg_class', 'c.oid')} order by 1`);
  const found: Sequence[] = [];
  for (const { name } of rows) {
    const text = `select last_value::text as value, is_called as called from ${name}`;
    for (const at of (await client.query<Omit<Sequence, 'name'>>(text)).rows) found.push({ name, ...at });
  }
  return found;
};

export const setSequence = async (client: pg.PoolClient, { name, value, called }: Sequence): Promise<void> => {
  await client.query({ text: 'select setval($1::regclass, $2, $3)', values: [name, value, called] });
};

/** The rows as PostgreSQL's COPY writes them: text, a line each, the same in every version. */
export const copyOut = (client: pg.PoolClient, { name, columns }: Omit<Table, 'rows'>): Readable =>
  client.query(to(`copy (select ${columns.join(', ')} from ${name}) to stdout`));

/** Takes what `copyOut` gave. */
export const copyIn = (
  client: pg.PoolClient,
  { name, columns }: Omit<Table, 'rows'>,
): Writable & { rowCount: number } => client.query(from(`copy ${name} (${columns.join(', ')}) from stdin`));

/** Begins a look at the database as it is now, whatever is written meanwhile. */
export const beginSnapshot = async (client: pg.PoolClient): Promise<void> => {
  await client.query('begin isolation level repeatable read read only');
  // What COPY writes must read the same wherever it comes in again.
  await client.query("set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'");
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
};

/** Whether a shop, or any other program of its user, is connected to the database. */
export const isInUse = async (client: pg.PoolClient): Promise<boolean> => {
  const { rowCount } = await client.query(`
    select from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`);
  return rowCount !== 0;
};

/** Erases the shop, and leaves extensions and what is in other schemas. Of jobs it erases the rows. */
export const eraseShop = async (client: pg.PoolClient): Promise<void> => {
  const { rows } = await client.query<{ erase: string }>(`
    select format('drop table if exists %s cascade', c.oid::regclass) as erase
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${own('pg_class', 'c.oid')}
    union all
    select format('drop sequence if exists %s cascade', c.oid::regclass)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and ${own('pg_class', 'c.oid')}
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure)
    from pg_proc p where p.pronamespace = 'public'::regnamespace and ${own('pg_proc', 'p.oid')}
    union all
    select format('drop type if exists %s cascade', t.oid::regtype)
    from pg_type t left join pg_class c on c.oid = t.typrelid
    where t.typnamespace = 'public'::regnamespace and ${own('pg_type', 't.oid')}
      and (t.typtype in ('e', 'd', 'r') or t.typtype = 'c' and c.relkind = 'c')`);
  for (const { erase } of rows) await client.query(erase);
  await deleteAllJobs(client);
};

/**
 * Takes away what makes loading slow or depends on its order: triggers rest, foreign keys and indexes go.
 * @returns the statements that bring them back
 */
export const dropIndexesAndKeys = async (client: pg.PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ away: string; back: string }>(`
    select 1 as step, format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'
    union all
    select 2, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = i.indexrelid)
    union all
    select 3, format('alter table %s disable trigger user', tgrelid::regclass),
      format('alter table %s enable trigger user', tgrelid::regclass)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal group by tgrelid
    order by step`);
  for (const { away } of rows) await client.query(away);
  // The other way round: foreign keys last, since indexes help to check them.
  return rows.map(({ back }) => back).toReversed();
};
