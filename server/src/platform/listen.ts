import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from './database.ts';

const RECONNECT_DELAY_MS = 1000;

export type Listening = { stop(): Promise<void> };

type Handlers = {
  onNotification: (payload: string) => void;
  /** Called after each connection, since notifications in between are lost. */
  onConnect: () => void;
  onError: (error: unknown) => void;
};

/** Listens for PostgreSQL's notifications on a channel, on a separate connection that is reopened when it breaks. */
export const listen = (
  connection: Connection,
  channel: string,
  { onNotification, onConnect, onError }: Handlers,
): Listening => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client: pg.Client | undefined;
  const run = async () => {
    while (!signal.aborted) {
      try {
        client = new pg.Client(typeof connection === 'string' ? { connectionString: connection } : connection);
        const closed = new Promise<void>((resolve) => client?.once('end', resolve));
        client.on('error', onError);
        client.on('notification', ({ payload = '' }) => onNotification(payload));
        // After end() during connect(), connect() never settles.
        await Promise.race([client.connect(), closed]);
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        onConnect();
        await closed;
      } catch (error) {
        if (!signal.aborted) onError(error);
      }
      if (!signal.aborted) await wait(RECONNECT_DELAY_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await client?.end().catch(() => undefined);
      await running;
    },
  };
};
