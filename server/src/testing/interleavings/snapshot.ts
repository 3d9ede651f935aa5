import { sql } from 'kysely';
import pg from 'pg';
import type { TestShop } from '../shop.ts';

/** Tables that are filled once and never change. */
const CONSTANT = ['country', 'exchange_rate', 'migration'];

/**
 * Copies every table.
 * @returns `reset` brings the copies back, with all times later by what has passed since: nothing expires in a long run
 */
export const takeSnapshot = async ({ db, connection }: TestShop) => {
  const { rows } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 1, 2`.execute(db);
  await sql`create schema snapshot`.execute(db);
  const takenAt = new Date().toISOString();
  const statements: string[] = [];
  for (const { schema, name } of rows.filter((table) => !CONSTANT.includes(table.name))) {
    await sql.raw(`create table snapshot.${schema}_${name} as select * from ${schema}.${name}`).execute(db);
    const { rows: columns } = await sql<{ name: string; isTime: boolean }>`
      select attname as name, atttypid = 'timestamptz'::regtype as "isTime" from pg_attribute where attrelid = ${`${schema}.${name}`}::regclass and attnum > 0
        and not attisdropped and attgenerated = ''`.execute(db);
    const list = columns.map((column) => `"${column.name}"`).join(', ');
    const values = columns.map((column) =>
      column.isTime ? `"${column.name}" + (now() - '${takenAt}'::timestamptz)` : `"${column.name}"`,
    );
    statements.push(
      `delete from ${schema}.${name};`,
      `insert into ${schema}.${name} (${list}) overriding system value select ${values.join(', ')} from snapshot.${schema}_${name};`,
    );
  }
  // A function, whose statements are planned once: planning them takes three quarters of the time.
  const body = `begin ${statements.join('\n')} end`;
  await sql
    .raw(`create function snapshot.reset() returns void language plpgsql as $reset$ ${body} $reset$`)
    .execute(db);
  const client = new pg.Client(connection);
  await client.connect();
  // Without triggers and foreign keys. To set it in each transaction would discard the plans.
  await client.query("set session_replication_role = 'replica'");
  return {
    reset: async (): Promise<void> => void (await client.query('select snapshot.reset()')),
    close: (): Promise<void> => client.end(),
  };
};
