import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { type Buyer, createBuyer, expirePaymentTime, runMinuteJobs } from '../testing/buyer.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addProduct, openTestShop, type TestShop } from '../testing/shop.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { takeStep } from './order.service.ts';

let shop: TestShop;
let yam: ProductId;
let buyer: Buyer;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  yam = await addProduct(shop.db, { stock: 10, price_kobo: 1_000_000, weight_grams: 500 });
  buyer = await createBuyer(shop, [[yam, 1]]);
});

const choose = async (reference: string, choice: 'approve' | 'decline') => {
  const { headers } = await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/${choice}` });
  const { pathname, search } = new URL(String(headers.location));
  await shop.app.inject({ url: pathname + search });
};
const pay = (id: string) => buyer.call('POST', `/orders/${id}/pay`, {});

describe('the reason of a cancellation', { tags: ['@ORDER-48'] }, () => {
  it('is null until the order is cancelled', async () => {
    const { id } = await buyer.placeOrder();
    expect((await buyer.readOrder(id)).cancelled_for).toBeNull();
  });

  it('is the buyer, the shop, a refused payment, a missed payment deadline, or another order', async () => {
    const byBuyer = await buyer.placeOrder();
    await buyer.cancelOrder(byBuyer.id);
    const byShop = await buyer.placeOrder();
    await takeStep(shop.db, byShop.id, { step: 'cancel' }, LIVE_ACT);
    const refused = await buyer.placeOrder();
    await choose(refused.reference, 'decline');
    const expired = await buyer.placeOrder();
    await expirePaymentTime(shop.db, expired.id);
    await runMinuteJobs(shop);
    const replaced = await buyer.placeOrder();
    await buyer.fillCart([[yam, 2]]);
    await buyer.placeOrder();
    const reasons = new Map((await buyer.listOrders()).map(({ id, cancelled_for }) => [id, cancelled_for]));
    expect([byBuyer, byShop, refused, expired, replaced].map(({ id }) => reasons.get(id))).toEqual([
      'buyer',
      'shop',
      'payment_refused',
      'expired',
      'replaced',
    ]);
  });
});

describe('the refunds of an order', { tags: ['@ORDER-49', '@ORDER-63'] }, () => {
  it('are empty for an order that was never paid', async () => {
    const { id } = await buyer.placeOrder();
    await buyer.cancelOrder(id);
    expect((await buyer.readOrder(id)).refunds).toEqual([]);
  });

  it('show each part, where it goes, and its progress from pending to done', async () => {
    await giveCredit(shop.db, buyer.accountId, 400_000);
    const response = await buyer.submitCheckout(await buyer.prepareCheckoutWithCredit());
    const { order_id, payment } = response.json();
    await choose(payment.data.reference, 'approve');
    const { total_price } = await buyer.readOrder(order_id);
    await buyer.cancelOrder(order_id);
    const time = expect.stringMatching(/^\d{4}-.+Z$/);
    const done = { status: 'done', requested_at: time, done_at: time, expected: null };
    const days = { from: expect.any(String), to: expect.any(String) };
    const pending = { status: 'pending', requested_at: time, done_at: null, expected: days };
    const credit = { amount: 4000, to: 'wallet', ...done };
    const part = { amount: total_price - 4000, to: 'payment_method' };
    expect((await buyer.readOrder(order_id)).refunds).toEqual([{ ...part, ...pending }, credit]);
    for (const [status, shown] of [
      ['accepted', { ...part, ...pending }],
      ['stuck', { ...part, ...pending }],
      ['done', { ...part, ...done }],
      ['wallet', { ...part, ...done, to: 'wallet' }],
      ['by hand', { ...part, ...done, to: 'other' }],
    ] as const) {
      const change = { status, ask_at: null };
      await shop.db.updateTable('refund').set(change).where('reference', '=', payment.data.reference).execute();
      expect((await buyer.readOrder(order_id)).refunds).toEqual([shown, credit]);
    }
  });
});

describe('a pending order', { tags: ['@ORDER-50'] }, () => {
  it('says until when it can be paid, and continues the same payment', async () => {
    const { id, reference } = await buyer.placeOrder();
    const { expires_at } = await shop.db
      .selectFrom('shop_order')
      .select('expires_at')
      .where('id', '=', id as OrderId)
      .executeTakeFirstOrThrow();
    expect((await buyer.readOrder(id)).payment_deadline).toBe(expires_at.toISOString());
    const response = await pay(id);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      order_id: id,
      payment: { data: { reference, authorization_url: `http://shop.test/sandbox/pay/${reference}` } },
    });
  });

  it('cannot be paid after its deadline, when it is paid, or when it is cancelled', async () => {
    const late = await buyer.placeOrder();
    await expirePaymentTime(shop.db, late.id);
    expectRefusal(await pay(late.id), 'order_not_payable');
    expect((await buyer.readOrder(late.id)).payment_deadline).toBeNull();
    await runMinuteJobs(shop);
    const paid = await buyer.placeOrder();
    await choose(paid.reference, 'approve');
    expectRefusal(await pay(paid.id), 'order_not_payable');
    await buyer.cancelOrder(paid.id);
    expectRefusal(await pay(paid.id), 'order_not_payable');
    expect((await buyer.readOrder(paid.id)).payment_deadline).toBeNull();
  });

  it('of another account is not found', { tags: ['@ORDER-25'] }, async () => {
    const { id } = await buyer.placeOrder();
    buyer = await createBuyer(shop, []);
    expectRefusal(await pay(id), 'not_found');
  });
});

it('an order says whether it can be cancelled', { tags: ['@ORDER-51', '@ORDER-13'] }, async () => {
  const { id, reference } = await buyer.placeOrder();
  const canCancel = async () => (await buyer.readOrder(id)).can_cancel;
  expect(await canCancel()).toBe(true);
  await choose(reference, 'approve');
  expect(await canCancel()).toBe(true);
  await takeStep(shop.db, id, { step: 'ship', tracking: 'T1' }, LIVE_ACT);
  expect(await canCancel()).toBe(false);
  expectRefusal(await buyer.cancelOrder(id), 'order_not_cancellable');
  await takeStep(shop.db, id, { step: 'deliver' }, LIVE_ACT);
  expect(await canCancel()).toBe(false);
  const cancelled = await createBuyer(shop, [[yam, 1]]);
  const other = await cancelled.placeOrder();
  await cancelled.cancelOrder(other.id);
  expect((await cancelled.readOrder(other.id)).can_cancel).toBe(false);
});
