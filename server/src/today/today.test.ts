import type { Today } from '@sokuwa/contract/today/today.schemas.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMerchantOrder } from '../orders/merchant-order.service.ts';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { addDays, lagosDayOf } from '../platform/lagos-day.rules.ts';
import { openDeskAs } from '../testing/desk.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { createShopper, createStore } from '../testing/messages.ts';
import { expectRefusal } from '../testing/responses.ts';
import { buy, deliver } from '../testing/sales.ts';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { readToday } from './today.service.ts';

let shop: TestShop;
let farmer: TestMerchant;
let yam: ProductId;
let pepper: ProductId;
const read = async (merchant: TestMerchant): Promise<Today> => {
  const response = await merchant.call('GET', '/today/');
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
beforeAll(async () => {
  shop = await openTestShop();
  farmer = await createMerchant(shop);
  [yam = 0 as ProductId, pepper = 0 as ProductId] = await addProducts(shop.db, [
    { merchant_id: farmer.id, stock: 1000, title: 'Puna yam', price_kobo: 250_050 },
    { merchant_id: farmer.id, stock: 1000, title: 'Cayenne pepper', price_kobo: 100_000 },
  ]);
});
afterAll(() => shop.close());

/** Moves the payment of an order into the past. */
const age = (orderId: OrderId, days: number) =>
  sql`update fulfilment set created_at = created_at - make_interval(days => ${days}::integer) where order_id = ${orderId}`.execute(
    shop.db,
  );
const dueIn = (orderId: OrderId, hours: number) =>
  sql`update fulfilment set ship_by = now() + make_interval(hours => ${hours}::integer) where order_id = ${orderId}`.execute(
    shop.db,
  );

describe("a merchant's first page", () => {
  it('is empty for a new merchant, with a day for each of 30 days', { tags: ['@DESK-1', '@DESK-2'] }, async () => {
    const today = await read(await createMerchant(shop));
    expect(today).toMatchObject({
      to_ship: { count: 0, late_count: 0, oldest_ship_by: null },
      unanswered: { count: 0, oldest_at: null },
      returns: { count: 0, decide_by: null },
      low_stock: { count: 0, products: [] },
      sales: { previous: { orders: 0, amount: 0 } },
      next_payout: { amount: 0, status: null, expected_at: null, waiting_amount: 0, bank_account_label: null },
    });
    const { days } = today.sales;
    const last = lagosDayOf(new Date());
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 30 }, (_, n) => addDays(last, n - 29)));
    expect(days.every(({ orders, amount }) => orders === 0 && amount === 0)).toBe(true);
  });

  it('counts what is to be shipped, and what is late', { tags: ['@DESK-1'] }, async () => {
    const store = await createMerchant(shop);
    const [cloth = 0 as ProductId] = await addProducts(shop.db, [{ merchant_id: store.id, stock: 50 }]);
    const [late, soon, sent] = [
      await buy(shop, [[cloth, 1]]),
      await buy(shop, [[cloth, 1]]),
      await buy(shop, [[cloth, 1]]),
    ];
    await dueIn(late, -30);
    await dueIn(soon, 5);
    await deliver(shop.db, sent);
    const { to_ship } = await read(store);
    expect(to_ship).toMatchObject({ count: 2, late_count: 1 });
    expect(Date.parse(to_ship.oldest_ship_by ?? '')).toBeLessThan(Date.now() - 29 * 3_600_000);
  });

  it('has sales by day in Lagos, without cancelled pieces, and the 30 days before', { tags: ['@DESK-2'] }, async () => {
    const [today, , cancelled, before, old] = [
      await buy(shop, [[yam, 2]]),
      await buy(shop, [[pepper, 3]]),
      await buy(shop, [[pepper, 5]]),
      await buy(shop, [[yam, 4]]),
      await buy(shop, [[yam, 8]]),
    ];
    await age(before, 30);
    await age(old, 60);
    const cancel = (id: OrderId, position: number, quantity: number, left: number) =>
      farmer.call('POST', `/orders/${id}/cancel/`, { lines: [{ position, quantity, left }] });
    expect((await cancel(today, 0, 1, 2)).statusCode).toBe(200);
    expect((await cancel(cancelled, 0, 5, 5)).statusCode).toBe(200);
    const { sales } = await read(farmer);
    expect(sales.days.at(-1)).toMatchObject({ orders: 2, amount: 2500.5 + 3000 });
    expect(sales.previous).toEqual({ orders: 1, amount: 10_002 });
  });

  it('adds only the own lines of an order with products of several merchants', { tags: ['@DESK-2'] }, async () => {
    const [one, other] = [await createMerchant(shop), await createMerchant(shop)];
    const [mine = 0 as ProductId, theirs = 0 as ProductId] = await addProducts(shop.db, [
      { merchant_id: one.id, stock: 10, price_kobo: 123_400 },
      { merchant_id: other.id, stock: 10, price_kobo: 900_000 },
    ]);
    await buy(shop, [
      [mine, 2],
      [theirs, 1],
    ]);
    expect((await read(one)).sales.days.at(-1)).toMatchObject({ orders: 1, amount: 2468 });
    expect((await read(other)).sales.days.at(-1)).toMatchObject({ orders: 1, amount: 9000 });
  });

  it('names threads without an answer, low stock, and returns to decide', { tags: ['@DESK-1'] }, async () => {
    const store = await createStore(shop);
    const merchant = await createMerchant(shop, store.merchantId);
    const shopper = await createShopper(shop);
    const [first, second] = [
      await shopper.sendQuestion(store.productId, 'Size?', 'Which one?'),
      await shopper.sendQuestion(store.productId, 'Colour?', 'Which colour?'),
    ];
    await sql`update message_thread set unanswered_since = now() - interval '5 hours' where id = ${first}`.execute(
      shop.db,
    );
    await shopper.reply(first, 'Are you there?');
    const [low] = await addProducts(shop.db, [
      { merchant_id: store.merchantId, stock: 4, title: 'Iru woro' },
      { merchant_id: store.merchantId, stock: 5, title: 'Sweet cassava' },
      { merchant_id: store.merchantId, stock: 0, title: 'Nothing left' },
    ]);
    let today = await read(merchant);
    expect(today.unanswered?.count).toBe(2);
    expect(Date.parse(today.unanswered?.oldest_at ?? '')).toBeLessThan(Date.now() - 4.9 * 3_600_000);
    expect(today.low_stock).toMatchObject({
      count: 2,
      products: [{ id: low, title: 'Iru woro', stock: 4 }, { title: 'Sweet cassava' }],
    });
    await store.reply(first, 'I am');
    today = await read(merchant);
    expect(today.unanswered?.count).toBe(1);
    await store.reply(second, 'Blue');
    expect((await read(merchant)).unanswered).toEqual({ count: 0, oldest_at: null });

    const orderId = await buy(shop, [[store.productId, 1]]);
    await sql`
      insert into return_request (id, order_id, merchant_id, reason, refund_to, decide_by)
      values (${`${orderId}-R1`}, ${orderId}, ${store.merchantId}, 'damaged', 'original', '2026-12-04T10:00:00Z')`.execute(
      shop.db,
    );
    expect((await read(merchant)).returns).toEqual({ count: 1, decide_by: '2026-12-04T10:00:00.000Z' });
  });

  it('shows a person only what the role may read', { tags: ['@DESK-3', '@STAFF-3'] }, async () => {
    const asStaff = await openDeskAs(shop, farmer.id, 'staff');
    const { next_payout: hidden, ...staffView } = (await asStaff.call('GET', '/merchant/today/')).json() as Today;
    expect(hidden).toBeNull();
    expect(Object.values(staffView)).not.toContain(null);
    const asOwner = await openDeskAs(shop, farmer.id, 'owner');
    expect((await asOwner.call('GET', '/merchant/today/')).json().next_payout).not.toBeNull();
    expectRefusal(await shop.app.inject({ url: '/backend/merchant/today/' }), 'credentials_missing');
    expectRefusal(
      await shop.app.inject({ url: '/backend/merchant/today/', headers: { authorization: 'Token none' } }),
      'token_invalid',
    );
  });

  it('stops counting at a thousand', { tags: ['@DESK-1'] }, async () => {
    const store = await createMerchant(shop);
    const [bowl = 0 as ProductId] = await addProducts(shop.db, [{ merchant_id: store.id, stock: 10 }]);
    const id = await buy(shop, [[bowl, 1]]);
    expect(await readMerchantOrder(shop.db, store.id, { orderId: id, number: undefined })).toMatchObject({
      status: 'to_ship',
    });
    await sql`
      insert into shop_order (id, status, subtotal_kobo, shipment_kobo, discount_kobo, total_kobo, fingerprint, customer, ship_to, created_at,
        updated_at, expires_at)
      select upper(left(md5('many' || n), 12)), status, subtotal_kobo, shipment_kobo, discount_kobo, total_kobo, fingerprint, customer, ship_to,
        created_at, updated_at, expires_at
      from shop_order, generate_series(1, 1100) n where id = ${id}`.execute(shop.db);
    await sql`
      insert into fulfilment (id, order_id, merchant_id, ship_by)
      select id || '-1', id, ${store.id}, now() - interval '1 day' from shop_order
      where id in (select upper(left(md5('many' || n), 12)) from generate_series(1, 1100) n)`.execute(shop.db);
    expect((await read(store)).to_ship).toMatchObject({ count: 1001, late_count: 1001 });
  });
});

it('begins a day an hour before UTC, as in Lagos', { tags: ['@DESK-2'] }, async () => {
  const store = await createMerchant(shop);
  const [bowl = 0 as ProductId] = await addProducts(shop.db, [
    { merchant_id: store.id, stock: 10, price_kobo: 100_000 },
  ]);
  const paidAt = async (time: string) => {
    const id = await buy(shop, [[bowl, 1]]);
    await sql`update fulfilment set created_at = ${time} where order_id = ${id}`.execute(shop.db);
  };
  for (const time of ['2026-11-23T22:59:59Z', '2026-11-23T23:00:00Z', '2026-10-25T22:59:59Z']) await paidAt(time);
  const { sales } = await readToday(shop, store.id, () => true, new Date('2026-11-24T22:59:59Z'));
  expect([sales.days[0]?.day, sales.days.at(-1)]).toEqual([
    '2026-10-26',
    { day: '2026-11-24', orders: 1, kobo: 100_000 },
  ]);
  expect(sales.days.at(-2)).toMatchObject({ day: '2026-11-23', orders: 1 });
  expect(sales.previous).toEqual({ orders: 1, kobo: 100_000 });
});
