import { type Connection, isDatabaseUnreachable, openPool } from './database.ts';
import { repeat } from './repeat.ts';

/** Time between two checks. */
const CHECK_INTERVAL_MS = 1000;

type Handlers = {
  /** Called once when the database does not respond. */
  onLost: (error: unknown) => void;
  /** Called once when it responds again. */
  onFound: () => void;
};

/**
 * Checks once a second, over a connection of its own, that the database can be reached and responds. A check that fails is repeated at once on a new
 * connection: perhaps only the old connection is broken, or this process was too busy to read the response in time.
 * @param timeoutMs maximum time for a connection, and for a response
 */
export const watchDatabase = (
  connection: Connection,
  timeoutMs: number,
  { onLost, onFound }: Handlers,
): { stop(): Promise<void> } => {
  // The next check finds a connection that broke while idle.
  const pool = openPool(connection, 1, () => undefined, { responseMs: timeoutMs, connectMs: timeoutMs });
  const check = async (): Promise<void> => {
    try {
      await pool.query('select 1');
    } catch (error) {
      // Another error is a response: without a free connection, or with a changed password, open connections still work.
      if (isDatabaseUnreachable(error)) throw error;
    }
  };
  let isLost = false;
  const checks = repeat(async (signal) => {
    try {
      await check().catch(check);
      if (isLost) onFound();
      isLost = false;
    } catch (error) {
      if (!isLost && !signal.aborted) onLost(error);
      isLost = true;
    }
    return CHECK_INTERVAL_MS;
  });
  return {
    stop: async () => {
      await checks.stop();
      await pool.end();
    },
  };
};
