import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Opens an HTTP server on this machine, in place of an external service. */
export const openLocalServer = async (handle: RequestListener): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer(handle);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed, failed) => {
        server.close((error) => (error ? failed(error) : closed()));
        server.closeAllConnections();
      }),
  };
};
