import { sql } from 'kysely';
import { unpaidOrders } from '../orders/index.ts';
import type { Database } from '../platform/database.ts';
import type { ProductId } from '../platform/ids.ts';
import { toJsonRows } from '../platform/sql.ts';
import { TABLE_COLUMNS } from '../platform/tables.gen.ts';

/** Key of advisory locks, reserved for imports. */
const RUN_LOCK = 7_362_003;

/** Locks the import of this file until the database session ends. @returns false if another session holds the lock */
export const lockRun = async (db: Database, digest: Buffer): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${RUN_LOCK}, ${digest.readInt32BE(0)}) as locked`.execute(db);
  return rows[0]?.locked ?? false;
};
export const unlockRun = async (db: Database, digest: Buffer): Promise<void> => {
  await sql`select pg_advisory_unlock(${RUN_LOCK}, ${digest.readInt32BE(0)})`.execute(db);
};

export const selectRun = (db: Database, digest: Buffer) =>
  db.selectFrom('import_run').select(TABLE_COLUMNS.import_run).where('digest', '=', digest).executeTakeFirst();

export type RunCounts = {
  units: number;
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  report_bytes: number;
};
export const upsertRun = async (trx: Database, digest: Buffer, counts: RunCounts): Promise<void> => {
  await trx
    .insertInto('import_run')
    .values({ digest, ...counts })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet(counts))
    .execute();
};
/** Deletes the import, and imports that were not resumed within a month. */
export const deleteRun = async (db: Database, digest: Buffer): Promise<void> => {
  await sql`delete from import_run where digest = ${digest} or started_at < now() - interval '30 days'`.execute(db);
};

/** Creates the temporary table for the keys of processed lines; in memory they would grow with the file. */
export const createSeen = async (db: Database): Promise<void> => {
  await sql`create temporary table if not exists import_seen (key text primary key, line bigint not null)`.execute(db);
  await sql`truncate import_seen`.execute(db);
};
export const dropSeen = async (db: Database): Promise<void> => {
  await sql`drop table import_seen`.execute(db);
};
export const selectSeen = async (db: Database, keys: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ key: string; line: number }>`
    select key, line from import_seen where key = any(${[...keys]}::text[])`.execute(db);
  return new Map(rows.map(({ key, line }) => [key, line]));
};
export const insertSeen = async (db: Database, seen: ReadonlyMap<string, number>): Promise<void> => {
  const rows = [...seen].map(([key, line]) => ({ key, line }));
  await sql`insert into import_seen select key, line from jsonb_to_recordset(${toJsonRows(rows)}) as r (key text, line bigint)`.execute(
    db,
  );
};

/** Selects the units of each product that unpaid orders reserve; products without such units are left out. */
export const selectHeldUnits = async (
  trx: Database,
  productIds: readonly ProductId[],
): Promise<Map<ProductId, number>> => {
  const { rows } = await sql<{ product_id: ProductId; held: number }>`
    select product_id, sum(quantity)::integer as held from ${unpaidOrders.lines} line
    where product_id = any(${[...productIds]}::integer[]) group by product_id`.execute(trx);
  return new Map(rows.map(({ product_id, held }) => [product_id, held]));
};

export const selectPictureKeys = async (db: Database, sources: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ source: string; key: string }>`
    select encode(source, 'hex') as source, key from import_picture
    where source in (select decode(hex, 'hex') from unnest(${[...sources]}::text[]) hex)`.execute(db);
  return new Map(rows.map(({ source, key }) => [source, key]));
};
export const insertPictureKeys = async (db: Database, keys: ReadonlyMap<string, string>): Promise<void> => {
  const rows = [...keys].map(([source, key]) => ({ source, key }));
  await sql`
    insert into import_picture select decode(source, 'hex'), key
    from jsonb_to_recordset(${toJsonRows(rows)}) as r (source text, key text)
    order by source
    on conflict (source) do update set key = excluded.key`.execute(db);
};
