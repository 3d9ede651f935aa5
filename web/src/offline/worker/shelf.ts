import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';

/**
 * The worker's caches. Pages and the scripts of their build share one cache per build, so that neither is without the other.
 * Pictures fit any build and have a cache of their own.
 */
const PREFIX = 'shop-';
const CURRENT = PREFIX + BUILD.id;
const PICTURES = 'pictures';

/** Maximum number of entries; pages are 100 to 300 kB each, pictures 5 to 60 kB. */
const MOST = { pages: 40, answers: 100, pictures: 200 };
/** Maximum age of an entry, since prices change. */
const LONGEST = 30 * 24 * 60 * 60_000;

type Shelf = 'shop' | 'pictures';
const open = (shelf: Shelf): Promise<Cache> => caches.open(shelf === 'shop' ? CURRENT : PICTURES);

/** Precaches the files of this build. Files in the browser's HTTP cache are not downloaded again. */
export const keepFiles = async (addresses: readonly string[]): Promise<void> => {
  const cache = await open('shop');
  await cache.addAll(addresses);
};

/**
 * Deletes the caches of older builds except the previous one, whose scripts open tabs still need.
 */
export const dropOldBuilds = async (): Promise<void> => {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CURRENT);
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
};

/** Finds an entry, in this build's cache or the previous one's. */
export const find = async (key: string): Promise<Response | undefined> => {
  // Treat an unreadable cache as empty, so that the network is used.
  const names = await caches.keys().catch((): string[] => []);
  const shops = names.filter((name) => name.startsWith(PREFIX) && name !== CURRENT);
  for (const name of [CURRENT, PICTURES, ...shops.reverse()]) {
    if (!names.includes(name)) continue;
    const kept = await (await caches.open(name)).match(key, { ignoreVary: true });
    if (kept) return kept;
  }
  return undefined;
};

/** Finds another width of a picture that is not cached in the requested one. */
export const findOtherWidth = async (path: string): Promise<Response | undefined> => {
  const start = path.slice(0, path.lastIndexOf('/') + 1);
  const cache = await open('pictures');
  const other = (await cache.keys()).findLast(({ url }) => new URL(url).pathname.startsWith(start));
  return other && cache.match(other);
};

/** Stores a response as the newest entry. When the disk is full nothing is stored. */
export const keep = async (shelf: Shelf, key: string, answer: Response): Promise<void> => {
  try {
    const cache = await open(shelf);
    await cache.delete(key, { ignoreVary: true });
    await cache.put(key, answer);
  } catch (error) {
    console.warn('Not kept for offline use:', key, error);
  }
};

/** Time of the response, in epoch milliseconds. */
export const sentAt = (answer: Response): number => Date.parse(answer.headers.get('date') ?? '') || Date.now();

const shorten = async (cache: Cache, keys: readonly Request[], most: number): Promise<void> => {
  const surplus = Math.max(0, keys.length - most);
  for (const [at, key] of keys.entries()) {
    const kept = await cache.match(key);
    // Entries are in age order, so stop at the first one to keep.
    if (at >= surplus && kept && Date.now() - sentAt(kept) < LONGEST) return;
    await cache.delete(key);
  }
};

/** Deletes entries above the maximum number or age. */
export const tidy = async (): Promise<void> => {
  const [shop, pictures] = await Promise.all([open('shop'), open('pictures')]);
  const keys = await shop.keys();
  const below = (start: string) => keys.filter(({ url }) => new URL(url).pathname.startsWith(start));
  await shorten(shop, below('/~'), MOST.pages);
  const answers = below(`${API_PREFIX}/`).filter(({ url }) => !BUILD.answers.includes(new URL(url).pathname));
  await shorten(shop, answers, MOST.answers);
  await shorten(pictures, await pictures.keys(), MOST.pictures);
};

/** Keys of this build's cache and the previous one's, newest first. */
export const keptKeys = async (): Promise<string[]> => {
  const found = new Set<string>();
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  for (const name of names.reverse()) {
    const keys = await (await caches.open(name)).keys();
    for (const { url } of keys.toReversed()) found.add(url);
  }
  return [...found];
};
