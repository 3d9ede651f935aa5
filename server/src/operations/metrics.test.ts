import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageRenderer } from '../pages/index.ts';
import { openDatabase, openPool } from '../platform/database.ts';
import { statusMetrics } from '../slices.ts';
import { createBuyer } from '../testing/buyer.ts';
import { addProduct, openTestShop, type TestShop } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { openMetrics, serveMetrics } from './metrics.ts';

const pages = {
  register: async () => undefined,
  render: createPageRenderer(async (_, { send }) => {
    await send({ method: 'GET', url: '/countries/' });
    return { status: 200, html: ['<p>A page</p>'] };
  }),
};

let shop: TestShop;
let server: Awaited<ReturnType<typeof serveMetrics>>;
beforeAll(async () => {
  shop = await openTestShop({ METRICS_PORT: '0' }, pages);
  if (!shop.metrics) throw new Error('no metrics');
  server = await serveMetrics(shop.metrics, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await shop.close();
});

/** Reads the metrics. @returns a function that gets the value of a series by name and labels; undefined if missing */
const scrape = async ({ port } = server): Promise<(series: string) => number | undefined> => {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const values = new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
  return (series) => values.get(series);
};
/** Returns how much an action increases each series. */
const measureIncrease = async (series: string[], act: () => Promise<unknown>): Promise<number[]> => {
  const before = await scrape();
  await act();
  const after = await scrape();
  return series.map((name) => (after(name) ?? 0) - (before(name) ?? 0));
};
const get = (url: string) => shop.app.inject({ url });

describe('metrics', () => {
  it('include the process and its database connections', async () => {
    const getValue = await scrape();
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds', 'nodejs_heap_size_used_bytes'])
      expect(getValue(name), name).toBeGreaterThanOrEqual(0);
    expect(getValue('shop_database_up')).toBe(1);
    expect(getValue('shop_database_connections{state="total"}')).toBeGreaterThanOrEqual(1);
    expect(getValue('shop_database_connections{state="idle"}')).toBeGreaterThanOrEqual(1);
    expect(getValue('shop_database_connections{state="waiting"}')).toBe(0);
  });

  it('count and time requests by route and status; the API calls of a page are not counted', async () => {
    const product = await addProduct(shop.db);
    shop.clearCaches();
    const seriesOf = (route: string, status: string) =>
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
    const series = [
      seriesOf('/backend/api/products/:productId/', '2xx'),
      seriesOf('/backend/api/products/:productId/', '4xx'),
      seriesOf('(page)', '2xx'),
      seriesOf('/backend/countries/', '2xx'),
      'http_request_duration_seconds_bucket{le="+Inf",method="GET",route="(page)",status="2xx"}',
      'http_cached_responses_total',
    ];
    expect(
      await measureIncrease(series, async () => {
        for (const url of [`/backend/api/products/${product}/`, '/backend/api/products/999999/', '/about', '/terms'])
          await get(url);
      }),
    ).toEqual([1, 1, 2, 0, 2, 0]);
  });

  it('count cache hits and misses', async () => {
    shop.clearCaches();
    const series = ['hits', 'misses'].flatMap((name) =>
      ['api', 'pages'].map((cache) => `shop_cache_${name}_total{cache="${cache}"}`),
    );
    expect(
      await measureIncrease([...series, 'http_cached_responses_total'], async () => {
        for (let n = 0; n < 3; n++) await get('/backend/api/category/');
        await Promise.all([get('/faqs'), get('/faqs')]);
      }),
    ).toEqual([2, 1, 2, 1, 2]);
  });
});

describe('business metrics', () => {
  it('count orders and payments by status', async () => {
    const yam = await addProduct(shop.db, { stock: 10 });
    const series = [
      'shop_orders{status="Pending"}',
      'shop_orders{status="Paid"}',
      'shop_payments{status="open"}',
      'shop_payments{status="success"}',
    ];
    let reference = '';
    const order = async () => {
      ({ reference } = await (await createBuyer(shop, [[yam, 1]])).placeOrder());
    };
    expect(await measureIncrease(series, order)).toEqual([1, 0, 1, 0]);
    const pay = () => shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
    expect(await measureIncrease(series, pay)).toEqual([-1, 1, -1, 1]);
  });

  it('count waiting mails and permanently failed jobs, and report the age of the oldest mail', async () => {
    expect(await shop.jobs.runDue()).toEqual([]);
    const waiting = 'shop_jobs{kind="send_mail",state="waiting"}';
    const failed = 'shop_jobs{kind="send_mail",state="failed"}';
    expect((await scrape())('shop_oldest_unsent_mail_seconds')).toBe(0);
    const register = () =>
      shop.app.inject({
        method: 'POST',
        url: '/backend/register/',
        payload: {
          email: 'ngozi@mail.test',
          password: 'a long enough password',
          confirm_password: 'a long enough password',
          first_name: 'Ngozi',
          last_name: 'Eze',
        },
      });
    expect(await measureIncrease([waiting, failed], register)).toEqual([1, 0]);
    await sql`update pgboss.job set created_on = now() - interval '1 hour', retry_limit = 0
      where name = 'send_mail' and state = 'created'`.execute(shop.db);
    expect((await scrape())('shop_oldest_unsent_mail_seconds')).toBeCloseTo(3600, -2);
    await sql`alter table sandbox_mail rename to lost`.execute(shop.db);
    expect(await measureIncrease([waiting, failed], async () => void (await shop.jobs.runDue()))).toEqual([-1, 1]);
    await sql`alter table lost rename to sandbox_mail`.execute(shop.db);
    expect((await scrape())('shop_oldest_unsent_mail_seconds')).toBe(0);
  });
});

describe('metrics without the database', () => {
  it('include those of the process, but no stale business metrics', async () => {
    const blockingPool = openPool(shop.connection, 1, () => undefined);
    const pool = openPool(shop.connection, 1, () => undefined);
    const errors: unknown[] = [];
    const metrics = openMetrics({
      pool,
      db: openDatabase(pool),
      caches: {},
      statusMetrics,
      onDatabaseError: (error) => errors.push(error),
      databaseTimeoutMs: 300,
    });
    const otherServer = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
    // On a busy machine, opening the connection may take longer than databaseTimeoutMs.
    await waitFor(async () => expect((await scrape(otherServer))('shop_orders{status="Paid"}')).toBeGreaterThan(0));
    // A lock delays the query of the metrics beyond its timeout.
    const client = await blockingPool.connect();
    await client.query('begin; lock table shop_order');
    const responses = await Promise.all([scrape(otherServer), scrape(otherServer)]);
    for (const getValue of responses) {
      expect(getValue('shop_database_up')).toBe(0);
      expect(getValue('shop_orders{status="Paid"}')).toBeUndefined();
      expect(getValue('shop_oldest_unsent_mail_seconds')).toBeUndefined();
      expect(getValue('process_resident_memory_bytes')).toBeGreaterThan(0);
    }
    expect(errors).not.toEqual([]);
    await client.query('rollback');
    client.release();
    await waitFor(async () => expect((await scrape(otherServer))('shop_database_up')).toBe(1));
    await otherServer.close();
    await pool.end();
    await blockingPool.end();
  });

  it('report a database that cannot be reached', async () => {
    const unreachable = { host: join(tmpdir(), 'no-such-socket'), port: 5432, user: 'nobody', database: 'none' };
    const pool = openPool(unreachable, 1, () => undefined);
    const db = openDatabase(pool);
    const metrics = openMetrics({ pool, db, caches: {}, statusMetrics, onDatabaseError: () => undefined });
    const otherServer = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
    expect((await scrape(otherServer))('shop_database_up')).toBe(0);
    await otherServer.close();
    await pool.end();
  });
});

it('metrics are served only at /metrics of their port', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['POST', '/metrics'],
    ['GET', '/backend/countries/'],
  ])
    expect((await fetch(`http://127.0.0.1:${server.port}${path}`, { method: method ?? '' })).status).toBe(404);
  const response = await get('/metrics');
  expect(response.body).toBe('<p>A page</p>');
});
