import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { BACKED_UP_JOB_TABLES, deleteAllJobs, JOB_SCHEMA } from '../platform/pg-boss-tables.ts';
import type { Sequence, Table } from './manifest.ts';

/** SQL statements for backups. They read the list of tables from the system catalogue, so no table is named here. */

/** SQL condition that excludes objects of extensions, because the extension creates them. */
const notFromExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

/**
 * The tables and columns to back up, without generated columns. Jobs come after their queues. Unlogged tables contain
 * nothing that must survive a crash.
 */
export const listTables = async (client: pg.PoolClient): Promise<Omit<Table, 'rows'>[]> => {
  const { rows } = await client.query<Omit<Table, 'rows'>>({
    text: `
      select format('%I.%I', n.nspname, c.relname) as name,
        array_agg(quote_ident(a.attname) order by a.attnum) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where (n.nspname = 'public' and c.relkind = 'r' and c.relpersistence = 'p' and ${notFromExtension('pg_class', 'c.oid')})
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

/** The values of all sequences. Sequences ignore snapshots: read them after the rows, so that they are never behind. */
export const readSequences = async (client: pg.PoolClient): Promise<Sequence[]> => {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'S' and ${notFromExtension('pg_class', 'c.oid')} order by 1`);
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const text = `select last_value::text as value, is_called as called from ${name}`;
    for (const row of (await client.query<Omit<Sequence, 'name'>>(text)).rows) sequences.push({ name, ...row });
  }
  return sequences;
};

export const setSequence = async (client: pg.PoolClient, { name, value, called }: Sequence): Promise<void> => {
  await client.query({ text: 'select setval($1::regclass, $2, $3)', values: [name, value, called] });
};

/** The rows in PostgreSQL's COPY text format: one line per row, the same in every version. */
export const copyOut = (client: pg.PoolClient, { name, columns }: Omit<Table, 'rows'>): Readable =>
  client.query(to(`copy (select ${columns.join(', ')} from ${name}) to stdout`));

/** Loads the output of `copyOut`. */
export const copyIn = (
  client: pg.PoolClient,
  { name, columns }: Omit<Table, 'rows'>,
): Writable & { rowCount: number } => client.query(from(`copy ${name} (${columns.join(', ')}) from stdin`));

/** Starts a read-only transaction on a snapshot of the database. */
export const beginSnapshot = async (client: pg.PoolClient): Promise<void> => {
  await client.query('begin isolation level repeatable read read only');
  // Use fixed output formats, so that COPY reads the values correctly, whatever the server's settings are.
  await client.query("set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'");
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
};

/** Whether a shop or another client of the same user is connected to the database. */
export const isInUse = async (client: pg.PoolClient): Promise<boolean> => {
  const { rowCount } = await client.query(`
    select from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`);
  return rowCount !== 0;
};

/** Deletes the shop's schema objects, except extensions and other schemas. Deletes only the rows of job tables. */
export const eraseShop = async (client: pg.PoolClient): Promise<void> => {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop table if exists %s cascade', c.oid::regclass) as statement
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${notFromExtension('pg_class', 'c.oid')}
    union all
    select format('drop sequence if exists %s cascade', c.oid::regclass)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and ${notFromExtension('pg_class', 'c.oid')}
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure)
    from pg_proc p where p.pronamespace = 'public'::regnamespace and ${notFromExtension('pg_proc', 'p.oid')}
    union all
    select format('drop type if exists %s cascade', t.oid::regtype)
    from pg_type t left join pg_class c on c.oid = t.typrelid
    where t.typnamespace = 'public'::regnamespace and ${notFromExtension('pg_type', 't.oid')}
      and (t.typtype in ('e', 'd', 'r') or t.typtype = 'c' and c.relkind = 'c')`);
  for (const { statement } of rows) await client.query(statement);
  await deleteAllJobs(client);
};

/**
 * Disables triggers and drops foreign keys and indexes, which slow down loading or depend on its order.
 * @returns the statements that recreate them
 */
export const dropIndexesAndKeys = async (client: pg.PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ drop_statement: string; recreate_statement: string }>(`
    select 1 as step, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop_statement,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as recreate_statement
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'
    union all
    select 2, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = i.indexrelid)
    union all
    select 3, format('alter table %s disable trigger user', tgrelid::regclass),
      format('alter table %s enable trigger user', tgrelid::regclass)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid and c.relkind = 'r'
    where c.relnamespace = 'public'::regnamespace and not tgisinternal group by tgrelid
    order by step`);
  for (const { drop_statement } of rows) await client.query(drop_statement);
  // In reverse order: foreign keys last, because indexes speed up their validation.
  return rows.map(({ recreate_statement }) => recreate_statement).toReversed();
};
