import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from './database.ts';

/** Changes are told at most this often (milliseconds), so that an import does not empty the caches row by row. */
const REST = 500;

export type Changes = { stop(): Promise<void> };

/**
 * Listens for `catalog_changed` on a connection of its own, and opens a new one when it breaks.
 * After each (re)connection `onChange` is called once, since notices sent meanwhile are lost.
 */
export const listenForChanges = (
  connection: Connection,
  onChange: () => void,
  onError: (error: unknown) => void,
): Changes => {
  const ending = new AbortController();
  let client: pg.Client | undefined;
  let pending: NodeJS.Timeout | undefined;
  const tell = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      onChange();
    }, REST);
  };
  const listen = async () => {
    while (!ending.signal.aborted) {
      try {
        client = new pg.Client(typeof connection === 'string' ? { connectionString: connection } : connection);
        const closed = new Promise<void>((done) => client?.once('end', done));
        client.on('error', onError);
        client.on('notification', tell);
        // A client that is told to end while it connects does end, but its connect() never settles.
        await Promise.race([client.connect(), closed]);
        await client.query('listen catalog_changed');
        onChange();
        await closed;
      } catch (error) {
        if (!ending.signal.aborted) onError(error);
      }
      if (!ending.signal.aborted) await wait(1000, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const running = listen();
  return {
    stop: async () => {
      ending.abort();
      clearTimeout(pending);
      await client?.end().catch(() => undefined);
      await running;
    },
  };
};
