import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startRedis } from '../testing/redis-server.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openSecondNode } from '../testing/second-node.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop | undefined;
afterEach(() => shop?.close());

/** Three requests a minute for each address, and no cache, whose responses are not counted. */
const openStrict = async (settings: Record<string, string> = {}) => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '0.0025', CACHE_MEGABYTES: '0', ...settings });
  const { app } = shop;
  return (headers: Record<string, string> = {}, remoteAddress = '203.0.113.7', url = '/backend/countries/') =>
    app.inject({ url, headers, remoteAddress });
};
const repeat = async <T>(n: number, send: () => Promise<T>): Promise<T[]> => {
  const responses: T[] = [];
  for (let i = 0; i < n; i++) responses.push(await send());
  return responses;
};

it('an address that sends too many requests is refused with Retry-After, others are served', async () => {
  const ask = await openStrict();
  for (const answer of await repeat(3, ask)) expect(answer.statusCode).toBe(200);
  const refused = await ask();
  expectRefusal(refused, 'too_many_requests');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await ask({}, '203.0.113.8')).statusCode).toBe(200);
});

it('cached responses are not counted', async () => {
  const ask = await openStrict({ CACHE_MEGABYTES: '1' });
  for (const answer of await repeat(9, ask)) expect(answer.statusCode).toBe(200);
  for (const answer of await repeat(2, () => ask({}, undefined, '/backend/api/products/999999/')))
    expect(answer.statusCode).toBe(404);
  expectRefusal(await ask({}, undefined, '/backend/api/products/999999/'), 'too_many_requests');
});

it('requests to all endpoints are counted together', async () => {
  const ask = await openStrict();
  for (const url of ['/backend/countries/', '/backend/api/category/', '/backend/api/products/'])
    await ask({}, undefined, url);
  expectRefusal(await ask({}, undefined, '/backend/api/hot-deals/'), 'too_many_requests');
});

it('a forged X-Forwarded-For has no effect', async () => {
  const ask = await openStrict();
  let n = 0;
  await repeat(3, () =>
    ask({ 'x-forwarded-for': `198.51.100.${n++}`, forwarded: `for=198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}` }),
  );
  expectRefusal(await ask({ 'x-forwarded-for': '198.51.100.99' }), 'too_many_requests');
});

it('behind a trusted proxy each client is counted by the address that the proxy forwards', async () => {
  const ask = await openStrict({ TRUSTED_PROXY: '10.0.0.1' });
  await repeat(3, () => ask({ 'x-forwarded-for': '198.51.100.1' }, '10.0.0.1'));
  expectRefusal(await ask({ 'x-forwarded-for': '198.51.100.1' }, '10.0.0.1'), 'too_many_requests');
  expect((await ask({ 'x-forwarded-for': '198.51.100.2' }, '10.0.0.1')).statusCode).toBe(200);
  // The client's own entries before it are ignored.
  expectRefusal(await ask({ 'x-forwarded-for': '192.0.2.55, 198.51.100.1' }, '10.0.0.1'), 'too_many_requests');
  // The header of other senders is ignored.
  await repeat(3, () => ask({ 'x-forwarded-for': '192.0.2.1' }, '203.0.113.9'));
  expectRefusal(await ask({ 'x-forwarded-for': '192.0.2.2' }, '203.0.113.9'), 'too_many_requests');
});

it('a guessed internal header has no effect', async () => {
  const ask = await openStrict();
  await repeat(3, () => ask({ 'x-internal-request': '1' }));
  expectRefusal(await ask({ 'x-internal-request': 'undefined' }), 'too_many_requests');
});

describe('with a store that all nodes share', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let second: FastifyInstance;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterEach(() => second.close());
  afterAll(() => redis.stop());

  /** A missing product is not cached, so each request is counted. */
  const askAt = (app: FastifyInstance, remoteAddress: string) =>
    app.inject({ url: '/backend/api/products/999999/', remoteAddress });
  /** While the connection opens requests are not counted. */
  const untilCounted = (app: FastifyInstance, remoteAddress: string) =>
    vi.waitFor(async () => expectRefusal(await askAt(app, remoteAddress), 'too_many_requests'), 10_000);
  const openTwo = async () => {
    await openStrict({ REDIS_URL: redis.url });
    if (!shop) throw new Error('there is no shop');
    second = await openSecondNode(shop);
    await untilCounted(shop.app, '192.0.2.1');
    await untilCounted(second, '192.0.2.2');
    return [shop.app, second] as const;
  };

  it('requests to all nodes are counted together', async () => {
    const [one, two] = await openTwo();
    for (const app of [one, two, one]) expect((await askAt(app, '203.0.113.1')).statusCode).toBe(404);
    for (const app of [two, one]) expectRefusal(await askAt(app, '203.0.113.1'), 'too_many_requests');
    for (const app of [one, two]) expect((await askAt(app, '203.0.113.2')).statusCode).toBe(404);
  });

  it('requests are served while it is unavailable, and counted again when it is back', async () => {
    const [one, two] = await openTwo();
    const warn = vi.spyOn(one.log, 'warn');
    await redis.stop();
    for (const app of [one, two, one, two, one, two]) expect((await askAt(app, '203.0.113.3')).statusCode).toBe(404);
    redis = await startRedis(redis.port);
    for (const app of [one, two]) await untilCounted(app, '203.0.113.4');
    // Once each, for many requests and reconnects.
    const messages = warn.mock.calls.map((values) => String(values.at(-1)));
    expect(messages).toEqual([expect.stringMatching(/is unavailable/), expect.stringMatching(/is available again$/)]);
  });

  it('requests do not wait for a store that hangs', async () => {
    const [one] = await openTwo();
    const warn = vi.spyOn(one.log, 'warn');
    redis.pause();
    for (let n = 0; n < 4; n++) expect((await askAt(one, '203.0.113.5')).statusCode).toBe(404);
    expect(warn).toHaveBeenCalledOnce();
    redis.resume();
    await untilCounted(one, '203.0.113.5');
  });
});
