import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { refuse } from './refusal.ts';
import { CachedResponse, ResponseCache } from './response-cache.ts';

const TTL_MS = 60_000;
const response = (bytes: number, status = 200) =>
  new CachedResponse(Buffer.alloc(bytes, 'a'), { 'content-type': 'text/plain' }, status);
/** Stores a response of 1,000 bytes under each key. */
const fillCache = async (cache: ResponseCache, keys: string[]) => {
  for (const key of keys) await cache.getOrCreate(key, async () => response(1000));
};
const storedKeys = (cache: ResponseCache, keys: string[]) => keys.filter((key) => cache.get(key) !== undefined);

describe('ResponseCache', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('creates a response once and returns it again', async () => {
    const cache = new ResponseCache(10_000, TTL_MS);
    const create = vi.fn(async () => response(10));
    const [first, second] = [await cache.getOrCreate('a', create), await cache.getOrCreate('a', create)];
    expect(second).toBe(first);
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('stays within its byte limit and evicts the least recently used entry first', async () => {
    const cache = new ResponseCache(10_000, TTL_MS);
    const keys = Array.from({ length: 20 }, (_, n) => `k${n}`);
    await fillCache(cache, keys.slice(0, 5));
    expect(storedKeys(cache, keys)).toEqual(keys.slice(0, 5));
    cache.get('k0');
    await fillCache(cache, keys.slice(5, 10));
    const stored = storedKeys(cache, keys);
    expect(stored).toContain('k0');
    expect(stored).not.toContain('k1');
    expect(stored).toContain('k9');
    await fillCache(cache, keys);
    // 1,000 bytes of body, and about 400 for the entry and its key.
    expect(storedKeys(cache, keys)).toEqual(keys.slice(-7));
  });

  it('returns a response larger than its limit without storing it or evicting others', async () => {
    const cache = new ResponseCache(5000, TTL_MS);
    await fillCache(cache, ['a']);
    expect(await cache.getOrCreate('huge', async () => response(6000))).toBeInstanceOf(CachedResponse);
    expect(storedKeys(cache, ['a', 'huge'])).toEqual(['a']);
  });

  it('stores nothing with a limit of 0 bytes', async () => {
    const cache = new ResponseCache(0, TTL_MS);
    await fillCache(cache, ['a']);
    expect(cache.get('a')).toBeUndefined();
  });

  it('counts the bytes of keys, so that long URLs cannot fill the memory', async () => {
    const cache = new ResponseCache(50_000, TTL_MS);
    const keys = Array.from({ length: 10 }, (_, n) => `${n}${'x'.repeat(10_000)}`);
    for (const key of keys) await cache.getOrCreate(key, async () => response(1));
    expect(storedKeys(cache, keys)).toEqual(keys.slice(-2));
  });

  it('calls create once for concurrent misses, whether it succeeds or fails', async () => {
    const cache = new ResponseCache(10_000, TTL_MS);
    const pending = Promise.withResolvers<CachedResponse>();
    const create = vi.fn(() => pending.promise);
    const callers = [cache.getOrCreate('a', create), cache.getOrCreate('a', create), cache.getOrCreate('a', create)];
    pending.resolve(response(10));
    const [first, ...others] = await Promise.all(callers);
    for (const other of others) expect(other).toBe(first);
    expect(create).toHaveBeenCalledTimes(1);

    const broken = Promise.withResolvers<CachedResponse>();
    const both = [cache.getOrCreate('b', () => broken.promise), cache.getOrCreate('b', () => broken.promise)];
    broken.reject(new Error('broken'));
    for (const result of await Promise.allSettled(both)) expect(result).toMatchObject({ status: 'rejected' });
    expect(await cache.getOrCreate('b', async () => response(1))).toBeInstanceOf(CachedResponse);
  });

  it('stores responses with status 200 only', async () => {
    const cache = new ResponseCache(10_000, TTL_MS);
    expect(await cache.getOrCreate('refused', async () => refuse('not_found'))).toMatchObject({ refused: 'not_found' });
    await cache.getOrCreate('missing', async () => response(10, 404));
    expect(storedKeys(cache, ['refused', 'missing'])).toEqual([]);
  });

  it('removes everything on clear, and does not store a response that was being created then', async () => {
    const cache = new ResponseCache(10_000, TTL_MS);
    await fillCache(cache, ['stored']);
    const pending = Promise.withResolvers<CachedResponse>();
    const outdated = cache.getOrCreate('a', () => pending.promise);
    cache.clear();
    expect(cache.get('stored')).toBeUndefined();
    // A request after `clear` must not get the response that was started before it.
    const current = response(20);
    expect(await cache.getOrCreate('a', async () => current)).toBe(current);
    pending.resolve(response(10));
    expect(await outdated).not.toBe(current);
    expect(cache.get('a')).toBe(current);
  });

  it('expires entries after their lifetime', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const cache = new ResponseCache(10_000, 5000);
    await fillCache(cache, ['a']);
    now.mockReturnValue(5999);
    expect(cache.get('a')).toBeDefined();
    now.mockReturnValue(6001);
    expect(cache.get('a')).toBeUndefined();
  });

  it('compresses on the second request, and frees the bytes of an entry removed meanwhile', async () => {
    const cache = new ResponseCache(10_000, TTL_MS);
    for (let round = 0; round < 5; round++) {
      const incompressible = new CachedResponse(randomBytes(3000), {});
      await cache.getOrCreate('a', async () => incompressible);
      cache.get('a');
      // The compression is still running.
      cache.clear();
      await waitFor(() => expect(incompressible.compressed).toBeDefined(), { intervalMs: 5 });
    }
    await cache.getOrCreate('a', async () => response(9000));
    expect(cache.get('a')).toBeDefined();
  });

  it('counts compressed bodies towards its byte limit', async () => {
    const cache = new ResponseCache(10_000, TTL_MS);
    const entries = ['a', 'b', 'c'].map((key) => ({ key, stored: new CachedResponse(randomBytes(2500), {}) }));
    for (const { key, stored } of entries) await cache.getOrCreate(key, async () => stored);
    for (const { key, stored } of entries) {
      if (cache.get(key)) await waitFor(() => expect(stored.compressed).toBeDefined(), { intervalMs: 5 });
    }
    const sizes = entries
      .filter(({ key }) => cache.get(key))
      .map(({ stored }) => stored.body.length + (stored.compressed?.body.length ?? 0));
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(10_000);
  });
});

