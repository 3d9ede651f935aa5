import type { PageMessage, Why, WorkerMessage } from '../messages.ts';
import { SHELL } from '../shell.ts';
import { CART, isShopPage, kindOf, pageKey, pageOf } from './addresses.ts';
import { type KeptPage, offlinePage } from './offline-page.ts';
import { dropOldBuilds, find, findOtherWidth, keep, keepFiles, keptKeys, sentAt, tidy } from './shelf.ts';

// The service worker. It uses the network first and its caches when that fails
// (docs/decisions/offline-and-data-saver.md). Other requests are left to the browser.

declare const self: ServiceWorkerGlobalScope;

/** A cached response is used when the network takes longer. */
const PATIENCE = 4000;
/** Number of links on the offline page. */
const NAMED = 12;

const FILES = [
  ...BUILD.files,
  ...BUILD.answers,
  SHELL,
  '/brand/logo-mark.svg',
  '/brand/empty-cart.webp',
  '/brand/empty-error.webp',
  '/fonts/onest-core.woff2',
  '/fonts/bricolage-core.woff2',
];

/** Whether the last request failed; pages are notified when the shop is reachable again. */
let away = false;

const tell = async (message: WorkerMessage): Promise<void> => {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message);
};

const heard = (event: ExtendableEvent): void => {
  if (!away) return;
  away = false;
  event.waitUntil(tell({ kept: null }));
};

/** The country of the cookie; empty when there is none, or without the Cookie Store API. */
const country = async (): Promise<string> => {
  const store: CookieStore | undefined = self.cookieStore;
  return (await store?.get('country'))?.value ?? '';
};

const isFor = (answer: Response, word: 'public' | 'immutable'): boolean =>
  answer.status === 200 &&
  !answer.redirected &&
  (answer.headers.get('cache-control') ?? '').split(/,\s*/).includes(word);

/** Fetches from the network, and stores a public response under the key, if given. */
const ask = async (event: FetchEvent, key: string | undefined): Promise<Response> => {
  // After a failure bypass the HTTP cache: a cached response does not prove that the shop is reachable.
  const fetching = () => (away ? fetch(event.request, { cache: 'no-cache' }) : fetch(event.request));
  // Navigation preload may have started the request already.
  const answer: Response = (await event.preloadResponse) ?? (await fetching());
  heard(event);
  if (key !== undefined && isFor(answer, 'public')) event.waitUntil(keep('shop', key, answer.clone()).then(tidy));
  return answer;
};

/**
 * Network first: the cached response when the network fails or is slow.
 * @param mark marks a cached response with the reason
 * @throws the network's error when nothing is cached
 */
const networkFirst = async (
  event: FetchEvent,
  asked: Promise<Response>,
  kept: Response | undefined,
  mark: (kept: Response, why: Why) => Promise<Response>,
): Promise<Response> => {
  if (!kept) return asked;
  // A late response is still stored; its failure is handled below.
  event.waitUntil(asked.catch(() => {}));
  const slow = new Promise<'slow'>((resolve) => {
    setTimeout(resolve, PATIENCE, 'slow');
  });
  const first = await Promise.race([asked.catch(() => 'offline' as const), slow]);
  if (typeof first !== 'string') return first;
  away = true;
  return mark(kept, first);
};

/** Records a page reached by client-side navigation: only its title, since its data is cached as API responses. */
const marker = (title: string): Response => new Response(title, { headers: { date: new Date().toUTCString() } });
const isMarker = (kept: Response): boolean => !kept.headers.get('content-type')?.startsWith('text/html');

const withAttributes = async (page: Response, attributes: string): Promise<Response> =>
  new Response((await page.text()).replace('<html', `<html ${attributes}`), { headers: page.headers });

/** Writes reason and time into a cached page, for the offline bar (kept.ts). */
const markPage = (kept: Response, why: Why): Promise<Response> =>
  withAttributes(kept, `data-kept="${why} ${sentAt(kept)}"`);

const markAnswer = async (kept: Response, why: Why): Promise<Response> => {
  await tell({ kept: { why, at: sentAt(kept) } });
  return kept;
};

/** The title of a cached page, as HTML text. */
const titleOf = async (kept: Response): Promise<string> => {
  const text = await kept.text();
  if (isMarker(kept)) return text;
  const title = /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? '';
  return title.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '');
};
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const keptPages = async (of: string): Promise<KeptPage[]> => {
  const pages: KeptPage[] = [];
  for (const key of await keptKeys()) {
    const address = pageOf(of, new URL(key));
    if (address === undefined || address === CART) continue;
    const kept = await find(key);
    if (kept) pages.push({ address, title: await titleOf(kept) });
    if (pages.length === NAMED) break;
  }
  return pages;
};

