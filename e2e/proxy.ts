import { once } from 'node:events';
import { createServer, request } from 'node:http';

export type ShopProxy = {
  origin: string;
  /** Changes a text that the shop sends. */
  rewrite: (path: string, text: string) => string;
  /** Whether an answer is held back until `release`. */
  holds: (path: string) => boolean;
  /** Whether the network is away: the connection breaks without an answer. */
  cuts: () => boolean;
  /** Lets go of all that is held back. */
  release(): void;
  close(): Promise<void>;
};

/** Stands between the browser and the shop: a slow network, or a shop of another build. */
export const openProxy = async (shop: string): Promise<ShopProxy> => {
  const held: (() => void)[] = [];
  const server = createServer((asked, answer) => {
    if (proxy.cuts()) return answer.destroy();
    const path = asked.url ?? '/';
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    // The shop does not know whether its text was changed since.
    delete headers['if-none-match'];
    const forwarded = request(shop + path, { method: asked.method, headers }, async (got) => {
      const chunks: Buffer[] = [];
      for await (const chunk of got) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const text = /text|javascript|json/.test(got.headers['content-type'] ?? '');
      const sent = text ? Buffer.from(proxy.rewrite(path, body.toString())) : body;
      const send = () => {
        answer.writeHead(got.statusCode ?? 500, { ...got.headers, 'content-length': sent.length }).end(sent);
      };
      if (proxy.holds(path)) held.push(send);
      else send();
    });
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  const proxy: ShopProxy = {
    origin: `http://127.0.0.1:${address.port}`,
    rewrite: (_, text) => text,
    holds: () => false,
    cuts: () => false,
    release: () => {
      for (const send of held.splice(0)) send();
    },
    close: async () => {
      proxy.release();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
};
