import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../platform/database.ts';
import { SELECT_WAL_POSITION, type WalPosition } from '../platform/read-replica.ts';

/** A row of the outbox `catalog_change`, which triggers write in the transaction of each change. */
export type ChangeRow = {
  tags: string[];
  /** For a new price or discount: the lists whose order or filters it concerns, and the old and the new values. */
  moved_in: string[] | null;
  sale_kobo: number[] | null;
  discount_percent: number[] | null;
};

export type Poll = {
  /** PostgreSQL's snapshot of the transactions that are visible. */
  snapshot: string;
  position: WalPosition;
  changes: ChangeRow[];
};

/**
 * The changes that are visible now and were not in the given snapshot, at most `limit`. Transactions commit in another order than
 * that of their numbers, so a greater number than the last one read would miss some.
 */
export const selectChanges = async (pool: pg.Pool, snapshot: string | undefined, limit: number): Promise<Poll> => {
  const { rows } = await pool.query<Poll>(
    `select pg_current_snapshot()::text as snapshot, (${SELECT_WAL_POSITION}) as position,
      (select coalesce(json_agg(change), '[]') from (
        select tags, moved_in, sale_kobo, discount_percent from catalog_change
        where transaction >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)
        limit $2
      ) change) as changes`,
    [snapshot ?? null, limit],
  );
  const [poll] = rows;
  if (!poll) throw new Error('the changes of the catalogue cannot be read');
  return poll;
};

/** @param ageMs minimum age of the changes that are deleted */
export const deleteOldChanges = async (db: Database, ageMs: number): Promise<void> => {
  await sql`delete from catalog_change where changed_at < now() - ${ageMs} * interval '1 millisecond'`.execute(db);
};
