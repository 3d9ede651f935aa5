import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import { type Buyer, createBuyer, expirePaymentTime, runMinuteJobs, stockOf } from '../testing/buyer.ts';
import { PaystackServer } from '../testing/paystack-server.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addProduct, openTestShop, type TestShop } from '../testing/shop.ts';

const paystack = new PaystackServer();
let shop: TestShop;
let drum: ProductId;
let buyer: Buyer;
beforeAll(async () => {
  const url = await paystack.open();
  shop = await openTestShop({ PAYSTACK_SECRET_KEY: paystack.secretKey, PAYSTACK_URL: url });
});
afterAll(async () => {
  await shop.close();
  await paystack.close();
});
beforeEach(async () => {
  drum = await addProduct(shop.db, { stock: 10 });
  buyer = await createBuyer(shop, [[drum, 1]]);
});

const postWebhook = ({ body, signature }: { body: string; signature: string }) =>
  shop.app.inject({
    method: 'POST',
    url: '/backend/payment/webhook',
    headers: { 'x-paystack-signature': signature, 'content-type': 'application/json' },
    payload: body,
  });
/** Opens the return URL. @returns the page to which the shop redirects */
const returnFromProvider = async (reference: string, query = '') => {
  const url = `/backend/payment/return?trxref=${reference}&reference=${reference}${query}`;
  const response = await shop.app.inject({ url });
  const { pathname, searchParams } = new URL(String(response.headers.location));
  return { page: pathname, error: searchParams.get('error') };
};
const dropConnection = (response: ServerResponse) => void response.destroy();
/** Makes the payment's verification due. */
const makeVerificationDue = (reference: string) =>
  shop.db
    .updateTable('payment')
    .set({ ask_at: new Date(0) })
    .where('reference', '=', reference)
    .execute();

/** Changes the age of the payment, and makes its next verification due if it has one. */
const setAge = (reference: string, days: number) =>
  shop.db
    .updateTable('payment')
    .set({ ask_at: new Date(0), created_at: new Date(Date.now() - days * 24 * 3_600_000) })
    .where('reference', '=', reference)
    .where('ask_at', 'is not', null)
    .execute();

it('an order is paid and refunded through Paystack', { tags: ['@PAYMENT-19'] }, async () => {
  const response = await buyer.submitCheckout(await buyer.prepareCheckout());
  const { order_id, payment } = response.json();
  const { reference } = payment.data;
  expect(payment.data.authorization_url).toBe(`https://checkout.paystack.com/ac${reference.toLowerCase()}`);
  const { total_price } = await buyer.readOrder(order_id);
  expect(paystack.transactions.get(reference)?.amount).toBe(Math.round(total_price * 100));
  paystack.set(reference, 'success', 4500);
  expect((await postWebhook(paystack.event('charge.success', reference))).statusCode).toBe(200);
  expect(await buyer.readOrder(order_id)).toMatchObject({ status: 'Paid' });
  expect(await returnFromProvider(reference)).toEqual({ page: '/payment/success', error: null });
  await buyer.cancelOrder(order_id);
  expect(await shop.jobs.runDue()).toEqual([]);
  expect(paystack.refundedKobo(reference)).toBe(Math.round(total_price * 100));
});

it('the sandbox payment page returns 404', async () => {
  const { reference } = await buyer.placeOrder();
  expectRefusal(await shop.app.inject({ url: `/sandbox/pay/${reference}` }), 'not_found');
});