describe('cached responses over HTTP', () => {
  let shop: TestShop;
  const url = '/backend/api/products/';
  beforeAll(async () => {
    shop = await openTestShop();
    await addProducts(
      shop.db,
      Array.from({ length: 30 }, () => ({})),
    );
  });
  afterAll(() => shop.close());

  /** Repeats the request until the response is compressed, which happens shortly after the second one. */
  const waitUntilCompressed = () =>
    waitFor(async () => {
      const response = await shop.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
      expect(response.headers['content-encoding']).toBe('br');
      return response;
    });

  it('may be stored by browsers and shared caches for a few seconds', async () => {
    const { headers } = await shop.app.inject({ url });
    expect(headers['cache-control']).toBe('public, max-age=5, s-maxage=15, stale-while-revalidate=30');
    expect(headers.etag).toMatch(/^"[\w-]{27}"$/);
  });

  it('are not sent again to a client that already has them', async () => {
    const first = await shop.app.inject({ url });
    for (const tag of [first.headers.etag, `W/${first.headers.etag}`, `"other", ${first.headers.etag}`, '*']) {
      const again = await shop.app.inject({ url, headers: { 'if-none-match': String(tag) } });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
      expect(again.headers).toMatchObject({
        etag: first.headers.etag,
        'cache-control': first.headers['cache-control'],
      });
    }
    expect((await shop.app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
    // A browser adds this to requests that it must not store.
    const headers = { 'if-none-match': String(first.headers.etag), 'cache-control': 'no-cache' };
    expect((await shop.app.inject({ url, headers })).statusCode).toBe(304);
  });

  it('have a new ETag after a change', async () => {
    const before = await shop.app.inject({ url });
    await addProducts(shop.db, [{}]);
    shop.clearCaches();
    const after = await shop.app.inject({ url, headers: { 'if-none-match': String(before.headers.etag) } });
    expect(after.statusCode).toBe(200);
    expect(after.json().count).toBe(before.json().count + 1);
  });

  it('are compressed only for clients that accept brotli', async () => {
    const compressed = await waitUntilCompressed();
    expect(compressed.headers.vary).toBe('accept-encoding');
    const plain = await shop.app.inject({ url });
    expect(brotliDecompressSync(compressed.rawPayload)).toEqual(plain.rawPayload);
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    for (const accepted of ['gzip', 'br;q=0', 'brotli', 'xbr', 'br;q=0.000', 'br;q=0, *', '']) {
      const response = await shop.app.inject({ url, headers: { 'accept-encoding': accepted } });
      expect(response.headers['content-encoding'], accepted).toBeUndefined();
      expect(response.headers.vary, accepted).toBe('accept-encoding');
      expect(response.rawPayload).toEqual(plain.rawPayload);
    }
    for (const accepted of ['br;q=0.5', 'gzip,br', 'br ; q=1', 'gzip, *;q=0.5']) {
      const response = await shop.app.inject({ url, headers: { 'accept-encoding': accepted } });
      expect(response.headers['content-encoding'], accepted).toBe('br');
    }
  });

  it('have the same ETag whether compressed or not', async () => {
    const compressed = await waitUntilCompressed();
    const again = await shop.app.inject({
      url,
      headers: { 'accept-encoding': 'br', 'if-none-match': String(compressed.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.headers.vary).toBe('accept-encoding');
  });

  it('do not show changes until the cache is cleared', async () => {
    const cached = (await shop.app.inject({ url })).json().count;
    await addProducts(shop.db, [{}]);
    expect((await shop.app.inject({ url })).json().count).toBe(cached);
    shop.clearCaches();
    expect((await shop.app.inject({ url })).json().count).toBe(cached + 1);
  });
});
