import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Connection, type Database, openPool } from './database.ts';
import { type Change, EVERYTHING, type Interval } from './dependencies.ts';

/** Time between two reads of the changes. */
const POLL_INTERVAL_MS = 300;
const RETRY_INTERVAL_MS = 1000;
const STATEMENT_TIMEOUT_MS = 2000;
/** Of more changes at once, as an import makes them, the single ones do not matter. */
const MAX_CHANGES = 1000;
/** Changes are deleted when they are older. A node that read none for this long cannot know what it missed. */
const CHANGES_KEPT_MS = 10 * 60 * 1000;
/** Such a node starts anew a little earlier. */
const MAX_PAUSE_MS = CHANGES_KEPT_MS - 60 * 1000;

type ChangeRow = {
  tags: string[];
  moved_in: string[] | null;
  sale_kobo: number[] | null;
  discount_percent: number[] | null;
};
type Poll = {
  /** PostgreSQL's snapshot of the transactions that are visible. */
  snapshot: string;
  /** The primary's WAL position. */
  position: string;
  changes: ChangeRow[];
};

type Handlers = {
  /** Called with the changes that were committed since the last call. A later call waits for this one. */
  onChanges: (changes: readonly Change[], position: string) => Promise<void> | void;
  onError: (error: unknown) => void;
};

export type Following = { stop(): Promise<void> };

/** The tag of what depends on a product's price order or discount order within a list. */
export const priceAxis = (list: string): string => `price ${list}`;
export const discountAxis = (list: string): string => `discount ${list}`;

const toInterval = (axis: string, values: readonly number[]): Interval => ({
  axis,
  from: Math.min(...values),
  to: Math.max(...values),
});

const toChange = ({ tags, moved_in, sale_kobo, discount_percent }: ChangeRow): Change => ({
  tags,
  moves: (moved_in ?? []).flatMap((list) => [
    toInterval(priceAxis(list), sale_kobo ?? []),
    toInterval(discountAxis(list), discount_percent ?? []),
  ]),
});

/**
 * The changes that are visible now and were not in the given snapshot. Transactions commit in another order than that of
 * their numbers, so a greater number than the last one read would miss some.
 */
const readChanges = async (pool: pg.Pool, snapshot: string | undefined): Promise<Poll> => {
  const { rows } = await pool.query<Poll>(
    `select pg_current_snapshot()::text as snapshot, pg_current_wal_insert_lsn()::text as position,
      (select coalesce(json_agg(change), '[]') from (
        select tags, moved_in, sale_kobo, discount_percent from catalog_change
        where transaction >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)
        limit ${MAX_CHANGES + 1}
      ) change) as changes`,
    [snapshot ?? null],
  );
  const [poll] = rows;
  if (!poll) throw new Error('the changes of the catalogue cannot be read');
  return poll;
};

/**
 * Reports every change of catalogue data that is committed from now on, within a fraction of a second, by the table
 * `catalog_change`. While the database is unavailable nothing is reported; afterwards everything counts as changed.
 * @returns when the first state is known
 */
export const followChanges = async (
  connection: Connection,
  { onChanges, onError }: Handlers,
  intervalMs = POLL_INTERVAL_MS,
): Promise<Following> => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pool = openPool(connection, 1, onError, { statementMs: STATEMENT_TIMEOUT_MS });
  let { snapshot } = await readChanges(pool, undefined).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  let readAt = performance.now();
  let hasFailed = false;

  const poll = async () => {
    const { snapshot: visible, position, changes } = await readChanges(pool, snapshot);
    // The table is empty after a crash of the database, and old changes are deleted.
    const isGap = hasFailed || performance.now() - readAt > MAX_PAUSE_MS || changes.length > MAX_CHANGES;
    const reported = isGap ? [{ tags: [EVERYTHING], moves: [] }] : changes.map(toChange);
    if (reported.length > 0) await onChanges(reported, position);
    snapshot = visible;
    readAt = performance.now();
    hasFailed = false;
  };
  const run = async () => {
    while (!signal.aborted) {
      let pauseMs = intervalMs;
      try {
        await poll();
      } catch (error) {
        if (signal.aborted) return;
        onError(error);
        hasFailed = true;
        pauseMs = RETRY_INTERVAL_MS;
      }
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
      await pool.end();
    },
  };
};

/** Deletes the changes that every node has read long ago. */
export const deleteOldChanges = async (db: Database): Promise<void> => {
  await sql`delete from catalog_change where changed_at < now() - ${CHANGES_KEPT_MS} * interval '1 millisecond'`.execute(
    db,
  );
};
