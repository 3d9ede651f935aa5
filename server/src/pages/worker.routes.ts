import type { FastifyInstance } from 'fastify';
import { CachedResponse } from '../platform/response-cache.ts';
import { acceptsBrotli, sendResponse } from '../platform/send-response.ts';
import { compressPage } from './page-cache.ts';

/** Takes itself away with all that it kept: for browsers that have a worker which should be there no more. */
const FAREWELL = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/**
 * The service worker's script (docs/decisions/offline-and-data-saver.md). It stands at the root, since a worker sees only what is below it.
 * @param script undefined sends the one that says farewell
 */
export const workerRoute = (app: FastifyInstance, script: Buffer = Buffer.from(FAREWELL)): void => {
  const response = new CachedResponse(script, {
    'content-type': 'text/javascript; charset=utf-8',
    // Looked at again whenever a page is opened, so that a new build is found at once.
    'cache-control': 'no-cache',
    // What the worker may fetch is said by the policy of its own script.
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    vary: 'accept-encoding',
  });
  app.get('/worker.js', { schema: { hide: true } }, async (request, reply) => {
    if (!response.compressed && acceptsBrotli(request)) await compressPage(response);
    return sendResponse(request, reply, response);
  });
};
