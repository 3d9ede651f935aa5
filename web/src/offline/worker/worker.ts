import {
  IS_REACHABLE,
  type OfflineReason,
  type PageMessage,
  type VisitMessage,
  type WorkerMessage,
} from '../messages.ts';
import { SHELL } from '../shell.ts';
import {
  type CacheName,
  deleteOldBuilds,
  evictEntries,
  findCached,
  findOtherWidth,
  listCachedKeys,
  precache,
  readResponseTime,
  storeResponse,
} from './cache.ts';
import { type CachedPage, renderOfflinePage } from './offline-page.ts';
import { CART_PATH, isShopPage, pageKey, pageUrl, requestKind } from './urls.ts';

// The service worker. It uses the network first and its caches when that fails
// (docs/decisions/offline-and-data-saver.md). Other requests are left to the browser.

declare const self: ServiceWorkerGlobalScope;

/** A cached response is used when the network takes longer. */
const NETWORK_TIMEOUT_MS = 4000;
/** Number of links on the offline page. */
const MAX_LINKS = 12;

const PRECACHED_URLS = [
  ...BUILD.files,
  ...SITE.apiUrls,
  SHELL,
  '/brand/logo-mark.svg',
  '/brand/empty-cart.webp',
  '/brand/empty-error.webp',
  '/fonts/onest-core.woff2',
  '/fonts/bricolage-core.woff2',
];

const ADDRESSES = { origin: self.location.origin, api: new URL(`${SITE.api}/`, self.location.origin).href };

/** Whether the last request failed; pages are notified when the shop is reachable again. */
let isUnreachable = false;

const notifyPages = async (message: WorkerMessage): Promise<void> => {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message);
};

const markReachable = (event: ExtendableEvent): void => {
  if (!isUnreachable) return;
  isUnreachable = false;
  event.waitUntil(notifyPages({ state: null }));
};

/** The country of the cookie; empty when there is none, or without the Cookie Store API. */
const readCountry = async (): Promise<string> => {
  const store: CookieStore | undefined = self.cookieStore;
  return (await store?.get('country'))?.value ?? '';
};

/** Whether a response may be stored: successful, and with the directive in its Cache-Control header. */
const isCacheable = (response: Response, directive: 'public' | 'immutable'): boolean =>
  response.status === 200 &&
  !response.redirected &&
  (response.headers.get('cache-control') ?? '').split(/,\s*/).includes(directive);

/** Fetches from the network, and stores a public response under the key, if given. */
const fetchAndStore = async (event: FetchEvent, key: string | undefined): Promise<Response> => {
  // After a failure bypass the HTTP cache: a cached response does not prove that the shop is reachable.
  const sendRequest = () => (isUnreachable ? fetch(event.request, { cache: 'no-cache' }) : fetch(event.request));
  // Navigation preload may have started the request already.
  const response: Response = (await event.preloadResponse) ?? (await sendRequest());
  markReachable(event);
  if (key !== undefined && isCacheable(response, 'public'))
    event.waitUntil(storeResponse('build', key, response.clone()).then(evictEntries));
  return response;
};

/**
 * Network first: the cached response when the network fails or is slow.
 * @param reportCached lets the page know that the response is cached
 * @throws the network's error when nothing is cached
 */
const networkFirst = async (
  event: FetchEvent,
  fetching: Promise<Response>,
  cached: Response | undefined,
  reportCached: (cached: Response, reason: OfflineReason) => Promise<Response>,
): Promise<Response> => {
  if (!cached) return fetching;
  // A late response is still stored; its failure is handled below.
  event.waitUntil(fetching.catch(() => {}));
  const timeout = new Promise<'slow'>((resolve) => {
    setTimeout(resolve, NETWORK_TIMEOUT_MS, 'slow');
  });
  const first = await Promise.race([fetching.catch(() => 'offline' as const), timeout]);
  if (typeof first !== 'string') return first;
  isUnreachable = true;
  return reportCached(cached, first);
};

/** Records a page reached by client-side navigation: only its title, since its data is cached as API responses. */
const makeMarker = (title: string): Response => new Response(title, { headers: { date: new Date().toUTCString() } });
const isMarker = (cached: Response): boolean => !cached.headers.get('content-type')?.startsWith('text/html');

const withAttributes = async (page: Response, attributes: string): Promise<Response> =>
  new Response((await page.text()).replace('<html', `<html ${attributes}`), { headers: page.headers });

/** Writes reason and time into a cached page, for the offline bar (offline-state.ts). */
const reportCachedPage = (cached: Response, reason: OfflineReason): Promise<Response> =>
  withAttributes(cached, `data-offline="${reason} ${readResponseTime(cached)}"`);

const reportCachedApiResponse = async (cached: Response, reason: OfflineReason): Promise<Response> => {
  await notifyPages({ state: { reason, cachedAt: readResponseTime(cached) } });
  return cached;
};

/** The title of a cached page or of its marker, as plain text. */
const readTitle = async (cached: Response): Promise<string> => {
  const text = await cached.text();
  if (isMarker(cached)) return text;
  const title = /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? '';
  return title.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '');
};
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const listCachedPages = async (country: string): Promise<CachedPage[]> => {
  const pages: CachedPage[] = [];
  for (const key of await listCachedKeys()) {
    const url = pageUrl(country, new URL(key));
    if (url === undefined || url === CART_PATH) continue;
    const cached = await findCached(key);
    if (cached) pages.push({ url, title: await readTitle(cached) });
    if (pages.length === MAX_LINKS) break;
  }
  return pages;
};

