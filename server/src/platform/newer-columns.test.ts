import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBuyer, runMinuteJobs, sandboxPaymentsOf } from '../testing/buyer.ts';
import { createShopper, createStore } from '../testing/messages.ts';
import { addProduct, openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** What a newer release's migration may do while this release runs: a column more in every table. */
const addColumns = async (): Promise<void> => {
  await sql`
    do $$
    declare
      name regclass;
    begin
      for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
        execute format('alter table %s add column newer text', name);
      end loop;
    end $$`.execute(shop.db);
};

/** Orders, payments, refunds, jobs, the wallet, messages and the export of all data. */
const useShop = async (): Promise<void> => {
  const buyer = await createBuyer(shop, [[await addProduct(shop.db), 2]]);
  const { id, reference } = await buyer.placeOrder();
  expect(await sandboxPaymentsOf(shop).choose(reference, 'approve')).toBeDefined();
  const returned = await shop.app.inject({ url: `/backend/payment/return?reference=${reference}` });
  expect(returned.statusCode, returned.body).toBe(303);
  expect((await buyer.readOrder(id)).status).toBe('Paid');
  const cancelled = await buyer.cancelOrder(id);
  expect(cancelled.statusCode, cancelled.body).toBe(200);
  await runMinuteJobs(shop);
  expect(await buyer.listOrders()).toHaveLength(1);
  for (const path of ['/wallet/', '/user-data-export/', '/profile/']) {
    const { statusCode, body } = await buyer.call('GET', path);
    expect(statusCode, body).toBe(200);
  }
  const shopper = await createShopper(shop);
  const store = await createStore(shop);
  const thread = await shopper.sendQuestion(store.productId);
  expect((await shopper.reply(thread, 'And in blue?')).statusCode).toBe(200);
  expect((await store.reply(thread, 'Yes.')).statusCode).toBe(200);
  expect((await shopper.readThread(thread)).replies).toHaveLength(2);
};

it('a column that a newer release adds breaks no statement that is prepared already', async () => {
  await useShop();
  await addColumns();
  await useShop();
});
