import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';

/**
 * Where the worker keeps things. Pages stand beside the scripts of their build, in one cache for each build, so that
 * neither is ever without the other; pictures, which fit any build, have a cache of their own.
 */
const PREFIX = 'shop-';
const CURRENT = PREFIX + BUILD.id;
const PICTURES = 'pictures';

/** How much is kept, the newest; pages are 100 to 300 kB each, pictures 5 to 60. */
const MOST = { pages: 40, answers: 100, pictures: 200 };
/** Milliseconds after which even the newest goes: prices have long changed. */
const LONGEST = 30 * 24 * 60 * 60_000;

type Shelf = 'shop' | 'pictures';
const open = (shelf: Shelf): Promise<Cache> => caches.open(shelf === 'shop' ? CURRENT : PICTURES);

/** Fills this build's cache with all that its pages may need. What the browser has already is not fetched again. */
export const keepFiles = async (addresses: readonly string[]): Promise<void> => {
  const cache = await open('shop');
  await cache.addAll(addresses);
};

/**
 * Drops what older builds kept, but for the one before this: tabs that are still open go on with its scripts, and what
 * was seen with it can still be read.
 */
export const dropOldBuilds = async (): Promise<void> => {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CURRENT);
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
};

/** What is kept under a key, by this build or else by the one before. */
export const find = async (key: string): Promise<Response | undefined> => {
  // A cache that can't be read keeps nothing: the network answers.
  const names = await caches.keys().catch((): string[] => []);
  const shops = names.filter((name) => name.startsWith(PREFIX) && name !== CURRENT);
  for (const name of [CURRENT, PICTURES, ...shops.reverse()]) {
    if (!names.includes(name)) continue;
    const kept = await (await caches.open(name)).match(key, { ignoreVary: true });
    if (kept) return kept;
  }
  return undefined;
};

/** Any width of a picture, where the one that is asked for was never seen. */
export const findOtherWidth = async (path: string): Promise<Response | undefined> => {
  const start = path.slice(0, path.lastIndexOf('/') + 1);
  const cache = await open('pictures');
  const other = (await cache.keys()).findLast(({ url }) => new URL(url).pathname.startsWith(start));
  return other && cache.match(other);
};

/** Keeps an answer as the newest of its kind. A full disk keeps nothing, and the shop goes on. */
export const keep = async (shelf: Shelf, key: string, answer: Response): Promise<void> => {
  try {
    const cache = await open(shelf);
    await cache.delete(key, { ignoreVary: true });
    await cache.put(key, answer);
  } catch (error) {
    console.warn('Not kept for offline use:', key, error);
  }
};

/** When the shop sent it, in epoch milliseconds. */
export const sentAt = (answer: Response): number => Date.parse(answer.headers.get('date') ?? '') || Date.now();

const shorten = async (cache: Cache, keys: readonly Request[], most: number): Promise<void> => {
  const surplus = Math.max(0, keys.length - most);
  for (const [at, key] of keys.entries()) {
    const kept = await cache.match(key);
    // The oldest come first: where one may stay, all after it may.
    if (at >= surplus && kept && Date.now() - sentAt(kept) < LONGEST) return;
    await cache.delete(key);
  }
};

/** Drops what is too much or too old. */
export const tidy = async (): Promise<void> => {
  const [shop, pictures] = await Promise.all([open('shop'), open('pictures')]);
  const keys = await shop.keys();
  const below = (start: string) => keys.filter(({ url }) => new URL(url).pathname.startsWith(start));
  await shorten(shop, below('/~'), MOST.pages);
  const answers = below(`${API_PREFIX}/`).filter(({ url }) => !BUILD.answers.includes(new URL(url).pathname));
  await shorten(shop, answers, MOST.answers);
  await shorten(pictures, await pictures.keys(), MOST.pictures);
};

/** Keys of everything that this build and the one before keep, the newest first. */
export const keptKeys = async (): Promise<string[]> => {
  const found = new Set<string>();
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  for (const name of names.reverse()) {
    const keys = await (await caches.open(name)).keys();
    for (const { url } of keys.toReversed()) found.add(url);
  }
  return [...found];
};