const offlinePageResponse = async (country: string): Promise<Response> =>
  new Response(renderOfflinePage(BUILD.css, await listCachedPages(country)), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'",
    },
  });

const respondToPage = async (event: FetchEvent, url: URL): Promise<Response> => {
  const country = await readCountry();
  const key = pageKey(country, url);
  const fetching = fetchAndStore(event, isShopPage(url.pathname) ? key : undefined);
  const cached = await findCached(key);
  try {
    return await networkFirst(event, fetching, cached && !isMarker(cached) ? cached : undefined, reportCachedPage);
  } catch {
    isUnreachable = true;
    // The shell renders from cached API responses.
    const shell = cached || url.pathname === CART_PATH ? await findCached(SHELL) : undefined;
    if (!shell) return offlinePageResponse(country);
    return withAttributes(shell, `data-shell data-offline="offline${cached ? ` ${readResponseTime(cached)}` : ''}"`);
  }
};

const respondToApiRequest = async (event: FetchEvent, key: string): Promise<Response> => {
  try {
    return await networkFirst(event, fetchAndStore(event, key), await findCached(key), reportCachedApiResponse);
  } catch (error) {
    isUnreachable = true;
    throw error;
  }
};

/** Cache first, for immutable URLs. */
const cacheFirst = async (event: FetchEvent, cacheName: CacheName, path: string): Promise<Response> => {
  const cached = await findCached(path);
  if (cached) return cached;
  try {
    const response = await fetch(event.request);
    if (isCacheable(response, 'immutable')) event.waitUntil(storeResponse(cacheName, path, response.clone()));
    return response;
  } catch (error) {
    const other = cacheName === 'pictures' && (await findOtherWidth(path));
    if (other) return other;
    throw error;
  }
};

/** Network first without a timeout, for other public files. */
const respondToPublicFile = async (event: FetchEvent, path: string): Promise<Response> => {
  try {
    const response = await fetch(event.request);
    if (isCacheable(response, 'public')) event.waitUntil(storeResponse('build', path, response.clone()));
    return response;
  } catch (error) {
    const cached = await findCached(path);
    if (cached) return cached;
    throw error;
  }
};

/** The response to a page's request; undefined leaves it to the browser. */
const respond = (event: FetchEvent, url: URL): Promise<Response> | undefined => {
  switch (requestKind(event.request, url, ADDRESSES)) {
    case 'page':
      return respondToPage(event, url);
    case 'api':
      return respondToApiRequest(event, url.href);
    case 'picture':
      return cacheFirst(event, 'pictures', url.pathname);
    case 'file':
      return cacheFirst(event, 'build', url.pathname);
    case 'public':
      return respondToPublicFile(event, url.pathname);
    case undefined:
      return undefined;
  }
};

/** Reads the browser's HTTP cache without a request. */
const readHttpCache = async (url: string): Promise<Response | undefined> => {
  try {
    return await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' });
  } catch {
    return undefined;
  }
};

/** Cache and key for a loaded resource, and the Cache-Control directive that permits storing it. */
const cacheEntry = (resource: string, country: string) => {
  const url = new URL(resource);
  // The HTTP cache can be read for the shop's own origin only.
  if (url.origin !== self.location.origin) return undefined;
  if (isShopPage(url.pathname)) return { cacheName: 'build', key: pageKey(country, url), directive: 'public' } as const;
  switch (requestKind(new Request(resource), url, ADDRESSES)) {
    case 'api':
      return { cacheName: 'build', key: url.href, directive: 'public' } as const;
    case 'picture':
      return { cacheName: 'pictures', key: url.pathname, directive: 'immutable' } as const;
    default:
      return undefined;
  }
};

/** Stores a resource that a page loaded before the worker controlled it, from the HTTP cache. */
const storeLoaded = async (resource: string, country: string): Promise<void> => {
  const entry = cacheEntry(resource, country);
  if (!entry || (await findCached(entry.key))) return;
  const response = await readHttpCache(resource);
  if (response && isCacheable(response, entry.directive)) await storeResponse(entry.cacheName, entry.key, response);
};

const storeVisitedPage = async ({ page, title, loaded }: VisitMessage): Promise<void> => {
  const country = await readCountry();
  const url = new URL(page, self.location.origin);
  for (const resource of [url.href, ...loaded]) await storeLoaded(resource, country);
  const key = pageKey(country, url);
  if (isShopPage(url.pathname) && !(await findCached(key))) await storeResponse('build', key, makeMarker(title));
  await evictEntries();
};

self.addEventListener('install', (event) => {
  // Activate at once; otherwise the old worker serves old files until all tabs are closed.
  event.waitUntil(Promise.all([precache(PRECACHED_URLS), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([deleteOldBuilds(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
  );
});

self.addEventListener('message', (event) => {
  const message = event.data as PageMessage;
  if (message !== IS_REACHABLE) event.waitUntil(storeVisitedPage(message));
  else if (!isUnreachable) event.source?.postMessage({ state: null } satisfies WorkerMessage);
});

self.addEventListener('fetch', (event) => {
  const response = respond(event, new URL(event.request.url));
  if (response) event.respondWith(response);
});
