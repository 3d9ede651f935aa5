import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { createBuyer, runMinuteJobs, sandboxPaymentsOf } from '../testing/buyer.ts';
import { addCoupon } from '../testing/checkout.ts';
import { addMerchant, addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { checkBooks } from './books.service.ts';
import { completeOrders } from './complete-orders.service.ts';
import { settlePayment } from './payment.service.ts';

let shop: TestShop;
let weaver: MerchantId;
let farmer: MerchantId;
let products: number[];
beforeAll(async () => {
  shop = await openTestShop({ COMMISSION_PER_MILLE: '100' });
  weaver = await addMerchant(shop.db);
  farmer = await addMerchant(shop.db);
  await shop.db.updateTable('merchant').set({ commission_per_mille: 75 }).where('id', '=', farmer).execute();
  products = await addProducts(shop.db, [
    { merchant_id: weaver, price_kobo: 1_000_001, weight_grams: 1000 },
    { merchant_id: farmer, price_kobo: 333_333, weight_grams: 500 },
    { merchant_id: farmer, price_kobo: 77_777, weight_grams: 250 },
  ]);
});
afterAll(() => shop.close());

const pay = async (reference: string) => {
  const provider = sandboxPaymentsOf(shop);
  await provider.choose(reference, 'approve');
  const state = await provider.verify(reference);
  if (state !== 'unknown') await settlePayment({ db: shop.db, log: shop.app.log }, state);
};
/** The entries of an order, by kind of transaction. */
const readEntries = async (orderId: string) => {
  const { rows } = await sql<{ kind: string; entries: [string, number | null, number][] }>`
    select t.kind, json_agg(json_build_array(e.account, e.merchant_id, e.amount_kobo) order by e.account, e.merchant_id) as entries
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    where t.order_id = ${orderId} group by t.id order by t.id`.execute(shop.db);
  return rows;
};
const readLines = (orderId: string) =>
  shop.db
    .selectFrom('order_line')
    .selectAll()
    .where('order_id', '=', orderId as OrderId)
    .orderBy('position')
    .execute();

/** Orders all three products with a coupon of ten percent and with credit, and pays. */
const buy = async () => {
  const [cloth = 0, yam = 0, pepper = 0] = products;
  const buyer = await createBuyer(shop, [
    [cloth, 1],
    [yam, 2],
    [pepper, 3],
  ]);
  const { code } = await addCoupon(shop.db);
  await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: code });
  await giveCredit(shop.db, buyer.accountId, 500_000);
  const response = await buyer.submitCheckout(await buyer.prepareCheckoutWithCredit());
  expect(response.statusCode, response.body).toBe(200);
  const { order_id: id, payment } = response.json();
  await pay(payment.data.reference);
  return { buyer, id, reference: payment.data.reference, lines: await readLines(id) };
};

it('a line has its shares of discount and delivery price, and the commission of its merchant', {
  tags: ['@BOOKS-4', '@BOOKS-5'],
}, async () => {
  const { id, lines } = await buy();
  const order = await shop.db.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const prices = [1_000_001, 666_666, 233_331];
  const discount = Math.floor(prices.reduce((sum, price) => sum + price, 0) / 10);
  expect(order.discount_kobo).toBe(discount);
  expect(lines.map(({ merchant_id }) => merchant_id)).toEqual([weaver, farmer, farmer]);
  // 10% of each is 100,000.1, 66,666.6 and 23,333.1: 189,999 are allocated, and the rest goes to the largest remainder.
  expect(lines.map(({ discount_kobo }) => discount_kobo)).toEqual([100_000, 66_666, 23_333]);
  // By weight: 1000, 1000 and 750 grams.
  const shares = lines.map(({ shipment_kobo }) => Number(shipment_kobo));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(order.shipment_kobo);
  expect(Math.abs((shares[0] ?? 0) - (order.shipment_kobo * 1000) / 2750)).toBeLessThan(1);
  // Ten percent by default, and the farmer's own 7.5%, rounded down.
  expect(lines.map(({ commission_kobo }) => commission_kobo)).toEqual([100_000, 49_999, 17_499]);
});

it('payment and sale are in the books: merchants get the price without the commission, the shop pays for the discount', {
  tags: ['@BOOKS-6'],
}, async () => {
  const { id } = await buy();
  const order = await shop.db.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { total_kobo: total, shipment_kobo: shipment, discount_kobo: discount } = order;
  expect(await readEntries(id)).toEqual([
    {
      kind: 'wallet use',
      entries: [
        ['deposits', null, -500_000],
        ['wallet', null, 500_000],
      ],
    },
    {
      kind: 'payment',
      entries: [
        ['clearing', null, total - 500_000],
        ['deposits', null, 500_000 - total],
      ],
    },
    {
      kind: 'sale',
      entries: [
        ['commission', null, -167_498],
        ['deposits', null, total],
        ['merchant', weaver, -900_001],
        ['merchant', farmer, -832_499],
        ['promotions', null, discount],
        ['shipping', null, -shipment],
      ],
    },
  ]);
});

it('a cancelled order has nothing left in the books but the refunds', { tags: ['@BOOKS-7'] }, async () => {
  const { buyer, id, reference } = await buy();
  expect((await buyer.cancelOrder(id)).statusCode).toBe(200);
  await runMinuteJobs(shop);
  const { rows } = await sql<{ account: string; kobo: number }>`
    select e.account, sum(e.amount_kobo)::bigint as kobo
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    where t.order_id = ${id} group by e.account having sum(e.amount_kobo) <> 0`.execute(shop.db);
  expect(rows).toEqual([]);
  expect((await readEntries(id)).map(({ kind }) => kind)).toEqual([
    'wallet use',
    'payment',
    'sale',
    'pieces cancelled',
    'refund owed',
    'wallet refund',
    'refund paid',
  ]);
  expect(await sandboxPaymentsOf(shop).verify(reference)).toMatchObject({ status: 'reversed' });
});

it('an order that a node of release 1.0 has written gets its shares and its sale, with a commission of nothing', {
  tags: ['@BOOKS-10'],
}, async () => {
  const { id, lines } = await buy();
  await shop.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`delete from ledger_entry where transaction_id in (
      select id from ledger_transaction where order_id = ${id} and kind in ('payment', 'sale'))`.execute(trx);
    await sql`delete from ledger_transaction where order_id = ${id} and kind in ('payment', 'sale')`.execute(trx);
  });
  await sql`update order_line set merchant_id = null, discount_kobo = null, shipment_kobo = null, commission_kobo = null
    where order_id = ${id}`.execute(shop.db);
  expect((await checkBooks(shop.db)).differences.map(({ order_id }) => order_id)).toContain(id);
  expect(await completeOrders(shop.db)).toMatchObject({ books: 1 });
  expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
  const completed = await readLines(id);
  expect(
    completed.map(({ merchant_id, discount_kobo, commission_kobo }) => [merchant_id, discount_kobo, commission_kobo]),
  ).toEqual(lines.map(({ merchant_id, discount_kobo }) => [merchant_id, discount_kobo, 0]));
  expect(await completeOrders(shop.db)).toEqual({ fulfilments: 0, books: 0 });
});

it('the check names what is wrong', { tags: ['@BOOKS-8'] }, async () => {
  const { id, reference } = await buy();
  await sql`update payment set status = 'failed' where reference = ${reference}`.execute(shop.db);
  const { differences } = await checkBooks(shop.db);
  expect(differences).toEqual([expect.objectContaining({ order_id: id, account: 'clearing', expected: 0 })]);
  await sql`update payment set status = 'success' where reference = ${reference}`.execute(shop.db);
});
