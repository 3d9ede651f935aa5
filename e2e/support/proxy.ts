import { once } from 'node:events';
import { createServer, request } from 'node:http';

export type ShopProxy = {
  origin: string;
  /** Changes the body of a text response. */
  rewriteBody: (path: string, text: string) => string;
  /** Whether a response is held back until `releaseHeld`. */
  shouldHold: (path: string) => boolean;
  /** Whether the network is down: every connection is closed without a response. */
  isOffline: () => boolean;
  releaseHeld(): void;
  close(): Promise<void>;
};

/** A reverse proxy between the browser and the shop, which simulates a slow network or another build of the shop. */
export const openProxy = async (shopOrigin: string): Promise<ShopProxy> => {
  const held: (() => void)[] = [];
  const server = createServer((clientRequest, clientResponse) => {
    if (proxy.isOffline()) return clientResponse.destroy();
    const path = clientRequest.url ?? '/';
    const headers = { ...clientRequest.headers, 'accept-encoding': 'identity' };
    // A body may be rewritten differently than the last time, so a 304 would be wrong.
    delete headers['if-none-match'];
    const shopRequest = request(shopOrigin + path, { method: clientRequest.method, headers }, async (shopResponse) => {
      const chunks: Buffer[] = [];
      for await (const chunk of shopResponse) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const isText = /text|javascript|json/.test(shopResponse.headers['content-type'] ?? '');
      const sentBody = isText ? Buffer.from(proxy.rewriteBody(path, body.toString())) : body;
      const send = () => {
        clientResponse
          .writeHead(shopResponse.statusCode ?? 500, { ...shopResponse.headers, 'content-length': sentBody.length })
          .end(sentBody);
      };
      if (proxy.shouldHold(path)) held.push(send);
      else send();
    });
    shopRequest.on('error', () => clientResponse.destroy());
    clientRequest.pipe(shopRequest);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  const proxy: ShopProxy = {
    origin: `http://127.0.0.1:${address.port}`,
    rewriteBody: (_, text) => text,
    shouldHold: () => false,
    isOffline: () => false,
    releaseHeld: () => {
      for (const send of held.splice(0)) send();
    },
    close: async () => {
      proxy.releaseHeld();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
};
