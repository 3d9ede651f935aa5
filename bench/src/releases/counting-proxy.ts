import { once } from 'node:events';
import { createServer, request } from 'node:http';
import getPort from 'get-port';

/** A script or style that was transferred: its path, and its bytes without headers, in the encoding of the network. */
export type Transfer = { path: string; bytes: number };

export type CountingProxy = {
  origin: string;
  /** The port of the shop; it may change while the browser keeps what it has. */
  shopPort: number;
  /** Scripts and styles since the last call. */
  takeTransfers(): Transfer[];
  close(): Promise<void>;
};

/** Forwards everything to the shop unchanged. Unlike the browser it also sees the requests of service workers. */
export const openCountingProxy = async (shopPort: number): Promise<CountingProxy> => {
  let transfers: Transfer[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const forwarded = request(
      { host: '127.0.0.1', port: proxy.shopPort, path, method: incoming.method, headers: incoming.headers },
      (response) => {
        const transfer = { path, bytes: 0 };
        if (/\.(?:js|css)$/.test(path)) transfers.push(transfer);
        response.on('data', (chunk: Buffer) => {
          transfer.bytes += chunk.length;
        });
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  const port = await getPort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const proxy: CountingProxy = {
    // Chromium uses dictionaries without a public certificate only for localhost.
    origin: `http://localhost:${port}`,
    shopPort,
    takeTransfers: () => {
      const taken = transfers;
      transfers = [];
      return taken;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
};
