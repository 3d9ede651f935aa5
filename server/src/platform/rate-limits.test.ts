import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPageRenderer, type Pages } from '../pages/index.ts';
import { startRedis } from '../testing/redis-server.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openSecondNode } from '../testing/second-node.ts';
import { addAccount, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { closeSessions } from './sessions.ts';
import { createToken } from './tokens.ts';

let shop: TestShop | undefined;
afterEach(() => shop?.close());

/** Opens a shop that allows three requests per minute and address, without a cache: cached responses are not counted. */
const openStrictShop = async (settings: Record<string, string> = {}) => {
  shop = await openTestShop({
    RATE_LIMIT_FACTOR: '1',
    NETWORK_CALLS_PER_MINUTE: '3',
    CACHE_MEGABYTES: '0',
    ...settings,
  });
  const { app } = shop;
  return (headers: Record<string, string> = {}, remoteAddress = '203.0.113.7', url = '/backend/countries/') =>
    app.inject({ url, headers, remoteAddress });
};
const repeat = async <T>(n: number, send: () => Promise<T>): Promise<T[]> => {
  const responses: T[] = [];
  for (let i = 0; i < n; i++) responses.push(await send());
  return responses;
};

it('an address that sends too many requests gets 429 with Retry-After, while others are served', {
  tags: ['@API-29'],
}, async () => {
  const request = await openStrictShop();
  for (const response of await repeat(3, request)) expect(response.statusCode).toBe(200);
  const refused = await request();
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
  expectRefusal(refused, 'too_many_requests', `Too many requests. Please try again in ${wait}.`);
  expect((await request({}, '203.0.113.8')).statusCode).toBe(200);
});

it('cached responses are not counted', async () => {
  const request = await openStrictShop({ CACHE_MEGABYTES: '1' });
  for (const response of await repeat(9, request)) expect(response.statusCode).toBe(200);
  for (const response of await repeat(2, () => request({}, undefined, '/backend/api/products/999999/')))
    expect(response.statusCode).toBe(404);
  expectRefusal(await request({}, undefined, '/backend/api/products/999999/'), 'too_many_requests');
});

it('requests to all endpoints are counted together', async () => {
  const request = await openStrictShop();
  for (const url of ['/backend/countries/', '/backend/api/category/', '/backend/api/products/'])
    await request({}, undefined, url);
  expectRefusal(await request({}, undefined, '/backend/api/hot-deals/'), 'too_many_requests');
});

describe('signed-in calls', () => {
  const CART = '/backend/api/cart/';

  it('are counted by account: 200 accounts behind one address are not refused', { tags: ['@API-28'] }, async () => {
    // The first call of each account is counted by address, because its token is not known yet.
    const request = await openStrictShop({ NETWORK_CALLS_PER_MINUTE: '200' });
    const statuses = new Map<number, number>();
    for (let account = 0; account < 200; account++) {
      const headers = shop ? await signIn(shop.db) : {};
      for (const { statusCode } of await repeat(6, () => request(headers, undefined, CART)))
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    expect(statuses).toEqual(new Map([[200, 1200]]));
  });

  it('of one account are refused beyond its limit, from every address and with every token', async () => {
    const request = await openStrictShop({ ACCOUNT_CALLS_PER_MINUTE: '4', NETWORK_CALLS_PER_MINUTE: '1000' });
    if (!shop) throw new Error('there is no shop');
    const accountId = await addAccount(shop.db);
    const [phone, laptop] = [await signIn(shop.db, accountId), await signIn(shop.db, accountId)];
    await request(phone, '203.0.113.7', CART);
    await request(laptop, '203.0.113.8', CART);
    for (const response of await repeat(4, () => request(phone, '203.0.113.7', CART)))
      expect(response.statusCode).toBe(200);
    expectRefusal(await request(laptop, '203.0.113.8', CART), 'too_many_requests');
    expect((await request(await signIn(shop.db), '203.0.113.7', CART)).statusCode).toBe(200);
    expect((await request({}, '203.0.113.7')).statusCode).toBe(200);
  });

  it('with invented or closed sessions are counted by address', async () => {
    const request = await openStrictShop();
    const invent = () => request({ authorization: `Token ${createToken()}` }, undefined, CART);
    for (const response of await repeat(3, invent)) expectRefusal(response, 'token_invalid');
    expectRefusal(await invent(), 'too_many_requests');
    expect(shop).toBeDefined();
    if (!shop) return;
    const accountId = await addAccount(shop.db);
    const headers = await signIn(shop.db, accountId);
    expect((await request(headers, '203.0.113.8', CART)).statusCode).toBe(200);
    await closeSessions(shop.db, accountId);
    for (const response of await repeat(3, () => request(headers, '203.0.113.8', CART)))
      expectRefusal(response, 'token_invalid');
    expectRefusal(await request(headers, '203.0.113.8', CART), 'too_many_requests');
  });

  it('that return 304 count as a twentieth', async () => {
    const request = await openStrictShop({ ACCOUNT_CALLS_PER_MINUTE: '2' });
    const headers = shop ? await signIn(shop.db) : {};
    const etag = String((await request(headers, undefined, CART)).headers.etag);
    const unchanged = () => request({ ...headers, 'if-none-match': etag }, undefined, CART);
    for (const response of await repeat(20, unchanged)) expect(response.statusCode).toBe(304);
    expect((await request(headers, undefined, CART)).statusCode).toBe(200);
    expectRefusal(await request(headers, undefined, CART), 'too_many_requests');
  });
});

it('pages and API calls of an address have separate limits, and files count as a twentieth', async () => {
  const pages: Pages = {
    register: async (app) => {
      app.get('/assets/a.js', { config: { isFile: true } }, async () => 'a');
    },
    render: createPageRenderer(async () => ({ html: ['<html></html>'], status: 200 })),
  };
  shop = await openTestShop(
    { RATE_LIMIT_FACTOR: '1', NETWORK_CALLS_PER_MINUTE: '1', NETWORK_PAGES_PER_MINUTE: '2', CACHE_MEGABYTES: '0' },
    pages,
  );
  const { app } = shop;
  const request = (url: string) => app.inject({ url, remoteAddress: '203.0.113.7' });
  for (const url of ['/backend/countries/', '/cart', ...Array.from({ length: 20 }, () => '/assets/a.js')])
    expect((await request(url)).statusCode).toBe(200);
  // The router accepts other spellings of a path.
  for (const url of ['/backend/countries/', '//backend/countries/', '/%62ackend/countries/'])
    expectRefusal(await request(url), 'too_many_requests');
  expect((await request('/cart')).statusCode).toBe(429);
  expect((await app.inject({ url: '/cart', remoteAddress: '203.0.113.8' })).statusCode).toBe(200);
});

it('a forged X-Forwarded-For has no effect', async () => {
  const request = await openStrictShop();
  let n = 0;
  await repeat(3, () =>
    request({
      'x-forwarded-for': `198.51.100.${n++}`,
      forwarded: `for=198.51.100.${n}`,
      'x-real-ip': `198.51.100.${n}`,
    }),
  );
  expectRefusal(await request({ 'x-forwarded-for': '198.51.100.99' }), 'too_many_requests');
});

it('behind a trusted proxy each client is counted by the address that the proxy forwards', async () => {
  const request = await openStrictShop({ TRUSTED_PROXY: '10.0.0.1' });
  await repeat(3, () => request({ 'x-forwarded-for': '198.51.100.1' }, '10.0.0.1'));
  expectRefusal(await request({ 'x-forwarded-for': '198.51.100.1' }, '10.0.0.1'), 'too_many_requests');
  expect((await request({ 'x-forwarded-for': '198.51.100.2' }, '10.0.0.1')).statusCode).toBe(200);
  // Entries that the client sends are ignored.
  expectRefusal(await request({ 'x-forwarded-for': '192.0.2.55, 198.51.100.1' }, '10.0.0.1'), 'too_many_requests');
  // The header of other senders is ignored.
  await repeat(3, () => request({ 'x-forwarded-for': '192.0.2.1' }, '203.0.113.9'));
  expectRefusal(await request({ 'x-forwarded-for': '192.0.2.2' }, '203.0.113.9'), 'too_many_requests');
});

it('a guessed internal header has no effect', async () => {
  const request = await openStrictShop();
  await repeat(3, () => request({ 'x-internal-request': '1' }));
  expectRefusal(await request({ 'x-internal-request': 'undefined' }), 'too_many_requests');
});

describe('with a store that all nodes share', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let secondNode: FastifyInstance;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterEach(() => secondNode.close());
  afterAll(() => redis.stop());

  /** A missing product is not cached, so each request is counted. */
  const requestAt = (app: FastifyInstance, remoteAddress: string) =>
    app.inject({ url: '/backend/api/products/999999/', remoteAddress });
  /** Waits until requests are counted: they are not while the connection to the store opens. */
  const waitUntilCounted = (app: FastifyInstance, remoteAddress: string) =>
    waitFor(async () => expectRefusal(await requestAt(app, remoteAddress), 'too_many_requests'));
  const openTwoNodes = async () => {
    await openStrictShop({ REDIS_URL: redis.url });
    if (!shop) throw new Error('there is no shop');
    secondNode = await openSecondNode(shop);
    await waitUntilCounted(shop.app, '192.0.2.1');
    await waitUntilCounted(secondNode, '192.0.2.2');
    return [shop.app, secondNode] as const;
  };

  it('requests to all nodes are counted together', async () => {
    const [first, second] = await openTwoNodes();
    for (const app of [first, second, first]) expect((await requestAt(app, '203.0.113.1')).statusCode).toBe(404);
    for (const app of [second, first]) expectRefusal(await requestAt(app, '203.0.113.1'), 'too_many_requests');
    for (const app of [first, second]) expect((await requestAt(app, '203.0.113.2')).statusCode).toBe(404);
  });

  it('requests are served while the store is unavailable, and counted again when it is available', async () => {
    const [first, second] = await openTwoNodes();
    const warn = vi.spyOn(first.log, 'warn');
    await redis.stop();
    for (const app of [first, second, first, second, first, second])
      expect((await requestAt(app, '203.0.113.3')).statusCode).toBe(404);
    redis = await startRedis(redis.port);
    for (const app of [first, second]) await waitUntilCounted(app, '203.0.113.4');
    // Once each, for many requests and reconnects.
    const messages = warn.mock.calls.map((values) => String(values.at(-1)));
    expect(messages).toEqual([expect.stringMatching(/is unavailable/), expect.stringMatching(/is available again$/)]);
  });

  it('requests do not wait for a store that hangs', async () => {
    const [first] = await openTwoNodes();
    const warn = vi.spyOn(first.log, 'warn');
    redis.pause();
    for (let n = 0; n < 4; n++) expect((await requestAt(first, '203.0.113.5')).statusCode).toBe(404);
    expect(warn).toHaveBeenCalledOnce();
    redis.resume();
    await waitUntilCounted(first, '203.0.113.5');
  });
});
