import { type Connection, openPool } from '../platform/database.ts';
import { type Change, EVERYTHING, type Interval } from '../platform/dependencies.ts';
import type { WalPosition } from '../platform/read-replica.ts';
import { repeat } from '../platform/repeat.ts';
import { discountAxis, priceAxis } from './catalog.dependencies.ts';
import { type ChangeRow, selectChanges } from './changes.sql.ts';

/** Time between two reads of the changes. */
const POLL_INTERVAL_MS = 300;
const RETRY_INTERVAL_MS = 1000;
const STATEMENT_TIMEOUT_MS = 2000;
/** With more changes at once, everything counts as changed. A transaction reports at most one more (0036_catalog_change_limit.sql). */
const MAX_CHANGES = 1000;
/** A node that read no changes for this long takes everything as changed: old ones are deleted. */
const MAX_PAUSE_MS = 10 * 60 * 1000;
/**
 * Minimum age of the changes that are deleted. A change that is committed late is older than its commit, so this must be more than the
 * longest transaction and the longest pause together.
 */
export const CHANGES_LIFETIME_MS = 60 * 60 * 1000;

type Handlers = {
  /** Called with the changes that were committed since the last call. A later call waits for this one. */
  onChanges: (changes: readonly Change[], position: WalPosition) => Promise<void> | void;
  onError: (error: unknown) => void;
};

export type Following = { stop(): Promise<void> };

/** What a product passed in the order of a list. Nothing if its value is the same. */
const toMoves = (axis: string, values: readonly number[] | null): Interval[] => {
  const [from, to] = [Math.min(...(values ?? [])), Math.max(...(values ?? []))];
  return from < to ? [{ axis, from, to }] : [];
};

const toChange = ({ tags, moved_in, sale_kobo, discount_percent }: ChangeRow): Change => ({
  tags,
  moves: (moved_in ?? []).flatMap((list) => [
    ...toMoves(priceAxis(list), sale_kobo),
    ...toMoves(discountAxis(list), discount_percent),
  ]),
});

/**
 * Reports every change of catalogue data that is committed from now on, within a fraction of a second, from the transactional outbox
 * `catalog_change` (docs/decisions/response-cache.md). While the database is unavailable nothing is reported; afterwards everything
 * counts as changed.
 * @param slowMs a database that takes longer for a read counts as unavailable, as for `watchDatabase`: what is removed from caches could
 *   not be read again. Its changes are reported after a faster read
 * @returns when the first state is known
 */
export const followChanges = async (
  connection: Connection,
  { onChanges, onError }: Handlers,
  slowMs: number,
  intervalMs = POLL_INTERVAL_MS,
): Promise<Following> => {
  // The outbox is empty after a crash of the database. A connection may break between two reads, and the next one succeed.
  let hasFailed = false;
  const handleError = (error: unknown) => {
    hasFailed = true;
    onError(error);
  };
  const pool = openPool(connection, 1, handleError, { statementMs: STATEMENT_TIMEOUT_MS, requiresPrimary: true });
  let { snapshot } = await selectChanges(pool, undefined, 0).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  let wasSlow = false;
  // Not `performance.now`, which stops while the machine sleeps.
  let readAt = Date.now();

  const poll = async () => {
    const begunAt = performance.now();
    const { snapshot: visible, position, changes } = await selectChanges(pool, snapshot, MAX_CHANGES + 1);
    const isSlow = performance.now() - begunAt > slowMs;
    if (isSlow && !wasSlow)
      onError(new Error(`a read of the changes took more than ${slowMs} ms: they are reported later`));
    wasSlow = isSlow;
    if (isSlow) return;
    const isGap = hasFailed || Date.now() - readAt > MAX_PAUSE_MS || changes.length > MAX_CHANGES;
    hasFailed = false;
    const reported = isGap ? [{ tags: [EVERYTHING], moves: [] }] : changes.map(toChange);
    if (reported.length > 0) await onChanges(reported, position);
    snapshot = visible;
    readAt = Date.now();
  };
  const polls = repeat(async (signal) => {
    try {
      await poll();
      return intervalMs;
    } catch (error) {
      if (!signal.aborted) handleError(error);
      return RETRY_INTERVAL_MS;
    }
  });
  return {
    stop: async () => {
      await polls.stop();
      await pool.end();
    },
  };
};
