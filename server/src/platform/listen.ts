import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from './database.ts';

export type Listening = { stop(): Promise<void> };

/**
 * Listens for PostgreSQL's notices on a connection of its own, and opens a new one when it breaks.
 * @param channel what `notify` names
 * @param told `onNotice` with what each notice says; `onConnect` after each (re)connection, since notices sent meanwhile
 * are lost; `onError` of what broke
 */
export const listen = (
  connection: Connection,
  channel: string,
  told: { onNotice: (payload: string) => void; onConnect: () => void; onError: (error: unknown) => void },
): Listening => {
  const ending = new AbortController();
  let client: pg.Client | undefined;
  const run = async () => {
    while (!ending.signal.aborted) {
      try {
        client = new pg.Client(typeof connection === 'string' ? { connectionString: connection } : connection);
        const closed = new Promise<void>((done) => client?.once('end', done));
        client.on('error', told.onError);
        client.on('notification', ({ payload = '' }) => told.onNotice(payload));
        // A client that is told to end while it connects does end, but its connect() never settles.
        await Promise.race([client.connect(), closed]);
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        told.onConnect();
        await closed;
      } catch (error) {
        if (!ending.signal.aborted) told.onError(error);
      }
      if (!ending.signal.aborted) await wait(1000, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await client?.end().catch(() => undefined);
      await running;
    },
  };
};
