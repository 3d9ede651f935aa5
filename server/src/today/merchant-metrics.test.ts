import type { MerchantMetrics } from '@sokuwa/contract/today/merchant-metrics.schemas.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MerchantId, OrderId, ProductId } from '../platform/ids.ts';
import { openDeskAs } from '../testing/desk.ts';
import { createMerchant } from '../testing/merchant.ts';
import { expectRefusal } from '../testing/responses.ts';
import { buy, deliver, merchantBalances } from '../testing/sales.ts';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { readMerchantMetrics } from './merchant-metrics.service.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const read = async (
  merchantId: number,
  role: 'owner' | 'support' | 'catalogue' = 'owner',
): Promise<MerchantMetrics> => {
  const desk = await openDeskAs(shop, null, role);
  const response = await desk.call('GET', `/operator/merchants/${merchantId}/metrics/`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const dueIn = (orderId: OrderId, hours: number) =>
  sql`update fulfilment set ship_by = now() + make_interval(hours => ${hours}::integer) where order_id = ${orderId}`.execute(
    shop.db,
  );
const age = (orderId: OrderId, days: number) =>
  sql`update fulfilment set created_at = created_at - make_interval(days => ${days}::integer) where order_id = ${orderId}`.execute(
    shop.db,
  );
const requestReturn = (orderId: OrderId, merchantId: MerchantId, n: number, status: string) =>
  sql`insert into return_request (id, order_id, merchant_id, reason, refund_to, status)
    values (${`${orderId}-R${n}`}, ${orderId}, ${merchantId}, 'damaged', 'original', ${status})`.execute(shop.db);

it('of a merchant without orders, all metrics are zero', { tags: ['@DESK-18'] }, async () => {
  expect(await read((await createMerchant(shop)).id)).toEqual({
    orders: {
      to_ship: { count: 0, late_count: 0, oldest_ship_by: null },
      sales: { orders: 0, amount: 0 },
      shipping: { due: 0, on_time: 0 },
    },
    returns: { undecided: 0, orders_with_return: 0 },
    payouts: {
      owed: 0,
      next_payout: { amount: 0, status: null, expected_at: null, waiting_amount: 0, bank_account_label: null },
    },
  });
});

it('sales, orders on time and returns are those of 30 days', { tags: ['@DESK-18'] }, async () => {
  const merchant = await createMerchant(shop);
  const { id: merchantId } = merchant;
  const [drum = 0 as ProductId] = await addProducts(shop.db, [
    { merchant_id: merchantId, stock: 100, price_kobo: 1_000_050 },
  ]);
  const buyOne = () => buy(shop, [[drum, 1]]);
  const [onTime, tooLate, late, soon, old] = [
    await buyOne(),
    await buyOne(),
    await buyOne(),
    await buyOne(),
    await buyOne(),
  ];
  for (const shipped of [onTime, tooLate, old]) await deliver(shop.db, shipped);
  await dueIn(tooLate, -50);
  await dueIn(late, -30);
  await dueIn(soon, 20);
  await age(old, 30);
  await requestReturn(onTime, merchantId, 1, 'requested');
  await requestReturn(onTime, merchantId, 2, 'accepted');
  await requestReturn(tooLate, merchantId, 1, 'declined');
  await requestReturn(soon, merchantId, 1, 'withdrawn');
  await requestReturn(old, merchantId, 1, 'accepted');
  const { orders, returns, payouts } = await read(merchantId);
  expect(orders).toMatchObject({
    to_ship: { count: 2, late_count: 1 },
    sales: { orders: 4, amount: 40_002 },
    shipping: { due: 3, on_time: 1 },
  });
  expect(returns).toEqual({ undecided: 1, orders_with_return: 1 });
  const { merchant: pending = 0, payable = 0 } = await merchantBalances(shop.db, merchantId);
  expect(payouts?.owed).toBe(-(pending + payable) / 100);
  expect(payouts?.next_payout.waiting_amount).toBe(-pending / 100);
});

it('what was cancelled when it was late was not on time; what a dispute holds up is not late', {
  tags: ['@DESK-18'],
}, async () => {
  const merchant = await createMerchant(shop);
  const [drum = 0 as ProductId] = await addProducts(shop.db, [{ merchant_id: merchant.id, stock: 100 }]);
  const [cancelledLate, cancelled, disputed] = [
    await buy(shop, [[drum, 1]]),
    await buy(shop, [[drum, 1]]),
    await buy(shop, [[drum, 1]]),
  ];
  await dueIn(cancelledLate, -30);
  for (const id of [cancelledLate, cancelled])
    await merchant.call('POST', `/orders/${id}/cancel/`, { lines: [{ position: 0, quantity: 1, left: 1 }] });
  await dueIn(disputed, -30);
  await sql`
    insert into dispute (id, reference, status)
    select 'D-metrics', reference, 'awaiting-merchant-feedback' from payment where order_id = ${disputed}`.execute(
    shop.db,
  );
  expect((await read(merchant.id)).orders?.shipping).toEqual({ due: 1, on_time: 0 });
  await sql`update dispute set status = 'resolved', resolution = 'declined' where id = 'D-metrics'`.execute(shop.db);
  expect((await read(merchant.id)).orders?.shipping).toEqual({ due: 2, on_time: 0 });
});

it('the 30 days are those of Lagos, today included', { tags: ['@DESK-18'] }, async () => {
  const { id: merchantId } = await createMerchant(shop);
  const [drum = 0 as ProductId] = await addProducts(shop.db, [
    { merchant_id: merchantId, stock: 10, price_kobo: 100_000 },
  ]);
  const [before, first] = [await buy(shop, [[drum, 1]]), await buy(shop, [[drum, 1]])];
  const payAt = async (orderId: OrderId, time: string) => {
    await deliver(shop.db, orderId);
    await sql`update fulfilment set created_at = ${time} where order_id = ${orderId}`.execute(shop.db);
  };
  await payAt(before, '2026-10-25T22:59:59Z');
  await payAt(first, '2026-10-25T23:00:00Z');
  const metrics = await readMerchantMetrics(shop, merchantId, () => true, new Date('2026-11-24T22:59:59Z'));
  expect(metrics).toMatchObject({ orders: { sales: { orders: 1, amount: 1000 }, shipping: { due: 1, on_time: 1 } } });
});

it('what a role may not read is missing', { tags: ['@DESK-18', '@STAFF-4'] }, async () => {
  const { id: merchantId } = await createMerchant(shop);
  expect(await read(merchantId, 'catalogue')).toEqual({ orders: null, returns: null, payouts: null });
  const asSupport = await read(merchantId, 'support');
  expect(asSupport.payouts).toBeNull();
  expect(asSupport.orders).not.toBeNull();
  expect(asSupport.returns).not.toBeNull();
});

it('there are no metrics of an unknown merchant, and none for a merchant', { tags: ['@DESK-18'] }, async () => {
  const operator = await openDeskAs(shop, null, 'owner');
  expectRefusal(await operator.call('GET', '/operator/merchants/999999/metrics/'), 'not_found');
  expectRefusal(await operator.call('GET', '/operator/merchants/x/metrics/'), 'invalid_input');
  const { id: merchantId } = await createMerchant(shop);
  const owner = await openDeskAs(shop, merchantId, 'owner');
  expectRefusal(await owner.call('GET', `/operator/merchants/${merchantId}/metrics/`), 'not_a_member');
});