describe('while the provider is unavailable', () => {
  it('refuses the checkout, leaves the order pending with its stock, and continues with it at the next attempt', {
    tags: ['@PAYMENT-22'],
  }, async () => {
    const checkout = await buyer.prepareCheckout();
    paystack.next = dropConnection;
    const refused = await buyer.submitCheckout(checkout);
    expectRefusal(refused, 'payment_unavailable');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
    const [pending] = await buyer.listOrders();
    expect(pending).toMatchObject({ status: 'Pending' });
    expect(await stockOf(shop.db, drum)).toBe(9);
    const second = await buyer.submitCheckout(checkout);
    expect(second.json()).toMatchObject({
      order_id: pending?.id,
      payment: { data: { reference: `${pending?.id}-1` } },
    });
    expect(await stockOf(shop.db, drum)).toBe(9);
  });

  it('opens a payment under a new reference when the response of the first attempt was lost', {
    tags: ['@PAYMENT-22'],
  }, async () => {
    const checkout = await buyer.prepareCheckout();
    paystack.next = (response, process) => {
      process();
      response.destroy();
    };
    expectRefusal(await buyer.submitCheckout(checkout, 'k-1'), 'payment_unavailable');
    const [pending] = await buyer.listOrders();
    const second = (await buyer.submitCheckout(checkout, 'k-1')).json();
    expect(second).toMatchObject({ order_id: pending?.id, payment: { data: { reference: `${pending?.id}-2` } } });
    paystack.set(`${pending?.id}-2`, 'success');
    await postWebhook(paystack.event('charge.success', `${pending?.id}-2`));
    expect(await buyer.listOrders()).toMatchObject([{ id: pending?.id, status: 'Paid' }]);
  });

  it('serves other buyers while the payment of one buyer hangs', { tags: ['@PAYMENT-22'] }, async () => {
    const checkout = await buyer.prepareCheckout();
    const reached = Promise.withResolvers<ServerResponse>();
    paystack.next = (response) => reached.resolve(response);
    const hanging = buyer.submitCheckout(checkout);
    const response = await reached.promise;
    // More buyers than the shop has database connections, all of the same product.
    const others = await Promise.all(Array.from({ length: 8 }, () => createBuyer(shop, [[drum, 1]])));
    for (const other of others)
      expect((await other.submitCheckout(await other.prepareCheckout())).statusCode).toBe(200);
    expect(await buyer.readCart()).toMatchObject({ cart: [{ product_id: drum }] });
    response.destroy();
    expectRefusal(await hanging, 'payment_unavailable');
    expect(await stockOf(shop.db, drum)).toBe(1);
  });

  it('tells a returning buyer that the payment cannot be verified yet; the job verifies it later', async () => {
    const { id, reference } = await buyer.placeOrder();
    paystack.set(reference, 'success');
    paystack.next = dropConnection;
    expect(await returnFromProvider(reference)).toEqual({ page: '/payment/pending', error: null });
    await makeVerificationDue(reference);
    paystack.next = dropConnection;
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending' });
    await makeVerificationDue(reference);
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
  });

  it('expires an order whose payment was never opened, and stops verifying the payment after three days', async () => {
    paystack.next = dropConnection;
    expectRefusal(await buyer.submitCheckout(await buyer.prepareCheckout()), 'payment_unavailable');
    const [pending] = await buyer.listOrders();
    if (!pending) throw new Error('the order was not created');
    await makeVerificationDue(`${pending.id}-1`);
    await expirePaymentTime(shop.db, pending.id);
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(pending.id)).toMatchObject({ status: 'Cancelled' });
    expect(await stockOf(shop.db, drum)).toBe(10);
    await shop.db
      .updateTable('payment')
      .set({ ask_at: new Date(0), created_at: new Date(Date.now() - 3 * 24 * 3_600_000) })
      .where('reference', '=', `${pending.id}-1`)
      .execute();
    await runMinuteJobs(shop);
    const payment = await shop.db
      .selectFrom('payment')
      .select(['status', 'ask_at'])
      .where('reference', '=', `${pending.id}-1`)
      .executeTakeFirst();
    expect(payment).toEqual({ status: 'open', ask_at: null });
  });

  it('finds the late success of a payment that was declined', { tags: ['@PAYMENT-46', '@PAYMENT-28'] }, async () => {
    const { id, reference } = await buyer.placeOrder();
    paystack.set(reference, 'failed');
    expect(await returnFromProvider(reference)).toMatchObject({ page: '/payment/failure' });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Cancelled', cancelled_for: 'payment_refused' });
    // The provider sends no webhook about the success.
    paystack.set(reference, 'success');
    await setAge(reference, 2);
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
  });

  it.each([
    [2.9, true],
    [3, false],
  ])('asks again about a declined payment of %d days: %s', { tags: ['@PAYMENT-46'] }, async (days, isAsked) => {
    const { reference } = await buyer.placeOrder();
    paystack.set(reference, 'failed');
    await returnFromProvider(reference);
    await setAge(reference, days);
    await runMinuteJobs(shop);
    const { ask_at } = await shop.db
      .selectFrom('payment')
      .select('ask_at')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    expect(ask_at !== null).toBe(isAsked);
  });
});

