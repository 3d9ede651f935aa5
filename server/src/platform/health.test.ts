import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWorkerApp } from '../app.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

describe('with its database', () => {
  it.each(['/healthz', '/readyz'])('%s responds with ok, and is not cached', async (url) => {
    const response = await shop.app.inject({ url });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ status: 'ok' });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('lost connections are replaced by new ones', async () => {
    await shop.app.inject({ url: '/readyz' });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(shop.db);
    shop.clearCaches();
    // A connection that broke while idle is detected immediately, or by the request that uses it.
    const first = await shop.app.inject({ url: '/backend/api/category/' });
    expect([200, 503]).toContain(first.statusCode);
    for (let n = 0; n < 5; n++) await shop.app.inject({ url: '/readyz' });
    expect((await shop.app.inject({ url: '/backend/api/category/' })).statusCode).toBe(200);
  });
});

it('a worker process serves only health checks', async () => {
  const worker = buildWorkerApp(shop);
  for (const url of ['/healthz', '/readyz']) expect((await worker.inject({ url })).json()).toEqual({ status: 'ok' });
  for (const url of ['/', '/backend/api/category/', '/backend/docs', '/sandbox'])
    expectRefusal(await worker.inject({ url }), 'not_found');
  await worker.close();
});

describe('without its database', () => {
  it('/healthz responds with 200, /readyz with 503, and other requests are refused with Retry-After', async () => {
    const app = await openShopWithoutDatabase();
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
    const ready = await app.inject({ url: '/readyz' });
    expect(ready.statusCode).toBe(503);
    expect(ready.headers['retry-after']).toBe('2');
    expect(ready.headers['cache-control']).toBe('no-store');
    expect(ready.json()).toEqual({ status: 'unavailable', detail: 'The database is unavailable.' });
    const call = await app.inject({ url: '/backend/api/products/' });
    expectRefusal(call, 'database_unavailable');
    expect(call.headers['retry-after']).toBe('2');
    // Input is validated first.
    expectRefusal(await app.inject({ url: '/backend/api/products/?sort=x' }), 'invalid_input');
    await app.close();
  });

  it('refuses requests when the port is closed or the host unknown', async () => {
    const connections = [
      { host: '127.0.0.1', port: 1, user: 'x', database: 'x' },
      { host: 'database.invalid', port: 5432, user: 'x', database: 'x' },
    ];
    for (const connection of connections) {
      const app = await openShopWithoutDatabase(connection);
      expectRefusal(await app.inject({ url: '/backend/api/category/' }), 'database_unavailable');
      await app.close();
    }
  });
});
