import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectRefusal } from '../testing/answers.ts';
import { startRedis } from '../testing/redis-server.ts';
import { buildSecondNode } from '../testing/second-node.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop | undefined;
afterEach(() => shop?.close());

/** Three requests a minute for each address, and nothing kept that could be sent without counting. */
const openStrict = async (settings: Record<string, string> = {}) => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '0.0025', CACHE_MEGABYTES: '0', ...settings });
  const { app } = shop;
  return (headers: Record<string, string> = {}, remoteAddress = '203.0.113.7', url = '/backend/countries/') =>
    app.inject({ url, headers, remoteAddress });
};
const times = async <T>(n: number, ask: () => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let i = 0; i < n; i++) answers.push(await ask());
  return answers;
};

it('an address that asks too often is told when to come back, and others are not', async () => {
  const ask = await openStrict();
  for (const answer of await times(3, ask)) expect(answer.statusCode).toBe(200);
  const refused = await ask();
  expectRefusal(refused, 'too_many_requests');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await ask({}, '203.0.113.8')).statusCode).toBe(200);
});

it('an answer that is kept costs nothing and is not counted', async () => {
  const ask = await openStrict({ CACHE_MEGABYTES: '1' });
  for (const answer of await times(9, ask)) expect(answer.statusCode).toBe(200);
  for (const answer of await times(2, () => ask({}, undefined, '/backend/api/products/999999/')))
    expect(answer.statusCode).toBe(404);
  expectRefusal(await ask({}, undefined, '/backend/api/products/999999/'), 'too_many_requests');
});

it('all calls count together', async () => {
  const ask = await openStrict();
  for (const url of ['/backend/countries/', '/backend/api/category/', '/backend/api/products/'])
    await ask({}, undefined, url);
  expectRefusal(await ask({}, undefined, '/backend/api/hot-deals/'), 'too_many_requests');
});

it('a forged X-Forwarded-For makes nobody another', async () => {
  const ask = await openStrict();
  let n = 0;
  await times(3, () =>
    ask({ 'x-forwarded-for': `198.51.100.${n++}`, forwarded: `for=198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}` }),
  );
  expectRefusal(await ask({ 'x-forwarded-for': '198.51.100.99' }), 'too_many_requests');
});

it('behind a trusted proxy each visitor counts alone, by the address that the proxy gives', async () => {
  const ask = await openStrict({ TRUSTED_PROXY: '10.0.0.1' });
  await times(3, () => ask({ 'x-forwarded-for': '198.51.100.1' }, '10.0.0.1'));
  expectRefusal(await ask({ 'x-forwarded-for': '198.51.100.1' }, '10.0.0.1'), 'too_many_requests');
  expect((await ask({ 'x-forwarded-for': '198.51.100.2' }, '10.0.0.1')).statusCode).toBe(200);
  // What the visitor wrote before it is not believed.
  expectRefusal(await ask({ 'x-forwarded-for': '192.0.2.55, 198.51.100.1' }, '10.0.0.1'), 'too_many_requests');
  // Nor is anybody else who sends the header.
  await times(3, () => ask({ 'x-forwarded-for': '192.0.2.1' }, '203.0.113.9'));
  expectRefusal(await ask({ 'x-forwarded-for': '192.0.2.2' }, '203.0.113.9'), 'too_many_requests');
});

it("a guessed mark of the server's own calls lifts nothing", async () => {
  const ask = await openStrict();
  await times(3, () => ask({ 'x-internal-request': '1' }));
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

  /** What is not there is not kept either, so each request for it counts. */
  const askAt = (app: FastifyInstance, remoteAddress: string) =>
    app.inject({ url: '/backend/api/products/999999/', remoteAddress });
  /** Until then requests may pass uncounted, since they don't wait for a store. */
  const untilCounted = (app: FastifyInstance, remoteAddress: string) =>
    vi.waitFor(async () => expectRefusal(await askAt(app, remoteAddress), 'too_many_requests'), 10_000);
  const openTwo = async () => {
    await openStrict({ REDIS_URL: redis.url });
    if (!shop) throw new Error('there is no shop');
    second = await buildSecondNode(shop);
    await untilCounted(shop.app, '192.0.2.1');
    await untilCounted(second, '192.0.2.2');
    return [shop.app, second] as const;
  };

  it('requests count together on whichever node they are made', async () => {
    const [one, two] = await openTwo();
    for (const app of [one, two, one]) expect((await askAt(app, '203.0.113.1')).statusCode).toBe(404);
    for (const app of [two, one]) expectRefusal(await askAt(app, '203.0.113.1'), 'too_many_requests');
    for (const app of [one, two]) expect((await askAt(app, '203.0.113.2')).statusCode).toBe(404);
  });

  it('its absence stops nothing, and it counts again when it is back', async () => {
    const [one, two] = await openTwo();
    const warn = vi.spyOn(one.log, 'warn');
    await redis.stop();
    for (const app of [one, two, one, two, one, two]) expect((await askAt(app, '203.0.113.3')).statusCode).toBe(404);
    redis = await startRedis(redis.port);
    for (const app of [one, two]) await untilCounted(app, '203.0.113.4');
    // However many requests and tries there were.
    const told = warn.mock.calls.map((words) => String(words.at(-1)));
    expect(told).toEqual([expect.stringMatching(/is away/), expect.stringMatching(/is back$/)]);
  });

  it('one that does not answer is not waited for', async () => {
    const [one] = await openTwo();
    const warn = vi.spyOn(one.log, 'warn');
    redis.pause();
    for (let n = 0; n < 4; n++) expect((await askAt(one, '203.0.113.5')).statusCode).toBe(404);
    expect(warn).toHaveBeenCalledOnce();
    redis.goOn();
    await untilCounted(one, '203.0.113.5');
  });
});
