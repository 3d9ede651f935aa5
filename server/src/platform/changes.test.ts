import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMerchant, addProduct, openTestShop, type TestShop } from '../testing/shop.ts';
import { listenForChanges } from './changes.ts';
import type { Listening } from './listen.ts';

let shop: TestShop;
const running: Listening[] = [];
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(async () => {
  for (const changes of running) await changes.stop();
  await shop.close();
});

/** Listens as the server does; `nextClear` waits until the caches are cleared again. */
const listen = () => {
  let cleared = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  const changes = listenForChanges(
    shop.connection,
    () => {
      shop.clearCaches();
      cleared.resolve();
    },
    (error) => errors.push(error),
  );
  running.push(changes);
  return {
    changes,
    errors,
    nextClear: async () => {
      await cleared.promise;
      cleared = Promise.withResolvers();
    },
  };
};

it('responses show changes in the database', async () => {
  const merchant_id = await addMerchant(shop.db);
  const productId = await addProduct(shop.db, { merchant_id, price_kobo: 100_000, stock: 2 });
  const { nextClear, errors } = listen();
  await nextClear();
  const readShop = async () => {
    const detail = (await shop.app.inject({ url: `/backend/api/products/${productId}/?country_code=GB` })).json();
    const store = (await shop.app.inject({ url: `/backend/merchants/${merchant_id}/` })).json();
    return [detail.display_price, detail.converted_price, detail.stock, store.store_name];
  };
  expect(await readShop()).toEqual(['₦1,000', '£0.50', 2, 'Mile Twelve Fresh']);

  const product = shop.db.updateTable('product').where('id', '=', productId);
  await product.set({ price_kobo: kobo(300_000) }).execute();
  await nextClear();
  expect(await readShop()).toEqual(['₦3,000', '£1.50', 2, 'Mile Twelve Fresh']);

  await product.set({ stock: 0 }).execute();
  await nextClear();
  expect(await readShop()).toEqual(['₦3,000', '£1.50', 0, 'Mile Twelve Fresh']);

  await shop.db.updateTable('exchange_rate').set({ naira_per_unit: '1000' }).where('currency', '=', 'GBP').execute();
  await nextClear();
  expect(await readShop()).toEqual(['₦3,000', '£3.00', 0, 'Mile Twelve Fresh']);

  await shop.db.updateTable('merchant').set({ name: 'Mile Two' }).where('id', '=', merchant_id).execute();
  await nextClear();
  expect(await readShop()).toEqual(['₦3,000', '£3.00', 0, 'Mile Two']);

  await shop.db.deleteFrom('product').where('id', '=', productId).execute();
  await nextClear();
  expect((await shop.app.inject({ url: `/backend/api/products/${productId}/?country_code=GB` })).statusCode).toBe(404);
  expect(errors).toEqual([]);
});

it('a lower stock does not notify; other changes that shoppers see do', async () => {
  const productId = await addProduct(shop.db, { stock: 9 });
  const client = new pg.Client(shop.connection);
  await client.connect();
  await client.query('listen catalog_changed');
  const payloads: (string | undefined)[] = [];
  client.on('notification', ({ payload }) => payloads.push(payload));
  const change = async (columns: object) => {
    await shop.db.updateTable('product').set(columns).where('id', '=', productId).execute();
    await sql`select pg_notify('catalog_changed', 'end of step')`.execute(shop.db);
    // Notifications arrive in order, and before the result of a later query.
    await client.query('select 1');
    return payloads.splice(0);
  };
  expect(await change({ stock: 8 })).toEqual(['end of step']);
  expect(await change({ listed_at: new Date() })).toEqual(['end of step']);
  for (const columns of [
    { stock: 0 },
    { title: 'New' },
    { warranty: 'A year' },
    { discount_percent: 5 },
    { own_brand: true },
    { weight_grams: 1 },
  ]) {
    expect(await change(columns), JSON.stringify(columns)).toEqual(['product', 'end of step']);
  }
  await client.end();
});

it('a broken connection is reopened, and then the caches are cleared, because notifications may be lost', async () => {
  const { nextClear, errors, changes } = listen();
  await nextClear();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen "catalog_changed"'`.execute(shop.db);
  await nextClear();
  expect(errors.length).toBeGreaterThan(0);
  await addProduct(shop.db);
  await nextClear();
  await changes.stop();
});

it('stops immediately while connecting, connected, or waiting for an unavailable database', async () => {
  const connecting = listenForChanges(
    shop.connection,
    () => undefined,
    () => undefined,
  );
  await connecting.stop();

  const failed = Promise.withResolvers<unknown>();
  const unreachable = { host: join(tmpdir(), 'no-such-socket'), port: 5432, user: 'x', database: 'x' };
  const waiting = listenForChanges(unreachable, () => undefined, failed.resolve);
  expect(await failed.promise).toMatchObject({ code: 'ENOENT' });
  await waiting.stop();
});
