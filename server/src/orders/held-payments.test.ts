import type { Kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { isRefused, refuse } from '../platform/refusal.ts';
import { SIGNATURE_HEADER } from '../ports/payments/paystack.protocol.ts';
import type { SandboxPayments } from '../ports/payments/sandbox.payments.ts';
import { expectSameBooksFromTables } from '../testing/books.ts';
import {
  type Buyer,
  createBuyer,
  expirePaymentTime,
  runMinuteJobs,
  sandboxPaymentsOf,
  stockOf,
  walletAmountsOf,
} from '../testing/buyer.ts';
import { DRY_ACT, LIVE_ACT, signInOperator } from '../testing/operator.ts';
import { addProduct, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { checkBooks } from './books.service.ts';
import { cancelPieces } from './cancellation.service.ts';
import { selectParcels } from './fulfilment.sql.ts';
import { createGoodwillRefund } from './goodwill.service.ts';
import { type PaymentOperator, paymentOperator, type RefundMethod } from './held-payments.service.ts';
import { takeStep } from './order.service.ts';
import { refundReturned } from './refund-returned.service.ts';
import { withOrder } from './with-order.ts';

let shop: TestShop;
let provider: SandboxPayments;
let operator: PaymentOperator;
let yam: ProductId;
/** A buyer with two yams in the cart. */
let buyer: Buyer;
beforeAll(async () => {
  shop = await openTestShop();
  provider = sandboxPaymentsOf(shop);
  operator = paymentOperator(shop.db);
});
afterAll(async () => {
  await expectSameBooksFromTables(shop.db, changedByHand);
  await shop.close();
});
/** Orders to which a test has added a payment. */
const changedByHand: string[] = [];
beforeEach(async () => {
  yam = await addProduct(shop.db, { title: 'Puna yam', stock: 10, price_kobo: 1_245_000, weight_grams: 500 });
  buyer = await createBuyer(shop, [[yam, 2]]);
});

const PAID_KOBO = 200_000 as Kobo;
/** Places an order and pays a wrong amount, or the wrong currency. */
const createHeldOrder = async (currency: 'NGN' | 'USD' = 'NGN') => {
  const order = await buyer.placeOrder();
  const { reference } = order;
  await shop.db
    .updateTable('sandbox_payment')
    .set({ status: 'success', amount: PAID_KOBO })
    .where('reference', '=', reference)
    .execute();
  const data = { reference, status: 'success', currency, domain: 'test', amount: PAID_KOBO };
  const { body, signature } = await provider.sign({ event: 'charge.success', data });
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature };
  const response = await shop.app.inject({ method: 'POST', url: '/backend/payment/webhook', headers, payload: body });
  expect(response.statusCode).toBe(200);
  return order;
};
const createPaidOrder = async () => {
  const order = await buyer.placeOrder();
  await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${order.reference}/approve` });
  return order;
};
const deleteAccount = () =>
  shop.app.inject({
    method: 'DELETE',
    url: '/backend/user-profile-update?confirm_undelivered=true',
    headers: buyer.headers,
  });
const readPayment = (reference: string) =>
  shop.db.selectFrom('payment').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
const readRefund = (reference: string) =>
  shop.db
    .selectFrom('refund')
    .select(['status', 'amount_kobo', 'reason'])
    .where('reference', '=', reference)
    .executeTakeFirst();
/** Runs the due refunds, then sends their mails. */
const runDueJobs = async () => {
  await runMinuteJobs(shop);
  expect(await shop.jobs.runDue()).toEqual([]);
};
const REFUND_METHODS: RefundMethod[] = ['provider', 'wallet', 'hand'];

describe('a held payment', () => {
  it('is listed with the paid amount and the reason', async () => {
    const { id, reference } = await createHeldOrder();
    const { amount_kobo } = await readPayment(reference);
    expect((await operator.list()).filter((row) => row.reference === reference)).toEqual([
      {
        kind: 'payment',
        reference,
        order_id: id,
        order_status: 'Pending',
        amount_kobo,
        paid_amount: PAID_KOBO,
        paid_currency: 'NGN',
        reason: `200000 kobo were requested, not ${amount_kobo}`,
        since: expect.any(Date),
        due_at: null,
      },
    ]);
  });

  it('pays its order when an operator accepts it', async () => {
    const { id, reference } = await createHeldOrder();
    expect(await operator.accept(reference, DRY_ACT)).toEqual({ orderId: id });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending' });
    expect(await readPayment(reference)).toMatchObject({ status: 'held' });
    expect(await operator.accept(reference, LIVE_ACT)).toEqual({ orderId: id });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    await runDueJobs();
    expect(await buyer.mailSubjects()).toEqual([`Your Sokuwa order ${id}`]);
    expect((await buyer.readCart()).cart).toEqual([]);
    expect(await operator.accept(reference, LIVE_ACT)).toEqual(refuse('payment_not_held'));
    expect((await operator.list()).some((row) => row.reference === reference)).toBe(false);
  });

  it('that was accepted is refunded with the paid amount when its order is cancelled', async () => {
    const { id, reference } = await createHeldOrder();
    await operator.accept(reference, LIVE_ACT);
    expect((await buyer.cancelOrder(id)).statusCode).toBe(200);
    await runDueJobs();
    expect(await readRefund(reference)).toEqual({ status: 'done', amount_kobo: PAID_KOBO, reason: 'cancelled' });
    expect(await provider.verify(reference)).toMatchObject({ status: 'reversed' });
  });

  it('that was accepted though it was short is refunded in proportion when a part is cancelled', {
    tags: ['@BOOKS-11'],
  }, async () => {
    const { id, reference } = await createHeldOrder();
    await operator.accept(reference, LIVE_ACT);
    const orderId = id as OrderId;
    const cancelYam = () =>
      withOrder(shop.db, orderId, (trx, order) => cancelPieces(trx, order, `${id}-1`, [{ position: 0, quantity: 1 }]));
    expect(await cancelYam()).toBe('Paid');
    expect((await checkBooks(shop.db)).differences.filter(({ order_id }) => order_id === id)).toEqual([]);
    const { total_kobo, shipment_kobo } = await shop.db
      .selectFrom('shop_order')
      .select(['total_kobo', 'shipment_kobo'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const value = 1_245_000 + Math.floor(shipment_kobo / 2);
    const unpaid = Math.floor((value * (total_kobo - PAID_KOBO)) / total_kobo);
    expect(await readRefund(`${reference}.1`)).toMatchObject({
      amount_kobo: value - unpaid,
      reason: 'pieces cancelled',
    });
    expect(await cancelYam()).toBe('Cancelled');
    expect(await readRefund(`${reference}.2`)).toMatchObject({ amount_kobo: PAID_KOBO - (value - unpaid) });
    expect((await checkBooks(shop.db)).differences.filter(({ order_id }) => order_id === id)).toEqual([]);
  });

  it('that was accepted though it was short is refunded in proportion when a part is returned', {
    tags: ['@BOOKS-11'],
  }, async () => {
    const { id, reference } = await createHeldOrder();
    await operator.accept(reference, LIVE_ACT);
    for (const step of ['ship', 'deliver'] as const)
      await takeStep(shop.db, id, step === 'ship' ? { step, tracking: 'T1' } : { step }, LIVE_ACT);
    const { amount_kobo: total } = await readPayment(reference);
    const [parcel] = await selectParcels(shop.db, [id as OrderId]);
    const pieces = [{ parcel_id: parcel?.id ?? 0, position: 0, quantity: 1 }];
    const { toPayment } =
      (await withOrder(shop.db, id as OrderId, (trx, order) =>
        refundReturned(trx, order, pieces, { to: 'original', restock: true, isMissing: false }),
      )) ?? {};
    expect(toPayment).toBe(1_245_000 - Math.floor((1_245_000 * (total - PAID_KOBO)) / total));
    expect((await checkBooks(shop.db)).differences.filter(({ order_id }) => order_id === id)).toEqual([]);
  });

  it('pays an expired order while there is stock', async () => {
    const { id, reference } = await createHeldOrder();
    await expirePaymentTime(shop.db, id);
    await runMinuteJobs(shop);
    expect(await stockOf(shop.db, yam)).toBe(10);
    expect(await operator.accept(reference, DRY_ACT)).toEqual({ orderId: id });
    expect(await stockOf(shop.db, yam)).toBe(10);
    expect(await operator.accept(reference, LIVE_ACT)).toEqual({ orderId: id });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    expect(await stockOf(shop.db, yam)).toBe(8);
  });

  it('stays held when its order can no longer be paid', async () => {
    const order = await createHeldOrder();
    const second = { ...(await readPayment(order.reference)), reference: `${order.id}-2` };
    await shop.db.insertInto('payment').values(second).execute();
    changedByHand.push(order.id);
    expect(await operator.accept(order.reference, LIVE_ACT)).toEqual({ orderId: order.id });
    expect(await operator.accept(second.reference, LIVE_ACT)).toMatchObject({
      refused: 'payment_not_acceptable',
      text: expect.stringContaining('is paid already'),
    });
    buyer = await createBuyer(shop, [[yam, 2]]);
    const cancelled = await createHeldOrder();
    expect((await buyer.cancelOrder(cancelled.id)).statusCode).toBe(200);
    expect(await operator.accept(cancelled.reference, LIVE_ACT)).toMatchObject({
      refused: 'payment_not_acceptable',
      text: expect.stringContaining('was cancelled or replaced'),
    });
    buyer = await createBuyer(shop, [[yam, 2]]);
    const expiredOrder = await createHeldOrder();
    await expirePaymentTime(shop.db, expiredOrder.id);
    await runMinuteJobs(shop);
    await shop.db.updateTable('product').set({ stock: 1 }).where('id', '=', yam).execute();
    expect(await operator.accept(expiredOrder.reference, LIVE_ACT)).toMatchObject({
      refused: 'payment_not_acceptable',
      text: expect.stringContaining('expired'),
    });
    expect(await stockOf(shop.db, yam)).toBe(1);
    for (const { reference } of [second, cancelled, expiredOrder])
      expect(await readPayment(reference)).toMatchObject({ status: 'held' });
  });

  it('is refunded in full through the provider', async () => {
    const { id, reference } = await createHeldOrder();
    expect(await operator.refund(reference, 'provider', DRY_ACT)).toEqual({
      orderId: id,
      amount: PAID_KOBO,
      currency: 'NGN',
    });
    expect(await readPayment(reference)).toMatchObject({ status: 'held' });
    expect(await readRefund(reference)).toBeUndefined();
    expect(await operator.refund(reference, 'provider', LIVE_ACT)).toEqual({
      orderId: id,
      amount: PAID_KOBO,
      currency: 'NGN',
    });
    await runDueJobs();
    expect(await readRefund(reference)).toEqual({ status: 'done', amount_kobo: PAID_KOBO, reason: 'not as asked' });
    expect(await provider.verify(reference)).toMatchObject({ status: 'reversed' });
    expect(await buyer.mailSubjects()).toEqual([`₦2,000 back for your order ${id}`]);
    // The provider reports the payment once more: it is settled already.
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending' });
    for (const method of REFUND_METHODS)
      expect(await operator.refund(reference, method, LIVE_ACT)).toEqual(refuse('payment_not_held'));
  });

  it('is refunded into the wallet once', async () => {
    const { id, reference } = await createHeldOrder();
    expect(await operator.refund(reference, 'wallet', LIVE_ACT)).toEqual({
      orderId: id,
      amount: PAID_KOBO,
      currency: 'NGN',
    });
    expect(await operator.refund(reference, 'wallet', LIVE_ACT)).toEqual(refuse('payment_not_held'));
    await runDueJobs();
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([PAID_KOBO]);
    expect(await readRefund(reference)).toMatchObject({ status: 'wallet' });
    expect((await shop.mailbox.read(buyer.email))[0]?.text).toContain('\nIt is in your Sokuwa wallet.');
    expect(await provider.verify(reference)).toMatchObject({ status: 'success' });
  });

  it('in another currency is refunded only outside the shop; if it was accepted and its order is cancelled, the order’s amount is credited to the wallet', async () => {
    const { id, reference } = await createHeldOrder('USD');
    for (const method of ['provider', 'wallet'] as const)
      expect(await operator.refund(reference, method, LIVE_ACT)).toEqual(refuse('payment_foreign'));
    expect(await operator.refund(reference, 'hand', DRY_ACT)).toMatchObject({ orderId: id, currency: 'USD' });
    await operator.accept(reference, LIVE_ACT);
    await takeStep(shop.db, id, { step: 'cancel' }, LIVE_ACT);
    await runDueJobs();
    const { amount_kobo } = await readPayment(reference);
    expect(await readRefund(reference)).toEqual({ status: 'wallet', amount_kobo, reason: 'cancelled' });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([amount_kobo]);
  });

  it('is settled once when two operators settle it concurrently', async () => {
    const { id, reference } = await createHeldOrder();
    const other = await shop.db.startTransaction().execute();
    await other
      .selectFrom('shop_order')
      .select('id')
      .where('id', '=', id as OrderId)
      .forUpdate()
      .execute();
    const settlements = Promise.all([
      operator.accept(reference, LIVE_ACT),
      operator.refund(reference, 'wallet', LIVE_ACT),
    ]);
    await waitUntilBlocked(shop.db, 2);
    await other.commit().execute();
    const results = await settlements;
    expect(results.filter(isRefused)).toHaveLength(1);
    const isAccepted = !isRefused(results[0]);
    expect(await buyer.readOrder(id)).toMatchObject({ status: isAccepted ? 'Paid' : 'Pending' });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual(isAccepted ? [] : [PAID_KOBO]);
  });
});

describe('a stuck refund', () => {
  /** Creates a refund that the provider refuses, of a buyer whose account is deleted. */
  const createStuckRefund = async () => {
    const { id, reference } = await createPaidOrder();
    expect((await deleteAccount()).statusCode).toBe(200);
    const sandboxPayment = shop.db.updateTable('sandbox_payment').where('reference', '=', reference);
    await sandboxPayment.set({ status: 'failed' }).execute();
    await takeStep(shop.db, id, { step: 'cancel' }, LIVE_ACT);
    await runDueJobs();
    expect(await readRefund(reference)).toMatchObject({ status: 'stuck' });
    return { id, reference, allowRefund: () => sandboxPayment.set({ status: 'success' }).execute() };
  };

  it('is listed, and can be retried through the provider', async () => {
    const { id, reference, allowRefund } = await createStuckRefund();
    expect(await operator.list()).toContainEqual(
      expect.objectContaining({ kind: 'stuck', reference, order_id: id, reason: expect.stringMatching(/not paid/) }),
    );
    expect(await operator.accept(reference, LIVE_ACT)).toEqual(refuse('payment_not_held'));
    await operator.refund(reference, 'provider', LIVE_ACT);
    await runDueJobs();
    expect(await readRefund(reference)).toMatchObject({ status: 'stuck' });
    await allowRefund();
    const { amount_kobo: amount } = await readPayment(reference);
    expect(await operator.refund(reference, 'provider', LIVE_ACT)).toEqual({
      orderId: id,
      amount,
      currency: 'NGN',
    });
    await runDueJobs();
    expect(await readRefund(reference)).toMatchObject({ status: 'done' });
  });

  it('can be recorded as refunded outside the shop, but not credited to a deleted account', async () => {
    const { reference } = await createStuckRefund();
    expect(await operator.refund(reference, 'wallet', LIVE_ACT)).toEqual(refuse('account_deleted'));
    expect(await operator.refund(reference, 'hand', LIVE_ACT)).toMatchObject({ amount: expect.any(Number) });
    expect(await readRefund(reference)).toMatchObject({ status: 'by hand' });
    expect(await operator.refund(reference, 'hand', LIVE_ACT)).toEqual(refuse('payment_not_held'));
    await runDueJobs();
    expect(await provider.verify(reference)).toMatchObject({ status: 'failed' });
  });
});

describe('a stuck refund of a part of a payment', () => {
  const createStuckPart = async () => {
    const { id, reference: payment } = await createPaidOrder();
    await createGoodwillRefund(shop.db, id as OrderId, { amount: 50_000 as Kobo, to: 'original', key: 'k' }, LIVE_ACT);
    const reference = `${payment}.1`;
    await shop.db
      .updateTable('refund')
      .set({ status: 'stuck', refused_for: 'refused', ask_at: null })
      .where('reference', '=', reference)
      .execute();
    return { id, payment, reference };
  };

  it.each([
    ['provider', 'done', []],
    ['wallet', 'wallet', [50_000]],
    ['hand', 'by hand', []],
  ] as const)('can be settled by the way of %s', { tags: ['@PAYMENT-42'] }, async (method, status, credited) => {
    const { id, payment, reference } = await createStuckPart();
    expect((await operator.list()).filter((row) => row.order_id === id)).toMatchObject([{ reference, kind: 'stuck' }]);
    expect(await operator.refund(payment, method, LIVE_ACT)).toEqual(refuse('payment_not_held'));
    expect(await operator.accept(reference, LIVE_ACT)).toEqual(refuse('payment_not_held'));
    expect(await operator.refund(reference, method, LIVE_ACT)).toEqual({
      orderId: id,
      amount: 50_000,
      currency: 'NGN',
    });
    await runDueJobs();
    expect(await readRefund(reference)).toMatchObject({ status, amount_kobo: 50_000 });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual(credited);
    expect(await operator.refund(reference, method, LIVE_ACT)).toEqual(refuse('payment_not_held'));
    const { differences } = await checkBooks(shop.db);
    expect(differences.filter(({ order_id }) => order_id === id)).toEqual([]);
  });

  it('can be settled by an operator’s program', async () => {
    const { id, reference } = await createStuckPart();
    const response = await shop.app.inject({
      method: 'POST',
      url: `/backend/operator/payments/${reference}/refund/`,
      headers: await signInOperator(shop),
      payload: { by: 'hand', reason: 'paid by bank transfer' },
    });
    expect(response.json()).toMatchObject({ order_id: id });
    expect(await readRefund(reference)).toMatchObject({ status: 'by hand' });
  });
});

it('an unknown payment cannot be settled', async () => {
  expect(await operator.accept('7F3KQ2M9XW4T-1', LIVE_ACT)).toEqual(refuse('payment_not_held'));
  expect(await operator.refund('7F3KQ2M9XW4T-1', 'hand', LIVE_ACT)).toEqual(refuse('payment_not_held'));
});
