import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { type Change, type Dependencies, EVERYTHING, type Interval } from './dependencies.ts';
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
    const cache = new ResponseCache({ maxBytes: 10_000, lifetimeMs: TTL_MS });
    const create = vi.fn(async () => response(10));
    const [first, second] = [await cache.getOrCreate('a', create), await cache.getOrCreate('a', create)];
    expect(second).toBe(first);
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('stores bodies that keep no other memory than their own bytes', async () => {
    const cache = new ResponseCache({ maxBytes: 10_000, lifetimeMs: TTL_MS });
    const stored = await cache.getOrCreate<never>(
      'a',
      async () => new CachedResponse(Buffer.from('a'.repeat(2000)), {}),
    );
    expect(stored.body.buffer.byteLength).toBe(2000);
    await cache.compress(stored);
    expect(stored.compressed?.length).toBeGreaterThan(0);
    expect(stored.compressed?.buffer.byteLength).toBe(stored.compressed?.length);
  });

  it('stays within its byte limit and evicts the least recently used entry first', async () => {
    const cache = new ResponseCache({ maxBytes: 10_000, lifetimeMs: TTL_MS });
    const keys = Array.from({ length: 7 }, (_, n) => `k${n}`);
    await fillCache(cache, keys);
    // 1,000 bytes of body, and about 400 for the entry and its key. All are requested again now.
    expect(storedKeys(cache, keys)).toEqual(keys);
    cache.get('k0');
    // When the cache is full, a response is stored at its second request.
    await fillCache(cache, ['a', 'b', 'a', 'b']);
    expect(storedKeys(cache, [...keys, 'a', 'b'])).toEqual(['k0', 'k2', 'k3', 'k4', 'k5', 'k6', 'b']);
  });

  it('stores a response at its first request while there is space, and then at its second', async () => {
    const cache = new ResponseCache({ maxBytes: 10_000, lifetimeMs: TTL_MS });
    const keys = Array.from({ length: 9 }, (_, n) => `k${n}`);
    await fillCache(cache, keys);
    expect(storedKeys(cache, keys)).toEqual(keys.slice(0, 7));
    await fillCache(cache, ['k8']);
    expect(storedKeys(cache, ['k7', 'k8'])).toEqual(['k8']);
    // A change leaves space again.
    cache.invalidate([{ tags: [EVERYTHING], moves: [] }]);
    await fillCache(cache, ['new']);
    expect(storedKeys(cache, ['new'])).toEqual(['new']);
  });

  it('stores a response at once, also when it is full, if several requests wait for it', async () => {
    const cache = new ResponseCache({ maxBytes: 1500, lifetimeMs: TTL_MS });
    await fillCache(cache, ['a']);
    await Promise.all([fillCache(cache, ['b']), fillCache(cache, ['b'])]);
    expect(storedKeys(cache, ['a', 'b'])).toEqual(['b']);
  });

  it('stores a response that was used before a change again, also when others have taken its space', async () => {
    const cache = new ResponseCache({ maxBytes: 3000, lifetimeMs: TTL_MS });
    const create = async (dependencies: Dependencies) => {
      dependencies.add('product 7');
      return response(1000);
    };
    await cache.getOrCreate('a', create);
    await cache.getOrCreate('unused', create);
    cache.get('a');
    cache.invalidate([{ tags: ['product 7'], moves: [] }]);
    await fillCache(cache, ['b', 'c']);
    await fillCache(cache, ['unused', 'a']);
    expect(storedKeys(cache, ['a', 'unused'])).toEqual(['a']);
  });

  it('forgets which responses it did not store after many others', async () => {
    const cache = new ResponseCache({ maxBytes: 1500, lifetimeMs: TTL_MS });
    const others = (from: number) => Array.from({ length: 8192 }, (_, n) => `${from + n}`);
    await fillCache(cache, ['a', 'b', ...others(0)]);
    await fillCache(cache, ['b']);
    expect(storedKeys(cache, ['b'])).toEqual(['b']);
    await fillCache(cache, ['c', ...others(10_000), ...others(20_000), ...others(30_000)]);
    await fillCache(cache, ['c']);
    expect(storedKeys(cache, ['c'])).toEqual([]);
  });

  it('keeps the entries that were requested again while many others are stored and not requested again', async () => {
    const cache = new ResponseCache({ maxBytes: 10_000, lifetimeMs: TTL_MS });
    await fillCache(cache, ['popular', 'once']);
    cache.get('popular');
    const flood = Array.from({ length: 1000 }, (_, n) => `k${n}`);
    for (const key of flood) await fillCache(cache, [key, key]);
    expect(storedKeys(cache, flood)).not.toEqual([]);
    expect(storedKeys(cache, ['popular', 'once'])).toEqual(['popular']);
  });

  it('returns a response larger than its limit without storing it or evicting others', async () => {
    const cache = new ResponseCache({ maxBytes: 5000, lifetimeMs: TTL_MS });
    await fillCache(cache, ['a']);
    expect(await cache.getOrCreate('huge', async () => response(6000))).toBeInstanceOf(CachedResponse);
    expect(storedKeys(cache, ['a', 'huge'])).toEqual(['a']);
  });

  it('stores nothing with a limit of 0 bytes', async () => {
    const cache = new ResponseCache({ maxBytes: 0, lifetimeMs: TTL_MS });
    await fillCache(cache, ['a']);
    expect(cache.get('a')).toBeUndefined();
  });

  it('counts the bytes of keys, so that long URLs cannot fill the memory', async () => {
    const cache = new ResponseCache({ maxBytes: 50_000, lifetimeMs: TTL_MS });
    const keys = Array.from({ length: 10 }, (_, n) => `${n}${'x'.repeat(10_000)}`);
    for (const key of keys) await cache.getOrCreate(key, async () => response(1));
    expect(storedKeys(cache, keys)).toEqual(keys.slice(0, 2));
  });

  it('counts the URLs that share an entry, and maps no long ones', async () => {
    const cache = new ResponseCache({ maxBytes: 6000, lifetimeMs: TTL_MS });
    await fillCache(cache, ['a', 'b']);
    const long = `/a?${'x'.repeat(500)}`;
    cache.addUrl(long, 'a');
    expect(cache.getByUrl(long)).toBeUndefined();
    expect(storedKeys(cache, ['a', 'b'])).toEqual(['a', 'b']);
    for (let n = 0; n < 4; n++) cache.addUrl(`/b?${n}${'x'.repeat(400)}`, 'b');
    expect(storedKeys(cache, ['a', 'b'])).toEqual(['b']);
  });

  it('maps the newest URLs of an entry', async () => {
    const cache = new ResponseCache({ maxBytes: 20_000, lifetimeMs: TTL_MS });
    await fillCache(cache, ['a']);
    for (let n = 0; n < 9; n++) cache.addUrl(`/a?${n}`, 'a');
    expect(cache.getByUrl('/a?0')).toBeUndefined();
    for (let n = 1; n < 9; n++) expect(cache.getByUrl(`/a?${n}`)).toBeDefined();
  });

  it('counts a body that was decompressed again and again', async () => {
    // As if memory were needed at once.
    vi.spyOn(WeakRef.prototype, 'deref').mockReturnValue(undefined);
    const cache = new ResponseCache({ maxBytes: 50_000, lifetimeMs: TTL_MS, storesCompressed: true });
    const keys = ['a', 'b', 'c'];
    for (const key of keys) {
      const stored = await cache.getOrCreate<never>(key, async () => new CachedResponse(Buffer.alloc(20_000, key), {}));
      await cache.compress(stored);
      cache.get(key);
    }
    expect(storedKeys(cache, keys)).toEqual(keys);
    for (const key of keys) {
      const stored = cache.get(key);
      for (let n = 0; n < 3; n++) expect(stored?.body.length).toBe(20_000);
    }
    expect(storedKeys(cache, keys)).not.toEqual(keys);
  });

  it('calls create once for concurrent misses, whether it succeeds or fails', async () => {
    const cache = new ResponseCache({ maxBytes: 10_000, lifetimeMs: TTL_MS });
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
    const cache = new ResponseCache({ maxBytes: 10_000, lifetimeMs: TTL_MS });
    expect(await cache.getOrCreate('refused', async () => refuse('not_found'))).toMatchObject({ refused: 'not_found' });
    await cache.getOrCreate('missing', async () => response(10, 404));
    expect(storedKeys(cache, ['refused', 'missing'])).toEqual([]);
  });

  it('removes everything on clear, and does not store a response that was being created then', async () => {
    const cache = new ResponseCache({ maxBytes: 10_000, lifetimeMs: TTL_MS });
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

  it('removes only what depends on a change', async () => {
    const cache = new ResponseCache({ maxBytes: 40_000, lifetimeMs: TTL_MS });
    const add = (key: string, tags: string[], interval?: Interval) =>
      cache.getOrCreate(key, async (dependencies) => {
        dependencies.add(...tags);
        if (interval) dependencies.addInterval(interval);
        return response(100);
      });
    const keys = ['yam', 'yams', 'cheap', 'dear', 'static'];
    const fill = async () => {
      await add('yam', ['product 7', 'rate GBP']);
      await add('yams', ['product 7', 'product 8', 'list c1']);
      await add('cheap', [], { axis: 'price c1', from: Number.NEGATIVE_INFINITY, to: 500 });
      await add('dear', [], { axis: 'price c1', from: 500, to: 900 });
      await add('static', []);
    };
    const remaining = async (change: Partial<Change>) => {
      await fill();
      cache.invalidate([{ tags: [], moves: [], ...change }]);
      return storedKeys(cache, keys);
    };
    expect(await remaining({ tags: ['product 9'] })).toEqual(keys);
    expect(await remaining({ tags: ['product 8'] })).toEqual(['yam', 'cheap', 'dear', 'static']);
    expect(await remaining({ tags: ['rate GBP', 'list c1'] })).toEqual(['cheap', 'dear', 'static']);
    expect(await remaining({ moves: [{ axis: 'price c2', from: 0, to: 999 }] })).toEqual(keys);
    expect(await remaining({ moves: [{ axis: 'price c1', from: 600, to: 999 }] })).toEqual([
      'yam',
      'yams',
      'cheap',
      'static',
    ]);
    expect(await remaining({ moves: [{ axis: 'price c1', from: 500, to: 501 }] })).toEqual(['yam', 'yams', 'static']);
    expect(await remaining({ moves: [{ axis: 'price c1', from: 901, to: 999 }] })).toEqual(keys);
    expect(await remaining({ tags: [EVERYTHING] })).toEqual([]);
  });

  it('does not store a response that was being created when what it depends on changed', async () => {
    const cache = new ResponseCache({ maxBytes: 40_000, lifetimeMs: TTL_MS });
    const create = (key: string, tag: string) => {
      const pending = Promise.withResolvers<CachedResponse>();
      const created = cache.getOrCreate(key, async (dependencies) => {
        dependencies.add(tag);
        return pending.promise;
      });
      return { created, finish: () => pending.resolve(response(10)) };
    };
    const changed = create('changed', 'product 7');
    const other = create('other', 'product 8');
    cache.invalidate([{ tags: ['product 7'], moves: [] }]);
    // A request after the change does not get the response that was started before it.
    const current = response(20);
    expect(await cache.getOrCreate('changed', async () => current)).toBe(current);
    changed.finish();
    other.finish();
    await Promise.all([changed.created, other.created]);
    expect(cache.get('changed')).toBe(current);
    expect(cache.get('other')).toBeDefined();
  });

  it('does not store a response that depends on something unknown', async () => {
    const cache = new ResponseCache({ maxBytes: 40_000, lifetimeMs: TTL_MS });
    await cache.getOrCreate('a', async (dependencies) => {
      dependencies.areKnown = false;
      return response(10);
    });
    expect(cache.get('a')).toBeUndefined();
  });

  it('returns a popular entry once more after a change, for a limited time, while it is created again', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const cache = new ResponseCache({ maxBytes: 40_000, lifetimeMs: TTL_MS, maxStaleMs: 500 });
    let version = 0;
    let pending: PromiseWithResolvers<void> | undefined;
    const request = async (key: string) => {
      const made = await cache.getOrCreate<never>(key, async (dependencies) => {
        dependencies.add('product 7');
        await pending?.promise;
        return new CachedResponse(Buffer.from(`${++version}`), {});
      });
      return String(made.body);
    };
    const change = () => cache.invalidate([{ tags: ['product 7'], moves: [] }]);
    await request('rare');
    expect([await request('a'), await request('a'), await request('a')]).toEqual(['2', '2', '2']);
    pending = Promise.withResolvers();
    now.mockReturnValue(10_000);
    change();
    expect([await request('a'), await request('a')]).toEqual(['2', '2']);
    expect(cache.get('rare')).toBeUndefined();
    pending.resolve();
    await waitFor(() => expect(cache.get('a')?.body.toString()).toBe('3'), { intervalMs: 1 });
    cache.get('a');
    change();
    now.mockReturnValue(10_500);
    expect(await request('a')).toBe('4');
    expect(version).toBe(4);
  });

  it('creates popular entries again one after the other, and none that a request is creating or has created', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const cache = new ResponseCache({ maxBytes: 40_000, lifetimeMs: TTL_MS, maxStaleMs: 500, maxReplacements: 1 });
    const created: string[] = [];
    const pending: Record<string, PromiseWithResolvers<void>> = {};
    const request = (key: string) =>
      cache.getOrCreate<never>(key, async (dependencies) => {
        dependencies.add('product 7');
        created.push(key);
        await pending[key]?.promise;
        return response(10);
      });
    for (let n = 0; n < 3; n++) for (const key of ['a', 'b', 'c', 'd']) await request(key);
    now.mockReturnValue(10_000);
    cache.invalidate([{ tags: ['product 7'], moves: [] }]);
    created.length = 0;
    for (const key of ['a', 'b', 'c']) pending[key] = Promise.withResolvers();
    for (const key of ['a', 'b', 'c', 'd', 'b']) await request(key);
    expect(created).toEqual(['a']);
    // Requests create b and c before the cache comes to them.
    now.mockReturnValue(10_500);
    const [b, c] = [request('b'), request('c')];
    expect(created).toEqual(['a', 'b', 'c']);
    pending.b?.resolve();
    await b;
    pending.a?.resolve();
    await waitFor(() => expect(storedKeys(cache, ['a', 'b', 'c', 'd'])).toEqual(['a', 'b', 'd']), { intervalMs: 1 });
    pending.c?.resolve();
    await c;
    expect(created).toEqual(['a', 'b', 'c', 'd']);
    // What replaced them is popular too.
    cache.invalidate([{ tags: ['product 7'], moves: [] }]);
    expect(await Promise.all(['b', 'c'].map(request))).toEqual([await b, await c]);
  });

  it('does not wait longer than a stale entry is sent for one that takes long to create', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const cache = new ResponseCache({ maxBytes: 40_000, lifetimeMs: TTL_MS, maxStaleMs: 100, maxReplacements: 1 });
    const created: string[] = [];
    let hanging: PromiseWithResolvers<void> | undefined;
    const request = (key: string) =>
      cache.getOrCreate<never>(key, async (dependencies) => {
        dependencies.add('product 7');
        created.push(key);
        if (key === 'a') await hanging?.promise;
        return response(10);
      });
    for (let n = 0; n < 3; n++) for (const key of ['a', 'b']) await request(key);
    now.mockReturnValue(10_000);
    cache.invalidate([{ tags: ['product 7'], moves: [] }]);
    created.length = 0;
    hanging = Promise.withResolvers();
    for (const key of ['a', 'b']) await request(key);
    expect(created).toEqual(['a']);
    await waitFor(() => expect(cache.get('b')).toBeDefined(), { intervalMs: 1 });
    expect(created).toEqual(['a', 'b']);
    hanging.resolve();
    await waitFor(() => expect(cache.get('a')).toBeDefined(), { intervalMs: 1 });
  });

  it('replaces a popular entry by one that is compressed and popular from the start', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const cache = new ResponseCache({ maxBytes: 40_000, lifetimeMs: TTL_MS, maxStaleMs: 500 });
    const created: CachedResponse[] = [];
    const request = () =>
      cache.getOrCreate<never>('a', async (dependencies, compression) => {
        dependencies.add('product 7');
        expect(compression).toBe(created.length === 0 ? undefined : 'small');
        const made = new CachedResponse(Buffer.from(`${created.length} ${'a'.repeat(3000)}`), {});
        created.push(made);
        return made;
      });
    for (let n = 0; n < 3; n++) await request();
    await waitFor(() => expect(created[0]?.compressed).toBeDefined(), { intervalMs: 1 });
    for (const version of [1, 2]) {
      now.mockReturnValue(version * 10_000);
      cache.invalidate([{ tags: ['product 7'], moves: [] }]);
      const stale = await request();
      expect(stale).toBe(created[version - 1]);
      await waitFor(() => expect(cache.get('a')).toBe(created[version]), { intervalMs: 1 });
      expect(created[version]?.compressed).toBeDefined();
    }
  });

  it('waits for further changes before it replaces a short-lived entry, and compresses the next one in little time', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const cache = new ResponseCache({ maxBytes: 400_000, lifetimeMs: TTL_MS, maxStaleMs: 500 });
    const text = Array.from({ length: 3000 }, (_, n) => (n * n).toString(36)).join(' ');
    const created: CachedResponse[] = [];
    const request = () =>
      cache.getOrCreate<never>('a', async (dependencies) => {
        dependencies.add('product 7');
        const made = new CachedResponse(Buffer.from(`${created.length} ${text}`), {});
        created.push(made);
        return made;
      });
    const change = () => cache.invalidate([{ tags: ['product 7'], moves: [] }]);
    const isStored = (n: number) => waitFor(() => expect(cache.get('a')).toBe(created[n]), { intervalMs: 1 });
    for (let n = 0; n < 3; n++) await request();
    await waitFor(() => expect(created[0]?.compressed).toBeDefined(), { intervalMs: 1 });
    now.mockReturnValue(4000);
    change();
    now.mockReturnValue(4100);
    change();
    // The request that finds it stale is the last one, and its replacement contains both changes.
    expect(await request()).toBe(created[0]);
    expect(created).toHaveLength(1);
    await waitFor(() => expect(created).toHaveLength(2));
    await isStored(1);
    now.mockReturnValue(5000);
    change();
    now.mockReturnValue(5250);
    await request();
    await isStored(2);
    // The one before lived longer than the first two.
    now.mockReturnValue(12_000);
    change();
    await request();
    await isStored(3);
    const [, small = 0, quick = 0, last = 0] = created.map(({ compressed }) => compressed?.length);
    expect(quick).toBeGreaterThan(small * 1.01);
    expect(last).toBeLessThan(small * 1.01);
  });

  it('keeps a body that clients without brotli request again and again, and counts its bytes', async () => {
    const cache = new ResponseCache({ maxBytes: 20_000, lifetimeMs: TTL_MS, storesCompressed: true });
    const stored = response(9000);
    await cache.getOrCreate('a', async () => stored);
    await cache.compress(stored);
    const compressedBytes = stored.storedBytes;
    expect(compressedBytes).toBeLessThan(9000);
    // As after garbage collections.
    vi.spyOn(WeakRef.prototype, 'deref').mockReturnValue(undefined);
    const body = stored.body;
    expect(stored.body).not.toBe(body);
    expect(stored.body).toBe(stored.body);
    expect(stored.storedBytes).toBe(compressedBytes + 9000);
    for (let n = 0; n < 2; n++) cache.get('a');
    await cache.getOrCreate('b', async () => response(9000));
    expect(cache.get('a')).toBeDefined();
    for (let n = 0; n < 2; n++) await cache.getOrCreate('c', async () => response(9000));
    expect(storedKeys(cache, ['b', 'c'])).toEqual(['c']);
  });

  it('expires entries after their lifetime', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const cache = new ResponseCache({ maxBytes: 10_000, lifetimeMs: 5000 });
    await fillCache(cache, ['a']);
    now.mockReturnValue(5999);
    expect(cache.get('a')).toBeDefined();
    now.mockReturnValue(6001);
    expect(cache.get('a')).toBeUndefined();
  });

  it('compresses on the second request, and frees the bytes of an entry removed meanwhile', async () => {
    const cache = new ResponseCache({ maxBytes: 10_000, lifetimeMs: TTL_MS });
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
    const cache = new ResponseCache({ maxBytes: 10_000, lifetimeMs: TTL_MS });
    const keys = Array.from({ length: 12 }, (_, n) => `k${n}`);
    const entries = keys.map((key) => ({ key, stored: new CachedResponse(randomBytes(2500), {}) }));
    for (const { key, stored } of entries) await cache.getOrCreate(key, async () => stored);
    for (const { key, stored } of entries) {
      if (cache.get(key)) await waitFor(() => expect(stored.compressed).toBeDefined(), { intervalMs: 5 });
    }
    const sizes = entries.filter(({ key }) => cache.get(key)).map(({ stored }) => stored.storedBytes);
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
