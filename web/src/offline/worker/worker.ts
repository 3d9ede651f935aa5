import type { PageMessage, Why, WorkerMessage } from '../messages.ts';
import { SHELL } from '../shell.ts';
import { CART, isShopPage, kindOf, pageKey, pageOf } from './addresses.ts';
import { type KeptPage, offlinePage } from './offline-page.ts';
import { dropOldBuilds, find, findOtherWidth, keep, keepFiles, keptKeys, sentAt, tidy } from './shelf.ts';

// The service worker: it stands between the pages and the network, and answers from what it kept where the network does
// not (docs/decisions/offline-and-data-saver.md). Whatever it does not know it leaves to the browser.

declare const self: ServiceWorkerGlobalScope;

/** Milliseconds that the network gets before something kept is shown instead. */
const PATIENCE = 4000;
/** Pages that the offline page names. */
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

/** Whether the last request found the shop away; the pages are told when it answers again. */
let away = false;

const tell = async (message: WorkerMessage): Promise<void> => {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message);
};

const heard = (event: ExtendableEvent): void => {
  if (!away) return;
  away = false;
  event.waitUntil(tell({ kept: null }));
};

/** The chosen country; empty where none is, or where the browser does not let a worker see cookies. */
const country = async (): Promise<string> => {
  const store: CookieStore | undefined = self.cookieStore;
  return (await store?.get('country'))?.value ?? '';
};

const isFor = (answer: Response, word: 'public' | 'immutable'): boolean =>
  answer.status === 200 &&
  !answer.redirected &&
  (answer.headers.get('cache-control') ?? '').split(/,\s*/).includes(word);

/** Asks the network, and keeps what is for everybody under the key, if one is given. */
const ask = async (event: FetchEvent, key: string | undefined): Promise<Response> => {
  // Once the shop was away, what the browser's own cache holds is no sign that it is back.
  const fetching = () => (away ? fetch(event.request, { cache: 'no-cache' }) : fetch(event.request));
  // The browser asked for a page already while the worker was starting.
  const answer: Response = (await event.preloadResponse) ?? (await fetching());
  heard(event);
  if (key !== undefined && isFor(answer, 'public')) event.waitUntil(keep('shop', key, answer.clone()).then(tidy));
  return answer;
};

/**
 * What the network answers, or what is kept where it fails or takes too long.
 * @param mark says on a kept answer why it is shown
 * @throws what the network threw, where nothing is kept
 */
const networkFirst = async (
  event: FetchEvent,
  asked: Promise<Response>,
  kept: Response | undefined,
  mark: (kept: Response, why: Why) => Promise<Response>,
): Promise<Response> => {
  if (!kept) return asked;
  // A late answer is still kept; that it failed is said below.
  event.waitUntil(asked.catch(() => {}));
  const slow = new Promise<'slow'>((resolve) => {
    setTimeout(resolve, PATIENCE, 'slow');
  });
  const first = await Promise.race([asked.catch(() => 'offline' as const), slow]);
  if (typeof first !== 'string') return first;
  away = true;
  return mark(kept, first);
};

/** A page that was reached from another one: its title alone is kept, its content is among the answers. */
const marker = (title: string): Response => new Response(title, { headers: { date: new Date().toUTCString() } });
const isMarker = (kept: Response): boolean => !kept.headers.get('content-type')?.startsWith('text/html');

const withAttributes = async (page: Response, attributes: string): Promise<Response> =>
  new Response((await page.text()).replace('<html', `<html ${attributes}`), { headers: page.headers });

/** Writes on the page why it is shown and from when it is, for the page's own script to say (kept.ts). */
const markPage = (kept: Response, why: Why): Promise<Response> =>
  withAttributes(kept, `data-kept="${why} ${sentAt(kept)}"`);

const markAnswer = async (kept: Response, why: Why): Promise<Response> => {
  await tell({ kept: { why, at: sentAt(kept) } });
  return kept;
};

/** A kept page's title, as HTML text where it is a page. */
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
    // The shell fills itself from the kept answers.
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

/** What is under such an address never changes: what is kept is as good as what would come. */
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

/** What the browser's own cache holds, without asking the network. */
const fromBrowser = async (address: string): Promise<Response | undefined> => {
  try {
    return await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' });
  } catch {
    return undefined;
  }
};

/** Where something loaded is kept, and the word of its headers that allows it. */
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

/** Keeps what a page loaded before the worker was there, if the browser still has it. */
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
  // One that waited until all tabs are closed would go on with yesterday's files.
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
