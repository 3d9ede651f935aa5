import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import type { EmbeddedPostgres } from '../platform/embedded-postgres.ts';

export type SilentProxy = {
  /** The proxy's address, which replaces the database's. */
  connection: EmbeddedPostgres['connection'];
  /** Stops passing data through the open connections without closing them, as a router does that loses its state. */
  silence(): void;
  /** Whether new connections are silent too. */
  isSilent: boolean;
  /** Whether new connections become silent when PostgreSQL has accepted the login. */
  isSilentAfterLogin: boolean;
  /** By how many milliseconds responses of new connections are late. */
  delayMs: number;
  close(): Promise<void>;
};

/** PostgreSQL's message ReadyForQuery, outside of a transaction. */
const READY = 'Z\0\0\0\x05I';

/** A TCP proxy in front of the test database. */
export const openSilentProxy = async (target: EmbeddedPostgres['connection']): Promise<SilentProxy> => {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    if (proxy.isSilent) return;
    const database = connect(`${target.host}/.s.PGSQL.${target.port}`);
    sockets.add(database);
    database.on('error', () => undefined);
    const { delayMs } = proxy;
    client.pipe(database);
    if (delayMs === 0) database.pipe(client);
    else {
      const delay = new Transform({ transform: (chunk, _, done) => void setTimeout(done, delayMs, null, chunk) });
      database.pipe(delay).pipe(client);
    }
    if (proxy.isSilentAfterLogin)
      database.on('data', (data) => {
        if (data.includes(READY)) database.pause().unpipe();
      });
    client.once('close', () => database.destroy());
    database.once('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const proxy: SilentProxy = {
    connection: { ...target, host: '127.0.0.1', port: address.port },
    isSilent: false,
    isSilentAfterLogin: false,
    delayMs: 0,
    silence: () => {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
};
