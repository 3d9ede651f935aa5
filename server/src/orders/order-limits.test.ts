import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { type Buyer, createBuyer, expirePaymentTime, runMinuteJobs, stockOf } from '../testing/buyer.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addProduct, openTestShop, type TestShop } from '../testing/shop.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { expireOrders, purgeOrders, takeStep } from './order.service.ts';

let shop: TestShop;
let yam: ProductId;
let rice: ProductId;
let buyer: Buyer;
beforeAll(async () => {
  shop = await openTestShop({ MAX_UNPAID_UNITS: '20', ORDERS_PER_HOUR: '5', RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  yam = await addProduct(shop.db, { title: 'Puna yam', stock: 100, weight_grams: 100 });
  rice = await addProduct(shop.db, { title: 'Ofada rice', stock: 100, weight_grams: 100 });
  buyer = await createBuyer(shop, [[yam, 2]]);
});

const readRow = (id: string) =>
  shop.db
    .selectFrom('shop_order')
    .selectAll()
    .where('id', '=', id as OrderId)
    .executeTakeFirst();
const expiryOf = async (id: string) => (await readRow(id))?.expires_at.getTime() ?? Number.NaN;
/** Moves the order's creation and payment deadline into the past. */
const setAge = (id: string, minutes: number) =>
  shop.db
    .updateTable('shop_order')
    .set({
      created_at: new Date(Date.now() - minutes * 60_000),
      expires_at: new Date(Date.now() + (30 - minutes) * 60_000),
    })
    .where('id', '=', id as OrderId)
    .execute();
const approve = async (reference: string) => {
  expect((await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` })).statusCode).toBe(303);
};

it('sixty identical requests, with and without prices, place one order and open one payment', {
  tags: ['@PAYMENT-15'],
}, async () => {
  const { cart_items, ...body } = await buyer.prepareCheckout();
  const withoutPrices = cart_items.map(({ price: _, ...item }) => item);
  const withTextPrices = cart_items.map((item) => ({ ...item, price: `₦${item.price}` }));
  const variants = [cart_items, withoutPrices, withTextPrices];
  const ids = new Set<string>();
  for (let n = 0; n < 60; n++) {
    const response = await buyer.submitCheckout({ ...body, cart_items: variants[n % variants.length] });
    expect(response.statusCode, response.body).toBe(200);
    ids.add(response.json().order_id);
  }
  expect(ids.size).toBe(1);
  expect(await buyer.listOrders()).toHaveLength(1);
  const [id] = ids;
  const payments = shop.db
    .selectFrom('payment')
    .select('reference')
    .where('order_id', '=', id as OrderId);
  expect(await payments.execute()).toHaveLength(1);
});

describe('the units that an account reserves without paying', { tags: ['@ORDER-54'] }, () => {
  it('are limited, and the refusal says how many are possible and changes nothing', async () => {
    const pending = await buyer.placeOrder();
    await buyer.fillCart([
      [yam, 9],
      [rice, 10],
    ]);
    const response = await buyer.submitCheckout(await buyer.prepareCheckout());
    const text =
      'An order that is not paid yet can reserve 20 items, and this one has 21. Please split it into several orders.';
    expectRefusal(response, 'too_many_units', text);
    expect(await buyer.readOrder(pending.id)).toMatchObject({ status: 'Pending' });
    expect(await stockOf(shop.db, rice)).toBe(100);
    await buyer.call('PUT', `/api/cart//${rice}/`, { quantity: 9 });
    expect((await buyer.submitCheckout(await buyer.prepareCheckout())).statusCode).toBe(200);
  });

  it('are not limited when the wallet pays the order at once', async () => {
    await buyer.fillCart([[yam, 50]]);
    await giveCredit(shop.db, buyer.accountId, 1_000_000_000);
    const response = await buyer.submitCheckout(await buyer.prepareCheckoutWithCredit());
    expect(response.statusCode, response.body).toBe(200);
    expect(await buyer.readOrder(response.json().order_id)).toMatchObject({ status: 'Paid' });
  });
});

describe('a reservation that is renewed', { tags: ['@ORDER-53'] }, () => {
  it('by another order with the same product ends when the first reservation would have ended', async () => {
    const first = await buyer.placeOrder();
    await setAge(first.id, 20);
    await buyer.fillCart([[yam, 3]]);
    const second = await buyer.placeOrder();
    expect(second.id).not.toBe(first.id);
    expect(await expiryOf(second.id)).toBe(await expiryOf(first.id));
    await buyer.fillCart([[rice, 1]]);
    const third = await buyer.placeOrder();
    expect(await expiryOf(third.id)).toBe(await expiryOf(first.id));
  });

  it('after a cancellation by the buyer ends when the first reservation would have ended', async () => {
    const cancelled = await buyer.placeOrder();
    await setAge(cancelled.id, 20);
    await buyer.cancelOrder(cancelled.id);
    expect(await expiryOf((await buyer.placeOrder()).id)).toBe(await expiryOf(cancelled.id));
  });

  it('starts a new half hour for other products, after the first has ended, and after a payment', async () => {
    const halfHour = async (id: string) => {
      const minutes = ((await expiryOf(id)) - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(29);
      expect(minutes).toBeLessThanOrEqual(30);
    };
    const first = await buyer.placeOrder();
    await setAge(first.id, 20);
    await buyer.call('POST', '/api/cart/clear_cart/');
    await buyer.fillCart([[rice, 1]]);
    const other = await buyer.placeOrder();
    await halfHour(other.id);
    await expirePaymentTime(shop.db, other.id);
    const again = await buyer.placeOrder();
    await halfHour(again.id);
    await setAge(again.id, 20);
    await approve(again.reference);
    await buyer.cancelOrder(again.id);
    await buyer.fillCart([[rice, 1]]);
    await halfHour((await buyer.placeOrder()).id);
  });
});

it('an account can place a limited number of orders an hour, and the refusal says when it can place the next', {
  tags: ['@ORDER-55'],
}, async () => {
  const ids: string[] = [];
  for (let quantity = 1; quantity <= 5; quantity++) {
    await buyer.call('PUT', `/api/cart//${yam}/`, { quantity });
    ids.push((await buyer.placeOrder()).id);
  }
  await setAge(ids[0] ?? '', 50);
  const sameAgain = await buyer.submitCheckout(await buyer.prepareCheckout());
  expect(sameAgain.json().order_id).toBe(ids.at(-1));
  await buyer.call('PUT', `/api/cart//${yam}/`, { quantity: 6 });
  const refused = await buyer.submitCheckout(await buyer.prepareCheckout());
  expectRefusal(refused, 'too_many_requests', 'You have placed many orders. Please try again in 10 minutes.');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600);
  expect(await buyer.readOrder(ids.at(-1) ?? '')).toMatchObject({ status: 'Pending' });
  const other = await createBuyer(shop, [[yam, 1]]);
  await other.placeOrder();
  await setAge(ids[0] ?? '', 61);
  await buyer.placeOrder();
});

it('an order that fails to expire does not stop the others', { tags: ['@ORDER-3'] }, async () => {
  const broken = await buyer.placeOrder();
  // Returning the units would exceed the largest integer.
  await shop.db.updateTable('product').set({ stock: 2_147_483_647 }).where('id', '=', yam).execute();
  const other = await createBuyer(shop, [[rice, 3]]);
  const { id } = await other.placeOrder();
  await expirePaymentTime(shop.db, broken.id);
  await expirePaymentTime(shop.db, id);
  await expect(expireOrders(shop.db)).rejects.toMatchObject({
    message: expect.stringContaining(`could not be cancelled: 1, first the order ${broken.id} (`),
    errors: [{ message: `the order ${broken.id}` }],
  });
  expect(await other.readOrder(id)).toMatchObject({ status: 'Cancelled', cancelled_for: 'expired' });
  expect(await stockOf(shop.db, rice)).toBe(100);
  expect(await buyer.readOrder(broken.id)).toMatchObject({ status: 'Pending' });
  await shop.db.updateTable('product').set({ stock: 10 }).where('id', '=', yam).execute();
  expect(await expireOrders(shop.db)).toBe(1);
});

it('orders of any number of lines share one prepared statement for their lines', async () => {
  for (const lines of [1, 2, 3, 4]) {
    const products: (readonly [ProductId, number])[] = [];
    for (let n = 0; n < lines; n++) products.push([await addProduct(shop.db, { stock: 5, weight_grams: 100 }), 1]);
    await (await createBuyer(shop, products)).placeOrder();
  }
  const clients = await Promise.all(Array.from({ length: shop.pool.totalCount }, () => shop.pool.connect()));
  const texts = new Set<string>();
  for (const client of clients) {
    const { rows } = await client.query('select statement from pg_prepared_statements');
    for (const { statement } of rows) if (/insert into "?order_line/.test(statement)) texts.add(statement);
    client.release();
  }
  expect(texts.size).toBe(1);
});

describe('cancelled orders', { tags: ['@ORDER-52'] }, () => {
  const age = async (id: string, days: number) =>
    shop.db
      .updateTable('shop_order')
      .set({ updated_at: new Date(Date.now() - days * 24 * 3_600_000) })
      .where('id', '=', id as OrderId)
      .execute();

  it('that were never paid are deleted after 90 days, with their lines and payments', async () => {
    const { id, reference } = await buyer.placeOrder();
    await buyer.cancelOrder(id);
    await age(id, 89);
    await runMinuteJobs(shop);
    expect(await readRow(id)).toBeDefined();
    await age(id, 91);
    await runMinuteJobs(shop);
    expect(await readRow(id)).toBeUndefined();
    const lines = shop.db
      .selectFrom('order_line')
      .select('order_id')
      .where('order_id', '=', id as OrderId);
    expect(await lines.execute()).toEqual([]);
    const payments = shop.db.selectFrom('payment').select('reference').where('reference', '=', reference);
    expect(await payments.execute()).toEqual([]);
    // The buyer sees that the order is not found, not an error.
    expectRefusal(await buyer.call('GET', `/order-detail/${id}`), 'not_found');
  });

  it('stay when they were paid, held, refunded, or used wallet credit, and so do orders of every other state', async () => {
    const paid = await buyer.placeOrder();
    await approve(paid.reference);
    await buyer.cancelOrder(paid.id);
    const held = await (await createBuyer(shop, [[yam, 1]])).placeOrder();
    await shop.db
      .updateTable('payment')
      .set({ status: 'held', held_for: 'too little' })
      .where('reference', '=', held.reference)
      .execute();
    await takeStep(shop.db, held.id, { step: 'cancel' }, LIVE_ACT);
    const creditor = await createBuyer(shop, [[yam, 1]]);
    await giveCredit(shop.db, creditor.accountId, 10_000);
    const credited = (await creditor.submitCheckout(await creditor.prepareCheckoutWithCredit())).json().order_id;
    await creditor.cancelOrder(credited);
    const delivered = await (await createBuyer(shop, [[yam, 1]])).placeOrder();
    await approve(delivered.reference);
    await takeStep(shop.db, delivered.id, { step: 'ship', tracking: 'T1' }, LIVE_ACT);
    await takeStep(shop.db, delivered.id, { step: 'deliver' }, LIVE_ACT);
    const pending = await (await createBuyer(shop, [[yam, 1]])).placeOrder();
    const ids = [paid.id, held.id, credited, delivered.id, pending.id];
    for (const id of ids) await age(id, 1000);
    await purgeOrders(shop.db, 90);
    for (const id of ids) expect(await readRow(id), id).toBeDefined();
  });
});
