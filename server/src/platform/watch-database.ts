import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, openPool } from './database.ts';

/** Time between two checks. */
const CHECK_INTERVAL_MS = 1000;

type Handlers = {
  /** Called once when the database does not respond. */
  onLost: (error: unknown) => void;
  /** Called once when it responds again. */
  onFound: () => void;
};

/**
 * Checks once a second, over a connection of its own, that the database responds. A check that fails is repeated at once on a new
 * connection: only the old one may be broken, or this process may have been too busy to read the response.
 * @param timeoutMs maximum time for a connection, and for a response
 */
export const watchDatabase = (
  connection: Connection,
  timeoutMs: number,
  { onLost, onFound }: Handlers,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;
  // The next check finds a connection that broke while idle.
  const pool = openPool(connection, 1, () => undefined, { responseMs: timeoutMs, connectMs: timeoutMs });
  const check = () => pool.query('select 1');
  let isLost = false;
  const run = async () => {
    while (!signal.aborted) {
      try {
        await check().catch(check);
        if (isLost) onFound();
        isLost = false;
      } catch (error) {
        if (signal.aborted) return;
        if (!isLost) onLost(error);
        isLost = true;
      }
      await wait(CHECK_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
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
