import type { Kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { SIGNATURE_HEADER } from '../ports/payments/paystack.protocol.ts';
import type { SandboxPayments } from '../ports/payments/sandbox.payments.ts';
import {
  type Buyer,
  createBuyer,
  expirePaymentTime,
  runMinuteJobs,
  sandboxPaymentsOf,
  stockOf,
  walletAmountsOf,
} from '../testing/buyer.ts';
import { addProduct, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { type PaymentOperator, paymentOperator, type RefundMethod } from './held-payments.service.ts';
import { takeStep } from './order.service.ts';

let shop: TestShop;
let provider: SandboxPayments;
let operator: PaymentOperator;
let yam: ProductId;
/** Has two of ten in the cart. */
let buyer: Buyer;
beforeAll(async () => {
  shop = await openTestShop();
  provider = sandboxPaymentsOf(shop);
  operator = paymentOperator(shop.db);
});
afterAll(() => shop.close());
beforeEach(async () => {
  yam = await addProduct(shop.db, { title: 'Puna yam', stock: 10, price_kobo: 1_245_000, weight_grams: 500 });
  buyer = await createBuyer(shop, [[yam, 2]]);
});

const SHORT = 200_000 as Kobo;
/** An order for which too little arrived, or as many cents. */
const heldOrder = async (currency: 'NGN' | 'USD' = 'NGN') => {
  const order = await buyer.placeOrder();
  const { reference } = order;
  await shop.db
    .updateTable('sandbox_payment')
    .set({ status: 'success', amount: SHORT })
    .where('reference', '=', reference)
    .execute();
  const data = { reference, status: 'success', currency, domain: 'test', amount: SHORT };
  const { body, signature } = await provider.sign({ event: 'charge.success', data });
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature };
  const answer = await shop.app.inject({ method: 'POST', url: '/backend/payment/webhook', headers, payload: body });
  expect(answer.statusCode).toBe(200);
  return order;
};
const paidOrder = async () => {
  const order = await buyer.placeOrder();
  await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${order.reference}/approve` });
  return order;
};
const forget = () => shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers: buyer.headers });
const payment = (reference: string) =>
  shop.db.selectFrom('payment').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
const refund = (reference: string) =>
  shop.db
    .selectFrom('refund')
    .select(['status', 'amount_kobo', 'reason'])
    .where('reference', '=', reference)
    .executeTakeFirst();
/** Makes the refunds that are due, and the mails that tell of them. */
const work = async () => {
  await runMinuteJobs(shop);
  expect(await shop.jobs.runDue()).toEqual([]);
};
const WAYS: RefundMethod[] = ['provider', 'wallet', 'hand'];

describe('a held payment', () => {
  it('is listed with what arrived and why it is held', async () => {
    const { id, reference } = await heldOrder();
    const { amount_kobo } = await payment(reference);
    expect((await operator.list()).filter((one) => one.reference === reference)).toEqual([
      {
        kind: 'payment',
        reference,
        order_id: id,
        order_status: 'Pending',
        amount_kobo,
        paid_amount: SHORT,
        paid_currency: 'NGN',
        reason: `200000 kobo were requested, not ${amount_kobo}`,
        since: expect.any(Date),
      },
    ]);
  });

  it('is taken for its order, which goes on as any that is paid', async () => {
    const { id, reference } = await heldOrder();
    expect(await operator.accept(reference, { dryRun: true })).toEqual({ orderId: id });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending' });
    expect(await payment(reference)).toMatchObject({ status: 'held' });
    expect(await operator.accept(reference, { dryRun: false })).toEqual({ orderId: id });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    await work();
    expect(await buyer.mailSubjects()).toEqual([`Your Sokuwa order ${id}`]);
    expect((await buyer.readCart()).cart).toEqual([]);
    expect(await operator.accept(reference, { dryRun: false })).toBe('not held');
    expect((await operator.list()).some((one) => one.reference === reference)).toBe(false);
  });

  it('that was taken gives back what arrived, and no more, when its order is cancelled', async () => {
    const { id, reference } = await heldOrder();
    await operator.accept(reference, { dryRun: false });
    expect((await buyer.cancelOrder(id)).statusCode).toBe(200);
    await work();
    expect(await refund(reference)).toEqual({ status: 'accepted', amount_kobo: SHORT, reason: 'cancelled' });
    expect(await provider.verify(reference)).toMatchObject({ status: 'reversed' });
  });

  it('is taken for an order that was given up meanwhile, while there is stock', async () => {
    const { id, reference } = await heldOrder();
    await expirePaymentTime(shop.db, id);
    await runMinuteJobs(shop);
    expect(await stockOf(shop.db, yam)).toBe(10);
    expect(await operator.accept(reference, { dryRun: true })).toEqual({ orderId: id });
    expect(await stockOf(shop.db, yam)).toBe(10);
    expect(await operator.accept(reference, { dryRun: false })).toEqual({ orderId: id });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    expect(await stockOf(shop.db, yam)).toBe(8);
  });

  it('is not taken for an order that can’t be had any more, and waits on', async () => {
    const paid = await heldOrder();
    const again = { ...(await payment(paid.reference)), reference: `${paid.id}-2` };
    await shop.db.insertInto('payment').values(again).execute();
    expect(await operator.accept(paid.reference, { dryRun: false })).toEqual({ orderId: paid.id });
    expect(await operator.accept(again.reference, { dryRun: false })).toBe('paid twice');
    buyer = await createBuyer(shop, [[yam, 2]]);
    const cancelled = await heldOrder();
    expect((await buyer.cancelOrder(cancelled.id)).statusCode).toBe(200);
    expect(await operator.accept(cancelled.reference, { dryRun: false })).toBe('cancelled');
    buyer = await createBuyer(shop, [[yam, 2]]);
    const late = await heldOrder();
    await expirePaymentTime(shop.db, late.id);
    await runMinuteJobs(shop);
    await shop.db.updateTable('product').set({ stock: 1 }).where('id', '=', yam).execute();
    expect(await operator.accept(late.reference, { dryRun: false })).toBe('too late');
    expect(await stockOf(shop.db, yam)).toBe(1);
    for (const { reference } of [again, cancelled, late])
      expect(await payment(reference)).toMatchObject({ status: 'held' });
  });

  it('goes back whole the way it came', async () => {
    const { id, reference } = await heldOrder();
    expect(await operator.refund(reference, 'provider', { dryRun: true })).toEqual({
      orderId: id,
      amount: SHORT,
      currency: 'NGN',
    });
    expect(await payment(reference)).toMatchObject({ status: 'held' });
    expect(await refund(reference)).toBeUndefined();
    expect(await operator.refund(reference, 'provider', { dryRun: false })).toEqual({
      orderId: id,
      amount: SHORT,
      currency: 'NGN',
    });
    await work();
    expect(await refund(reference)).toEqual({ status: 'accepted', amount_kobo: SHORT, reason: 'not as asked' });
    expect(await provider.verify(reference)).toMatchObject({ status: 'reversed' });
    expect(await buyer.mailSubjects()).toEqual([`₦2,000 back for your order ${id}`]);
    // The provider tells of it once more: it is settled.
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending' });
    for (const way of WAYS) expect(await operator.refund(reference, way, { dryRun: false })).toBe('not held');
  });

  it('goes into the wallet, once', async () => {
    const { id, reference } = await heldOrder();
    expect(await operator.refund(reference, 'wallet', { dryRun: false })).toEqual({
      orderId: id,
      amount: SHORT,
      currency: 'NGN',
    });
    expect(await operator.refund(reference, 'wallet', { dryRun: false })).toBe('not held');
    await work();
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([SHORT]);
    expect(await refund(reference)).toMatchObject({ status: 'wallet' });
    expect(await provider.verify(reference)).toMatchObject({ status: 'success' });
  });

  it('in another currency goes back by hand alone; taken and cancelled, its worth goes into the wallet', async () => {
    const { id, reference } = await heldOrder('USD');
    for (const way of ['provider', 'wallet'] as const)
      expect(await operator.refund(reference, way, { dryRun: false })).toBe('foreign');
    expect(await operator.refund(reference, 'hand', { dryRun: true })).toMatchObject({ orderId: id, currency: 'USD' });
    await operator.accept(reference, { dryRun: false });
    await takeStep(shop.db, id, { step: 'cancel' });
    await work();
    const { amount_kobo } = await payment(reference);
    expect(await refund(reference)).toEqual({ status: 'wallet', amount_kobo, reason: 'cancelled' });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([amount_kobo]);
  });

  it('is settled once by two operators at once', async () => {
    const { id, reference } = await heldOrder();
    const order = await shop.db.startTransaction().execute();
    await order
      .selectFrom('shop_order')
      .select('id')
      .where('id', '=', id as OrderId)
      .forUpdate()
      .execute();
    const both = Promise.all([
      operator.accept(reference, { dryRun: false }),
      operator.refund(reference, 'wallet', { dryRun: false }),
    ]);
    await waitUntilBlocked(shop.db, 2);
    await order.commit().execute();
    const settled = await both;
    expect(settled.filter((one) => one === 'not held')).toHaveLength(1);
    const isTaken = settled[0] !== 'not held';
    expect(await buyer.readOrder(id)).toMatchObject({ status: isTaken ? 'Paid' : 'Pending' });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual(isTaken ? [] : [SHORT]);
  });
});

describe('a stuck refund', () => {
  /** Of a buyer who is gone, by a provider that will not. */
  const stuck = async () => {
    const { id, reference } = await paidOrder();
    expect((await forget()).statusCode).toBe(200);
    const books = shop.db.updateTable('sandbox_payment').where('reference', '=', reference);
    await books.set({ status: 'failed' }).execute();
    await takeStep(shop.db, id, { step: 'cancel' });
    await work();
    expect(await refund(reference)).toMatchObject({ status: 'stuck' });
    return { id, reference, mend: () => books.set({ status: 'success' }).execute() };
  };

  it('is listed, and made once more', async () => {
    const { id, reference, mend } = await stuck();
    expect(await operator.list()).toContainEqual(
      expect.objectContaining({ kind: 'refund', reference, order_id: id, reason: expect.stringMatching(/not paid/) }),
    );
    expect(await operator.accept(reference, { dryRun: false })).toBe('not held');
    await operator.refund(reference, 'provider', { dryRun: false });
    await work();
    expect(await refund(reference)).toMatchObject({ status: 'stuck' });
    await mend();
    const { amount_kobo: amount } = await payment(reference);
    expect(await operator.refund(reference, 'provider', { dryRun: false })).toEqual({
      orderId: id,
      amount,
      currency: 'NGN',
    });
    await work();
    expect(await refund(reference)).toMatchObject({ status: 'accepted' });
  });

  it('is written down as given back by hand; there is no wallet', async () => {
    const { reference } = await stuck();
    expect(await operator.refund(reference, 'wallet', { dryRun: false })).toBe('no wallet');
    expect(await operator.refund(reference, 'hand', { dryRun: false })).toMatchObject({ amount: expect.any(Number) });
    expect(await refund(reference)).toMatchObject({ status: 'by hand' });
    expect(await operator.refund(reference, 'hand', { dryRun: false })).toBe('not held');
    await work();
    expect(await provider.verify(reference)).toMatchObject({ status: 'failed' });
  });
});

it('a payment that nobody knows is none to settle', async () => {
  expect(await operator.accept('7F3KQ2M9XW4T-1', { dryRun: false })).toBe('not held');
  expect(await operator.refund('7F3KQ2M9XW4T-1', 'hand', { dryRun: false })).toBe('not held');
});
