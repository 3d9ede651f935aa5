/**
 * The worker's caches. Pages and the scripts of their build share one cache, so that a page is never cached without its scripts.
 * Pictures are the same for all builds and have a cache of their own.
 */
const BUILD_CACHE_PREFIX = 'shop-';
const CURRENT_BUILD = BUILD_CACHE_PREFIX + BUILD.id;
const PICTURES = 'pictures';

/** Pages are 100 to 300 kB each, pictures 5 to 60 kB. */
const MAX_ENTRIES = { pages: 40, apiResponses: 100, pictures: 200 };
/** 30 days, since prices change. */
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;

export type CacheName = 'build' | 'pictures';
const openCache = (name: CacheName): Promise<Cache> => caches.open(name === 'build' ? CURRENT_BUILD : PICTURES);

/**
 * Caches the files of this build. Files in the browser's HTTP cache are not downloaded again.
 * @throws if a file cannot be fetched. The cache is deleted then, because an empty one would count as a build
 */
export const precache = async (urls: readonly string[]): Promise<void> => {
  const isReinstall = await caches.has(CURRENT_BUILD);
  const cache = await openCache('build');
  try {
    await cache.addAll(urls);
  } catch (error) {
    if (!isReinstall) await caches.delete(CURRENT_BUILD);
    throw error;
  }
};

/**
 * Deletes the caches of older builds except the previous one, since open tabs still need its scripts. An empty cache
 * does not count as the previous build: the browser ended its installation.
 */
export const deleteOldBuilds = async (): Promise<void> => {
  const older = (await caches.keys()).filter((name) => name.startsWith(BUILD_CACHE_PREFIX) && name !== CURRENT_BUILD);
  const sizes = await Promise.all(older.map(async (name) => (await (await caches.open(name)).keys()).length));
  const previous = older.findLast((_, n) => sizes[n] !== 0);
  await Promise.all(older.filter((name) => name !== previous).map((name) => caches.delete(name)));
};

/** Finds an entry, in this build's cache or the previous one's. */
export const findCached = async (key: string): Promise<Response | undefined> => {
  // Treat an unreadable cache as empty, so that the network is used.
  const names = await caches.keys().catch((): string[] => []);
  const olderBuilds = names.filter((name) => name.startsWith(BUILD_CACHE_PREFIX) && name !== CURRENT_BUILD);
  for (const name of [CURRENT_BUILD, PICTURES, ...olderBuilds.reverse()]) {
    if (!names.includes(name)) continue;
    const cached = await (await caches.open(name)).match(key, { ignoreVary: true });
    if (cached) return cached;
  }
  return undefined;
};

/** Finds another width of a picture that is not cached in the requested one. */
export const findOtherWidth = async (path: string): Promise<Response | undefined> => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const cache = await openCache('pictures');
  const other = (await cache.keys()).findLast(({ url }) => new URL(url).pathname.startsWith(folder));
  return other && cache.match(other);
};

/** Stores a response as the newest entry. When the disk is full, nothing is stored. */
export const storeResponse = async (cacheName: CacheName, key: string, response: Response): Promise<void> => {
  try {
    const cache = await openCache(cacheName);
    await cache.delete(key, { ignoreVary: true });
    await cache.put(key, response);
  } catch (error) {
    console.warn('Not cached for offline use:', key, error);
  }
};

/** Time of the response, in epoch milliseconds. */
export const readResponseTime = (response: Response): number =>
  Date.parse(response.headers.get('date') ?? '') || Date.now();

const deleteExcess = async (cache: Cache, keys: readonly Request[], maxEntries: number): Promise<void> => {
  const excess = Math.max(0, keys.length - maxEntries);
  for (const [index, key] of keys.entries()) {
    const cached = await cache.match(key);
    // Keys are sorted by age, so the entries after the first valid one are valid too.
    if (index >= excess && cached && Date.now() - readResponseTime(cached) < MAX_AGE_MS) return;
    await cache.delete(key);
  }
};

/** Deletes entries above the maximum number or age. */
export const evictEntries = async (): Promise<void> => {
  const [build, pictures] = await Promise.all([openCache('build'), openCache('pictures')]);
  const keys = await build.keys();
  const toAbsolute = (path: string) => new URL(path, self.location.origin).href;
  const keysUnder = (prefix: string) => keys.filter(({ url }) => url.startsWith(toAbsolute(prefix)));
  await deleteExcess(build, keysUnder('/~'), MAX_ENTRIES.pages);
  const precached = SITE.apiUrls.map(toAbsolute);
  const apiKeys = keysUnder(`${SITE.api}/`).filter(({ url }) => !precached.includes(url));
  await deleteExcess(build, apiKeys, MAX_ENTRIES.apiResponses);
  await deleteExcess(pictures, await pictures.keys(), MAX_ENTRIES.pictures);
};

/** Keys of this build's cache and the previous one's, newest first. */
export const listCachedKeys = async (): Promise<string[]> => {
  const keys = new Set<string>();
  const names = (await caches.keys()).filter((name) => name.startsWith(BUILD_CACHE_PREFIX));
  for (const name of names.reverse()) {
    const requests = await (await caches.open(name)).keys();
    for (const { url } of requests.toReversed()) keys.add(url);
  }
  return [...keys];
};
