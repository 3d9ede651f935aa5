import { listCategories } from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import type { BaseUrls } from '@sokuwa/contract/endpoint.ts';
import { listCountries } from '@sokuwa/contract/geo/geo.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { getForeignOrigin } from '../config.ts';
import { CachedResponse } from '../platform/response-cache.ts';
import { acceptsBrotli, sendResponse } from '../platform/send-response.ts';

/** Deletes all caches and unregisters itself, for browsers that still have a worker after offline pages are disabled. */
const UNREGISTER_SCRIPT = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/**
 * Formats the constants of this installation for the worker's script (web/src/offline/worker/build.d.ts). Responses of
 * a separate countries service are not stored for offline use, because its failure would look like a lost network.
 */
const formatSiteConstants = ({ api, countries }: BaseUrls): string => {
  const calls = countries === api ? [listCategories, listCountries] : [listCategories];
  return `const SITE = ${JSON.stringify({ api, apiUrls: calls.map(({ path }) => api + path) })};\n`;
};

/**
 * The service worker's script, at the root because a worker controls only paths below its own
 * (docs/decisions/offline-and-data-saver.md).
 * @param script undefined sends a script that unregisters the worker
 */
export const workerRoute = (app: FastifyInstance, baseUrls: BaseUrls, script: Buffer | undefined): void => {
  const apiOrigin = getForeignOrigin(baseUrls.api);
  const text = script
    ? Buffer.concat([Buffer.from(formatSiteConstants(baseUrls)), script])
    : Buffer.from(UNREGISTER_SCRIPT);
  const response = new CachedResponse(text, {
    'content-type': 'text/javascript; charset=utf-8',
    // Revalidated with every page, so that a new build is found at once.
    'cache-control': 'no-cache',
    // The policy of a worker's script applies to its fetches.
    'content-security-policy': ["default-src 'none'; connect-src 'self'", apiOrigin].filter(Boolean).join(' '),
    vary: 'accept-encoding',
  });
  app.get('/worker.js', { schema: { hide: true } }, async (request, reply) => {
    if (!response.compressed && acceptsBrotli(request)) await response.compress();
    return sendResponse(request, reply, response);
  });
};
