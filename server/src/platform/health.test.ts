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
    const answer = await shop.app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'ok' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('lost connections are replaced by new ones', async () => {
    await shop.app.inject({ url: '/readyz' });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(shop.db);
    shop.clearCaches();
    // A connection that broke while idle is detected at once, or by the request that uses it.
    const first = await shop.app.inject({ url: '/backend/api/category/' });
    expect([200, 503]).toContain(first.statusCode);
    for (let n = 0; n < 5; n++) await shop.app.inject({ url: '/readyz' });
    expect((await shop.app.inject({ url: '/backend/api/category/' })).statusCode).toBe(200);
  });
});

it('a worker process serves its health, and nothing else', async () => {
  const worker = buildWorkerApp(shop);
  for (const url of ['/healthz', '/readyz']) expect((await worker.inject({ url })).json()).toEqual({ status: 'ok' });
  for (const url of ['/', '/backend/api/category/', '/backend/docs', '/sandbox'])
    expectRefusal(await worker.inject({ url }), 'not_found');
  await worker.close();
});

describe('without its database', () => {
  it('is alive, not ready, and refuses requests as briefly unavailable', async () => {
    const dead = await openShopWithoutDatabase();
    expect((await dead.inject({ url: '/healthz' })).statusCode).toBe(200);
    const ready = await dead.inject({ url: '/readyz' });
    expect(ready.statusCode).toBe(503);
    expect(ready.headers['retry-after']).toBe('2');
    expect(ready.headers['cache-control']).toBe('no-store');
    expect(ready.json()).toEqual({ status: 'unavailable', detail: 'The database does not answer.' });
    const call = await dead.inject({ url: '/backend/api/products/' });
    expectRefusal(call, 'database_unavailable');
    expect(call.headers['retry-after']).toBe('2');
    // Validation still comes first.
    expectRefusal(await dead.inject({ url: '/backend/api/products/?sort=x' }), 'invalid_input');
    await dead.close();
  });

  it('refuses requests for a closed port and an unknown host alike', async () => {
    const connections = [
      { host: '127.0.0.1', port: 1, user: 'x', database: 'x' },
      { host: 'database.invalid', port: 5432, user: 'x', database: 'x' },
    ];
    for (const connection of connections) {
      const dead = await openShopWithoutDatabase(connection);
      expectRefusal(await dead.inject({ url: '/backend/api/category/' }), 'database_unavailable');
      await dead.close();
    }
  });
});
