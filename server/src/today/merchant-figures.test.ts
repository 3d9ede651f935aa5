import type { MerchantFigures } from '@sokuwa/contract/today/merchant-figures.schemas.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MerchantId, OrderId, ProductId } from '../platform/ids.ts';
import { openDeskAs } from '../testing/desk.ts';
import { createMerchant } from '../testing/merchant.ts';
import { expectRefusal } from '../testing/responses.ts';
import { buy, deliver } from '../testing/sales.ts';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const read = async (
  merchantId: number,
  role: 'owner' | 'support' | 'catalogue' = 'owner',
): Promise<MerchantFigures> => {
  const desk = await openDeskAs(shop, null, role);
  const response = await desk.call('GET', `/operator/merchants/${merchantId}/figures/`);
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

it('of a merchant without orders, all figures are zero', { tags: ['@DESK-18'] }, async () => {
  expect(await read((await createMerchant(shop)).id)).toEqual({
    orders: {
      to_ship: { count: 0, late_count: 0, oldest_ship_by: null },
      sales: { orders: 0, amount: 0 },
      shipping: { due: 0, in_time: 0 },
    },
    returns: { undecided: 0, returned_orders: 0 },
    payouts: {
      balance: { pending: 0, payable: 0, on_the_way: 0 },
      next_payout: { amount: 0, status: null, expected_at: null, waiting_amount: 0, bank_account_label: null },
    },
  });
});

it('sales, orders in time and returns are those of 30 days', { tags: ['@DESK-18'] }, async () => {
  const { id: merchantId } = await createMerchant(shop);
  const [drum = 0 as ProductId] = await addProducts(shop.db, [
    { merchant_id: merchantId, stock: 100, price_kobo: 1_000_050 },
  ]);
  const buyOne = () => buy(shop, [[drum, 1]]);
  const [inTime, tooLate, late, soon, old] = [
    await buyOne(),
    await buyOne(),
    await buyOne(),
    await buyOne(),
    await buyOne(),
  ];
  await deliver(shop.db, inTime);
  await deliver(shop.db, tooLate);
  await deliver(shop.db, old);
  await dueIn(tooLate, -50);
  await dueIn(late, -30);
  await dueIn(soon, 20);
  await age(old, 30);
  await requestReturn(inTime, merchantId, 1, 'requested');
  await requestReturn(inTime, merchantId, 2, 'accepted');
  await requestReturn(tooLate, merchantId, 1, 'declined');
  await requestReturn(soon, merchantId, 1, 'withdrawn');
  await requestReturn(old, merchantId, 1, 'accepted');
  const { orders, returns, payouts } = await read(merchantId);
  expect(orders).toMatchObject({
    to_ship: { count: 2, late_count: 1 },
    sales: { orders: 4, amount: 40_002 },
    shipping: { due: 3, in_time: 1 },
  });
  expect(returns).toEqual({ undecided: 1, returned_orders: 1 });
  expect(payouts?.balance.pending).toBeGreaterThan(0);
  expect(payouts?.next_payout.waiting_amount).toBe(payouts?.balance.pending);
});

it('what a role may not read is missing', { tags: ['@DESK-18', '@STAFF-3'] }, async () => {
  const { id: merchantId } = await createMerchant(shop);
  expect(await read(merchantId, 'catalogue')).toEqual({ orders: null, returns: null, payouts: null });
  const asSupport = await read(merchantId, 'support');
  expect(asSupport.payouts).toBeNull();
  expect(asSupport.orders).not.toBeNull();
  expect(asSupport.returns).not.toBeNull();
});

it('there are no figures of an unknown merchant, and none for a merchant', { tags: ['@DESK-18'] }, async () => {
  const operator = await openDeskAs(shop, null, 'owner');
  expectRefusal(await operator.call('GET', '/operator/merchants/999999/figures/'), 'not_found');
  expectRefusal(await operator.call('GET', '/operator/merchants/x/figures/'), 'invalid_input');
  const { id: merchantId } = await createMerchant(shop);
  const owner = await openDeskAs(shop, merchantId, 'owner');
  expectRefusal(await owner.call('GET', `/operator/merchants/${merchantId}/figures/`), 'not_a_member');
});