const sayOffline = async (of: string): Promise<Response> =>
  new Response(offlinePage(BUILD.css, await keptPages(of)), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'",
    },
  });

const openPage = async (event: FetchEvent, url: URL): Promise<Response> => {
  const of = await country();
  const key = pageKey(of, url);
  const asked = ask(event, isShopPage(url.pathname) ? key : undefined);
  const seen = await find(key);
  try {
    return await networkFirst(event, asked, seen && !isMarker(seen) ? seen : undefined, markPage);
  } catch {
    away = true;
    // The shell renders from cached API responses.
    const shell = seen || url.pathname === CART ? await find(SHELL) : undefined;
    if (!shell) return sayOffline(of);
    return withAttributes(shell, `data-shell data-kept="offline${seen ? ` ${sentAt(seen)}` : ''}"`);
  }
};

const openAnswer = async (event: FetchEvent, key: string): Promise<Response> => {
  try {
    return await networkFirst(event, ask(event, key), await find(key), markAnswer);
  } catch (error) {
    away = true;
    throw error;
  }
};

/** Cache first, for immutable URLs. */
const openUnchanging = async (event: FetchEvent, shelf: 'shop' | 'pictures', path: string): Promise<Response> => {
  const kept = await find(path);
  if (kept) return kept;
  try {
    const answer = await fetch(event.request);
    if (isFor(answer, 'immutable')) event.waitUntil(keep(shelf, path, answer.clone()));
    return answer;
  } catch (error) {
    const other = shelf === 'pictures' && (await findOtherWidth(path));
    if (other) return other;
    throw error;
  }
};

const openPublic = async (event: FetchEvent, path: string): Promise<Response> => {
  try {
    const answer = await fetch(event.request);
    if (isFor(answer, 'public')) event.waitUntil(keep('shop', path, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await find(path);
    if (kept) return kept;
    throw error;
  }
};

const answer = (event: FetchEvent, url: URL): Promise<Response> | undefined => {
  switch (kindOf(event.request, url, self.location.origin)) {
    case 'page':
      return openPage(event, url);
    case 'answer':
      return openAnswer(event, url.pathname + url.search);
    case 'picture':
      return openUnchanging(event, 'pictures', url.pathname);
    case 'file':
      return openUnchanging(event, 'shop', url.pathname);
    case 'public':
      return openPublic(event, url.pathname);
    case undefined:
      return undefined;
  }
};

/** Reads the browser's HTTP cache without a request. */
const fromBrowser = async (address: string): Promise<Response | undefined> => {
  try {
    return await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' });
  } catch {
    return undefined;
  }
};

/** The cache for a loaded resource, and the header value that permits storing it. */
const placeOf = (address: string, of: string) => {
  const url = new URL(address);
  if (isShopPage(url.pathname)) return { shelf: 'shop', key: pageKey(of, url), word: 'public' } as const;
  switch (kindOf(new Request(address), url, self.location.origin)) {
    case 'answer':
      return { shelf: 'shop', key: url.pathname + url.search, word: 'public' } as const;
    case 'picture':
      return { shelf: 'pictures', key: url.pathname, word: 'immutable' } as const;
    default:
      return undefined;
  }
};

/** Stores what a page loaded before the worker controlled it, from the HTTP cache. */
const keepLoaded = async (address: string, of: string): Promise<void> => {
  const place = placeOf(address, of);
  if (!place || (await find(place.key))) return;
  const answer = await fromBrowser(address);
  if (answer && isFor(answer, place.word)) await keep(place.shelf, place.key, answer);
};

const keepSeen = async ({ page, title, loaded }: PageMessage): Promise<void> => {
  const of = await country();
  const url = new URL(page, self.location.origin);
  for (const address of [url.href, ...loaded]) await keepLoaded(address, of);
  const key = pageKey(of, url);
  if (isShopPage(url.pathname) && !(await find(key))) await keep('shop', key, marker(title));
  await tidy();
};

self.addEventListener('install', (event) => {
  // Activate at once; otherwise the old worker serves old files until all tabs are closed.
  event.waitUntil(Promise.all([keepFiles(FILES), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldBuilds(), self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

self.addEventListener('message', (event) => {
  event.waitUntil(keepSeen(event.data as PageMessage));
});

self.addEventListener('fetch', (event) => {
  const answered = answer(event, new URL(event.request.url));
  if (answered) event.respondWith(answered);
});
