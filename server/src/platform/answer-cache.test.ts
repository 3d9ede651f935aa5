import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { AnswerCache, Finished } from './answer-cache.ts';
import { refuse } from './refusal.ts';

const LONG = 60_000;
const finished = (bytes: number, status = 200) =>
  new Finished(Buffer.alloc(bytes, 'a'), { 'content-type': 'text/plain' }, status);
/** Bytes of no pattern, which hardly shrink. */
const noise = (bytes: number) => randomBytes(bytes);
/** Fills the cache with answers of 1,000 bytes under the keys. */
const fill = async (cache: AnswerCache, keys: string[]) => {
  for (const key of keys) await cache.getOr(key, async () => finished(1000));
};
const keysIn = (cache: AnswerCache, keys: string[]) => keys.filter((key) => cache.get(key) !== undefined);

describe('AnswerCache', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('makes an answer once and gives it again', async () => {
    const cache = new AnswerCache(10_000, LONG);
    const make = vi.fn(async () => finished(10));
    const [first, second] = [await cache.getOr('a', make), await cache.getOr('a', make)];
    expect(second).toBe(first);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('stays within its bytes: what was not used for longest goes first', async () => {
    const cache = new AnswerCache(10_000, LONG);
    const keys = Array.from({ length: 20 }, (_, n) => `k${n}`);
    await fill(cache, keys.slice(0, 5));
    expect(keysIn(cache, keys)).toEqual(keys.slice(0, 5));
    cache.get('k0');
    await fill(cache, keys.slice(5, 10));
    const kept = keysIn(cache, keys);
    expect(kept).toContain('k0');
    expect(kept).not.toContain('k1');
    expect(kept).toContain('k9');
    await fill(cache, keys);
    // 1,000 bytes of answer and 400 and some of keeping it.
    expect(keysIn(cache, keys)).toEqual(keys.slice(-7));
  });

  it('gives an answer larger than itself without keeping it, or losing others for it', async () => {
    const cache = new AnswerCache(5000, LONG);
    await fill(cache, ['a']);
    expect(await cache.getOr('huge', async () => finished(6000))).toBeInstanceOf(Finished);
    expect(keysIn(cache, ['a', 'huge'])).toEqual(['a']);
  });

  it('of no bytes keeps nothing and works', async () => {
    const cache = new AnswerCache(0, LONG);
    await fill(cache, ['a']);
    expect(cache.get('a')).toBeUndefined();
  });

  it('counts long keys too, so that made-up addresses cannot fill the memory', async () => {
    const cache = new AnswerCache(50_000, LONG);
    const keys = Array.from({ length: 10 }, (_, n) => `${n}${'x'.repeat(10_000)}`);
    for (const key of keys) await cache.getOr(key, async () => finished(1));
    expect(keysIn(cache, keys)).toEqual(keys.slice(-2));
  });

  it('lets callers who miss at once share one making, good or bad', async () => {
    const cache = new AnswerCache(10_000, LONG);
    const gate = Promise.withResolvers<Finished>();
    const make = vi.fn(() => gate.promise);
    const callers = [cache.getOr('a', make), cache.getOr('a', make), cache.getOr('a', make)];
    gate.resolve(finished(10));
    const [first, ...others] = await Promise.all(callers);
    for (const other of others) expect(other).toBe(first);
    expect(make).toHaveBeenCalledTimes(1);

    const broken = Promise.withResolvers<Finished>();
    const both = [cache.getOr('b', () => broken.promise), cache.getOr('b', () => broken.promise)];
    broken.reject(new Error('broken'));
    for (const result of await Promise.allSettled(both)) expect(result).toMatchObject({ status: 'rejected' });
    expect(await cache.getOr('b', async () => finished(1))).toBeInstanceOf(Finished);
  });

  it('keeps good answers only', async () => {
    const cache = new AnswerCache(10_000, LONG);
    expect(await cache.getOr('refused', async () => refuse('not_found'))).toMatchObject({ refused: 'not_found' });
    await cache.getOr('missing', async () => finished(10, 404));
    expect(keysIn(cache, ['refused', 'missing'])).toEqual([]);
  });

  it('forgets on clear, also what is being made, which may show the old state', async () => {
    const cache = new AnswerCache(10_000, LONG);
    await fill(cache, ['kept']);
    const gate = Promise.withResolvers<Finished>();
    const old = cache.getOr('a', () => gate.promise);
    cache.clear();
    expect(cache.get('kept')).toBeUndefined();
    // Who asks after the change does not get what was begun before it.
    const fresh = finished(20);
    expect(await cache.getOr('a', async () => fresh)).toBe(fresh);
    gate.resolve(finished(10));
    expect(await old).not.toBe(fresh);
    expect(cache.get('a')).toBe(fresh);
  });

  it('makes an answer anew when its time is over', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const cache = new AnswerCache(10_000, 5000);
    await fill(cache, ['a']);
    vi.advanceTimersByTime(4999);
    expect(cache.get('a')).toBeDefined();
    vi.advanceTimersByTime(2);
    expect(cache.get('a')).toBeUndefined();
  });

  it('compresses what is asked for again, and gives room back when that is dropped meanwhile', async () => {
    const cache = new AnswerCache(10_000, LONG);
    for (let round = 0; round < 5; round++) {
      const answer = new Finished(noise(3000), {});
      await cache.getOr('a', async () => answer);
      cache.get('a');
      // Dropped while it is being compressed.
      cache.clear();
      await vi.waitFor(() => expect(answer.encoded).toBeDefined(), { interval: 5 });
    }
    await cache.getOr('a', async () => finished(9000));
    expect(cache.get('a')).toBeDefined();
  });

  it('keeps what it compressed within its bytes', async () => {
    const cache = new AnswerCache(10_000, LONG);
    const answers = ['a', 'b', 'c'].map((key) => ({ key, answer: new Finished(noise(2500), {}) }));
    for (const { key, answer } of answers) await cache.getOr(key, async () => answer);
    for (const { key, answer } of answers) {
      if (cache.get(key)) await vi.waitFor(() => expect(answer.encoded).toBeDefined(), { interval: 5 });
    }
    const held = answers
      .filter(({ key }) => cache.get(key))
      .map(({ answer }) => answer.body.length + (answer.encoded?.body.length ?? 0));
    expect(held.length).toBeGreaterThan(0);
    expect(held.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(10_000);
  });
});

describe('finished answers over HTTP', () => {
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

  /** Asks until the answer comes compressed, which takes a moment after it was asked for twice. */
  const untilCompressed = () =>
    vi.waitFor(async () => {
      const answer = await shop.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
      expect(answer.headers['content-encoding']).toBe('br');
      return answer;
    });

  it('may be kept by browsers and shared caches for moments', async () => {
    const { headers } = await shop.app.inject({ url });
    expect(headers['cache-control']).toBe('public, max-age=5, s-maxage=15, stale-while-revalidate=30');
    expect(headers.etag).toMatch(/^"[\w-]{27}"$/);
  });

  it('are not sent again to who has them', async () => {
    const first = await shop.app.inject({ url });
    for (const tag of [first.headers.etag, `W/${first.headers.etag}`, `"other", ${first.headers.etag}`]) {
      const again = await shop.app.inject({ url, headers: { 'if-none-match': String(tag) } });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
      expect(again.headers).toMatchObject({
        etag: first.headers.etag,
        'cache-control': first.headers['cache-control'],
      });
    }
    expect((await shop.app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
  });

  it('have another tag when they have changed', async () => {
    const before = await shop.app.inject({ url });
    await addProducts(shop.db, [{}]);
    shop.forget();
    const after = await shop.app.inject({ url, headers: { 'if-none-match': String(before.headers.etag) } });
    expect(after.statusCode).toBe(200);
    expect(after.json().count).toBe(before.json().count + 1);
  });

  it('come compressed to who reads that, and plain to all others', async () => {
    const small = await untilCompressed();
    expect(small.headers.vary).toBe('accept-encoding');
    const plain = await shop.app.inject({ url });
    expect(brotliDecompressSync(small.rawPayload)).toEqual(plain.rawPayload);
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    for (const accepted of ['gzip', 'br;q=0', 'brotli', 'xbr', 'br;q=0.000', '']) {
      const answer = await shop.app.inject({ url, headers: { 'accept-encoding': accepted } });
      expect(answer.headers['content-encoding'], accepted).toBeUndefined();
      expect(answer.headers.vary, accepted).toBe('accept-encoding');
      expect(answer.rawPayload).toEqual(plain.rawPayload);
    }
    for (const accepted of ['br;q=0.5', 'gzip,br', 'br ; q=1']) {
      const answer = await shop.app.inject({ url, headers: { 'accept-encoding': accepted } });
      expect(answer.headers['content-encoding'], accepted).toBe('br');
    }
  });

  it('have the same tag compressed or not', async () => {
    const small = await untilCompressed();
    const again = await shop.app.inject({
      url,
      headers: { 'accept-encoding': 'br', 'if-none-match': String(small.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.headers.vary).toBe('accept-encoding');
  });

  it('show nothing that came later until they are forgotten', async () => {
    const kept = (await shop.app.inject({ url })).json().count;
    await addProducts(shop.db, [{}]);
    expect((await shop.app.inject({ url })).json().count).toBe(kept);
    shop.forget();
    expect((await shop.app.inject({ url })).json().count).toBe(kept + 1);
  });
});
