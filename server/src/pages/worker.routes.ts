import type { FastifyInstance } from 'fastify';
import { CachedResponse } from '../platform/response-cache.ts';
import { acceptsBrotli, sendResponse } from '../platform/send-response.ts';
import { compressPage } from './page-response.ts';

/** Deletes all caches and unregisters itself, for browsers that still have a worker after offline pages are disabled. */
const UNREGISTER_SCRIPT = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/**
 * The service worker's script, at the root because a worker controls only paths below its own
 * (docs/decisions/offline-and-data-saver.md).
 * @param script undefined sends a script that unregisters the worker
 */
export const workerRoute = (app: FastifyInstance, script: Buffer = Buffer.from(UNREGISTER_SCRIPT)): void => {
  const response = new CachedResponse(script, {
    'content-type': 'text/javascript; charset=utf-8',
    // Revalidated with every page, so that a new build is found at once.
    'cache-control': 'no-cache',
    // The policy of a worker's script applies to its fetches.
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    vary: 'accept-encoding',
  });
  app.get('/worker.js', { schema: { hide: true } }, async (request, reply) => {
    if (!response.compressed && acceptsBrotli(request)) await compressPage(response);
    return sendResponse(request, reply, response);
  });
};
