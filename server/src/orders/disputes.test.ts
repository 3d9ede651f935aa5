import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { isRefused } from '../platform/refusal.ts';
import { type Buyer, createBuyer, runMinuteJobs, walletAmountsOf } from '../testing/buyer.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { PaystackServer } from '../testing/paystack-server.ts';
import { addProduct, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { checkBooks } from './books.service.ts';
import { selectDisputeState } from './dispute.sql.ts';
import { type PaymentOperator, paymentOperator } from './held-payments.service.ts';
import { takeStep } from './order.service.ts';
import { countDisputes } from './payment.sql.ts';

const paystack = new PaystackServer();
let shop: TestShop;
let operator: PaymentOperator;
let drum: ProductId;
let buyer: Buyer;
/** A paid order. */
let order: { id: string; reference: string };
/** The provider's id of the test's dispute. */
let disputeId = 358_950;
beforeAll(async () => {
  const url = await paystack.open();
  shop = await openTestShop({ PAYSTACK_SECRET_KEY: paystack.secretKey, PAYSTACK_URL: url });
  operator = paymentOperator(shop.db);
  drum = await addProduct(shop.db, { stock: 1000 });
});
afterAll(async () => {
  await shop.close();
  await paystack.close();
});
beforeEach(async () => {
  await shop.db.deleteFrom('dispute').execute();
  disputeId++;
  buyer = await createBuyer(shop, [[drum, 1]]);
  order = await buyer.placeOrder();
  paystack.set(order.reference, 'success');
  await postEvent('charge.success', { reference: order.reference, ...describePayment() });
});

afterEach(async () => {
  const { differences } = await checkBooks(shop.db);
  // The disputes of other orders are deleted.
  expect(differences.filter(({ order_id }) => order_id === order.id)).toEqual([]);
});

const describePayment = () => ({
  status: 'success',
  currency: 'NGN',
  amount: paystack.transactions.get(order.reference)?.amount,
});
const postEvent = async (event: string, data: object) => {
  const { body, signature } = paystack.sign({ event, data });
  const response = await shop.app.inject({
    method: 'POST',
    url: '/backend/payment/webhook',
    headers: { 'x-paystack-signature': signature, 'content-type': 'application/json' },
    payload: body,
  });
  expect(response.statusCode).toBe(200);
};
const describeDispute = (status = 'awaiting-merchant-feedback', resolution: string | null = null) => ({
  id: disputeId,
  status,
  resolution,
  refund_amount: 825_600,
  dueAt: '2026-11-23T18:00:00.000Z',
  domain: 'test',
  transaction: { id: 1, reference: order.reference },
});
const ship = () => takeStep(shop.db, order.id, { step: 'ship', tracking: 'T1' }, LIVE_ACT);
const makeDue = () =>
  shop.db
    .updateTable('dispute')
    .set({ ask_at: new Date(0) })
    .execute();
const heldRow = async () => (await operator.list()).find(({ reference }) => reference === order.reference);

it('a disputed order is not shipped until its dispute is resolved', {
  tags: ['@PAYMENT-44', '@FULFIL-5'],
}, async () => {
  await postEvent('charge.dispute.create', describeDispute());
  expect(await ship()).toMatchObject({ refused: 'order_disputed' });
  await postEvent('charge.dispute.remind', describeDispute());
  expect(await buyer.readOrder(order.id)).toMatchObject({ status: 'Paid' });
  await postEvent('charge.dispute.resolve', describeDispute('resolved', 'declined'));
  expect(await ship()).toEqual({ from: 'Paid', to: 'Shipped' });
});

it('an open dispute of an order counts before a lost one, and a lost one before a won one', {
  tags: ['@PAYMENT-44'],
}, async () => {
  const add = (id: string, status: string, resolution: string | null) =>
    shop.db.insertInto('dispute').values({ id, reference: order.reference, status, resolution }).execute();
  const readState = () => selectDisputeState(shop.db, order.id as OrderId);
  expect(await readState()).toBe('none');
  await add('won', 'resolved', 'declined');
  expect(await readState()).toBe('none');
  await add('lost', 'resolved', 'auto-accepted');
  expect(await readState()).toBe('lost');
  await add('open', 'awaiting', null);
  expect(await readState()).toBe('open');
  await shop.db.deleteFrom('dispute').execute();
});

it('a dispute and a shipment at the same time: only one succeeds', { tags: ['@PAYMENT-44'] }, async () => {
  const other = await shop.db.startTransaction().execute();
  await other
    .selectFrom('shop_order')
    .select('id')
    .where('id', '=', order.id as OrderId)
    .forUpdate()
    .execute();
  const results = Promise.all([postEvent('charge.dispute.create', describeDispute()), ship()]);
  await waitUntilBlocked(shop.db, 2);
  await other.commit().execute();
  const [, shipped] = await results;
  // Either the shipment came first, or the dispute refused it.
  const { status } = await buyer.readOrder(order.id);
  expect(status).toBe(isRefused(shipped) ? 'Paid' : shipped.to);
  if (isRefused(shipped)) expect(shipped.refused).toBe('order_disputed');
  else expect(shipped.to).toBe('Shipped');
});

it('an open dispute is in the operator’s list with its deadline, and is counted for the doctor', {
  tags: ['@PAYMENT-45'],
}, async () => {
  await postEvent('charge.dispute.create', describeDispute());
  expect(await heldRow()).toMatchObject({
    kind: 'dispute',
    order_id: order.id,
    reason: 'awaiting-merchant-feedback',
    due_at: new Date('2026-11-23T18:00:00.000Z'),
  });
  expect(await countDisputes(shop.db)).toEqual([{ status: 'open', count: 1 }]);
  await postEvent('charge.dispute.resolve', describeDispute('resolved', 'declined'));
  expect(await heldRow()).toBeUndefined();
  expect(await countDisputes(shop.db)).toEqual([{ status: 'resolved', count: 1 }]);
});

it.each(['merchant-accepted', 'auto-accepted'])(
  'a dispute that is lost (%s) is shown until its order is cancelled',
  {
    tags: ['@PAYMENT-45'],
  },
  async (resolution) => {
    await postEvent('charge.dispute.resolve', describeDispute('resolved', resolution));
    expect(await heldRow()).toMatchObject({ kind: 'lost dispute', reason: resolution });
    expect(await countDisputes(shop.db)).toEqual([{ status: 'lost', count: 1 }]);
    await takeStep(shop.db, order.id, { step: 'cancel' }, LIVE_ACT);
    expect(await countDisputes(shop.db)).toEqual([{ status: 'resolved', count: 1 }]);
    expect(await heldRow()).toBeUndefined();
  },
);

const readRefunds = () =>
  shop.db
    .selectFrom('refund')
    .select(['reference', 'amount_kobo', 'status'])
    .where('payment_reference', '=', order.reference)
    .orderBy('reference')
    .execute();

it.each([0, 100_000])(
  'a cancellation after a lost dispute refunds only what the bank has left (%d kobo)',
  {
    tags: ['@PAYMENT-52'],
  },
  async (left) => {
    const amount = paystack.transactions.get(order.reference)?.amount ?? 0;
    const lost = { ...describeDispute('resolved', 'merchant-accepted'), refund_amount: amount - left };
    await postEvent('charge.dispute.resolve', lost);
    await takeStep(shop.db, order.id, { step: 'cancel' }, LIVE_ACT);
    await runMinuteJobs(shop);
    expect(paystack.refundedKobo(order.reference)).toBe(left);
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
    const byHand = { amount_kobo: amount - left, status: 'by hand' };
    expect(await readRefunds()).toEqual(
      left === 0
        ? [{ reference: `${order.reference}.1`, ...byHand }]
        : [
            { reference: `${order.reference}.1`, amount_kobo: left, status: expect.stringMatching(/accepted|done/) },
            { reference: `${order.reference}.2`, ...byHand },
          ],
    );
  },
);

it('a refund that an operator has paid by hand before its dispute is lost was not paid by the bank', {
  tags: ['@BOOKS-8'],
}, async () => {
  await buyer.cancelOrder(order.id);
  await shop.db
    .updateTable('refund')
    .set({ status: 'stuck', ask_at: null })
    .where('reference', '=', order.reference)
    .execute();
  expect(await operator.refund(order.reference, 'hand', LIVE_ACT)).toMatchObject({ orderId: order.id });
  await postEvent('charge.dispute.resolve', describeDispute('resolved', 'merchant-accepted'));
  expect((await readRefunds()).map(({ status }) => status)).toEqual(['by hand']);
});

it('a dispute whose last event is lost is resolved by asking the provider', { tags: ['@PAYMENT-44'] }, async () => {
  await postEvent('charge.dispute.create', describeDispute());
  paystack.disputes.set(String(disputeId), describeDispute('resolved', 'declined'));
  await runMinuteJobs(shop);
  expect(await ship()).toMatchObject({ refused: 'order_disputed' });
  await makeDue();
  await runMinuteJobs(shop);
  expect(await ship()).toMatchObject({ to: 'Shipped' });
});

it('a late event does not open a resolved dispute again', async () => {
  await postEvent('charge.dispute.resolve', describeDispute('resolved', 'declined'));
  await postEvent('charge.dispute.create', describeDispute());
  expect(await ship()).toMatchObject({ to: 'Shipped' });
});

it('a dispute of an unknown payment is ignored, and an unreachable provider is asked again later', async () => {
  await postEvent('charge.dispute.create', { ...describeDispute(), transaction: { reference: 'other-1' } });
  expect(await countDisputes(shop.db)).toEqual([]);
  await postEvent('charge.dispute.create', describeDispute());
  await makeDue();
  paystack.next = (response) => void response.destroy();
  await runMinuteJobs(shop);
  const { ask_at } = await shop.db.selectFrom('dispute').select('ask_at').executeTakeFirstOrThrow();
  expect(ask_at.getTime()).toBeGreaterThan(Date.now());
});

it('a refund that was requested before a dispute is not sent after it is lost', { tags: ['@PAYMENT-51'] }, async () => {
  await postEvent('charge.dispute.create', describeDispute());
  await buyer.cancelOrder(order.id);
  await runMinuteJobs(shop);
  await postEvent('charge.dispute.resolve', describeDispute('resolved', 'merchant-accepted'));
  const makeRefundDue = () =>
    shop.db
      .updateTable('refund')
      .set({ ask_at: new Date(0) })
      .where('reference', '=', order.reference)
      .execute();
  await makeRefundDue();
  await runMinuteJobs(shop);
  expect(paystack.refundedKobo(order.reference)).toBe(0);
  expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
  expect(await heldRow()).toMatchObject({ kind: 'stuck', reason: expect.stringMatching(/^the bank has returned/) });
  // Another attempt through the provider waits again; an operator records what the bank has paid.
  await operator.refund(order.reference, 'provider', LIVE_ACT);
  await runMinuteJobs(shop);
  expect(paystack.refundedKobo(order.reference)).toBe(0);
  expect(await operator.refund(order.reference, 'hand', LIVE_ACT)).toMatchObject({ orderId: order.id });
  expect(await heldRow()).toBeUndefined();
});

it('a refund that the provider could not make is not credited after the bank has paid', {
  tags: ['@PAYMENT-51'],
}, async () => {
  await buyer.cancelOrder(order.id);
  await runMinuteJobs(shop);
  const [refund] = paystack.refunds.filter(({ reference }) => reference === order.reference);
  if (!refund) throw new Error('no refund was sent');
  refund.status = 'failed';
  await postEvent('charge.dispute.resolve', describeDispute('resolved', 'merchant-accepted'));
  await shop.db
    .updateTable('refund')
    .set({ follow_at: new Date(0) })
    .where('reference', '=', order.reference)
    .execute();
  await runMinuteJobs(shop);
  expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
  expect(await heldRow()).toMatchObject({ kind: 'stuck', reason: expect.stringMatching(/^the bank has returned/) });
});

it('the refund of a disputed payment waits for the result, because the bank may pay the buyer too', {
  tags: ['@PAYMENT-41'],
}, async () => {
  await postEvent('charge.dispute.create', describeDispute());
  await buyer.cancelOrder(order.id);
  await runMinuteJobs(shop);
  expect(paystack.refundedKobo(order.reference)).toBe(0);
  expect((await operator.list()).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['dispute', 'waiting']));
  await postEvent('charge.dispute.resolve', describeDispute('resolved', 'declined'));
  await shop.db
    .updateTable('refund')
    .set({ ask_at: new Date(0) })
    .where('reference', '=', order.reference)
    .execute();
  await runMinuteJobs(shop);
  expect(paystack.refundedKobo(order.reference)).toBe(paystack.transactions.get(order.reference)?.amount);
});