describe('a payment that is not confirmed yet', { tags: ['@PAYMENT-47'] }, () => {
  const readState = async (id: string) => (await buyer.call('GET', `/orders/${id}/payment`)).json();
  const PENDING = { status: 'pending', message: 'Your payment has not reached us yet.', page: null };
  const PAID = { status: 'paid', message: 'Your payment was successful.', page: '/payment/success' };
  /** Allows the next verification at once, without the interval of ten seconds. */
  const forgetVerification = (reference: string) =>
    shop.db.updateTable('payment').set({ verified_at: null }).where('reference', '=', reference).execute();

  it.each(['ongoing', 'pending', 'processing', 'queued', 'abandoned'])(
    'is pending and no failure while the provider says %s; its late success is taken',
    async (status) => {
      const { id, reference } = await buyer.placeOrder();
      paystack.set(reference, status);
      expect(await returnFromProvider(reference)).toEqual({ page: '/payment/pending', error: null });
      expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending', payment_deadline: expect.any(String) });
      expect(await readState(id)).toEqual(PENDING);
      expect((await buyer.call('POST', `/orders/${id}/pay`, {})).statusCode).toBe(200);
      await forgetVerification(reference);
      paystack.set(reference, 'success');
      expect(await readState(id)).toEqual(PAID);
      expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    },
  );

  it('is a failure only when the buyer left without paying and the provider saw no payment', async () => {
    const { id, reference } = await buyer.placeOrder();
    paystack.set(reference, 'pending');
    expect(await returnFromProvider(reference, '&cancelled=1')).toEqual({ page: '/payment/pending', error: null });
    await forgetVerification(reference);
    paystack.set(reference, 'abandoned');
    expect(await returnFromProvider(reference, '&cancelled=1')).toEqual({
      page: '/payment/failure',
      error: 'The payment was not completed.',
    });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending' });
  });

  it('is verified at most every ten seconds, even if the page polls more often', async () => {
    const { id, reference } = await buyer.placeOrder();
    const count = () => paystack.requests.filter((request) => request.includes(`/verify/${reference}`)).length;
    for (let n = 0; n < 5; n++) expect(await readState(id)).toEqual(PENDING);
    expect(count()).toBe(1);
    await shop.db
      .updateTable('payment')
      .set({ verified_at: new Date(Date.now() - 10_500) })
      .where('reference', '=', reference)
      .execute();
    await readState(id);
    expect(count()).toBe(2);
  });

  it('stays pending while the provider is unreachable', async () => {
    const { id } = await buyer.placeOrder();
    paystack.next = dropConnection;
    expect(await readState(id)).toEqual(PENDING);
  });

  it('says when the payment deadline has passed, and is still accepted when it arrives', async () => {
    const { id, reference } = await buyer.placeOrder();
    paystack.set(reference, 'pending');
    await expirePaymentTime(shop.db, id);
    await runMinuteJobs(shop);
    expect(await readState(id)).toMatchObject({
      status: 'pending',
      message: /The time to pay for this order has ended/,
    });
    await forgetVerification(reference);
    paystack.set(reference, 'success');
    expect(await readState(id)).toEqual(PAID);
  });

  it('becomes a failure with its reason when it is declined, or when its order was cancelled', async () => {
    const declined = await buyer.placeOrder();
    paystack.set(declined.reference, 'failed');
    const failed = (message: string) => ({
      status: 'failed',
      message,
      page: `/payment/failure?${new URLSearchParams({ error: message })}`,
    });
    expect(await readState(declined.id)).toEqual(failed('The payment was declined.'));
    const cancelled = await buyer.placeOrder();
    await buyer.cancelOrder(cancelled.id);
    expect(await readState(cancelled.id)).toEqual(
      failed('Your order is no longer available. If your payment still arrives, it will be refunded.'),
    );
    await forgetVerification(cancelled.reference);
    paystack.set(cancelled.reference, 'success');
    expect(await readState(cancelled.id)).toEqual(
      failed('Your order is no longer available. This payment will be refunded.'),
    );
  });

  it('of another account is not found', async () => {
    const { id } = await buyer.placeOrder();
    buyer = await createBuyer(shop, []);
    expectRefusal(await buyer.call('GET', `/orders/${id}/payment`), 'not_found');
  });
});
