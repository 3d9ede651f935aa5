import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, KEEP_ALIVE } from './database.ts';

const RECONNECT_DELAY_MS = 1000;
const HEARTBEAT_MS = 5000;
const CONNECT_TIMEOUT_MS = 5000;

export type Listening = { stop(): Promise<void> };

type Handlers = {
  onNotification: (payload: string) => void;
  /** Called after each connection, since notifications in between are lost. */
  onConnect: () => void;
  onError: (error: unknown) => void;
};

/**
 * Sends a statement at each heartbeat. If the previous one has no response yet, closes the connection, because it may
 * be half-open.
 */
const checkAlive = (client: pg.Client, heartbeatMs: number, onError: (error: unknown) => void): NodeJS.Timeout => {
  let isWaiting = false;
  return setInterval(() => {
    if (isWaiting) {
      onError(new Error('The database connection does not respond.'));
      client.connection.stream.destroy();
      return;
    }
    isWaiting = true;
    client.query('select 1').then(
      () => {
        isWaiting = false;
      },
      // The listener notices a closed connection itself.
      () => undefined,
    );
  }, heartbeatMs);
};

/**
 * Listens for PostgreSQL's notifications on a channel, on a separate connection, which is reopened when it breaks or
 * does not respond for two heartbeats.
 * @param heartbeatMs time between two checks of the connection
 */
export const listen = (
  connection: Connection,
  channel: string,
  { onNotification, onConnect, onError }: Handlers,
  heartbeatMs = HEARTBEAT_MS,
): Listening => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client: pg.Client | undefined;
  const run = async () => {
    while (!signal.aborted) {
      let heartbeat: NodeJS.Timeout | undefined;
      try {
        client = new pg.Client({
          ...(typeof connection === 'string' ? { connectionString: connection } : connection),
          ...KEEP_ALIVE,
          connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        });
        const closed = new Promise<void>((resolve) => client?.once('end', resolve));
        client.on('error', onError);
        client.on('notification', ({ payload = '' }) => onNotification(payload));
        // After end() during connect(), connect() never settles.
        await Promise.race([client.connect(), closed]);
        heartbeat = checkAlive(client, heartbeatMs, onError);
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        onConnect();
        await closed;
      } catch (error) {
        if (!signal.aborted) onError(error);
        // It may still be open: a standby accepts connections, but refuses to listen.
        client?.connection.stream.destroy();
      } finally {
        clearInterval(heartbeat);
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
