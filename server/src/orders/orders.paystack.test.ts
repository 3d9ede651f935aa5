import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import {
  type Buyer,
  createBuyer,
  expirePaymentTime,
  runMinuteJobs,
  stockOf,
  walletAmountsOf,
} from '../testing/buyer.ts';
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
const returnFromProvider = async (reference: string) => {
  const response = await shop.app.inject({ url: `/backend/payment/return?trxref=${reference}&reference=${reference}` });
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
  expect(paystack.transactions.get(reference)?.refunded).toBe(true);
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
    expectRefusal(await buyer.submitCheckout(checkout), 'payment_unavailable');
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
    expect(await returnFromProvider(reference)).toEqual({
      page: '/payment/failure',
      error: 'We could not reach the payment provider yet. If you paid, your order will show it soon.',
    });
    await makeVerificationDue(reference);
    paystack.next = dropConnection;
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending' });
    await makeVerificationDue(reference);
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
  });

  it('expires an order whose payment was never opened, and stops verifying the payment after a day', async () => {
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
      .set({ ask_at: new Date(0), created_at: new Date(Date.now() - 2 * 24 * 3_600_000) })
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

  it('retries a refund until the provider accepts it', async () => {
    const { id, reference } = await buyer.placeOrder();
    paystack.set(reference, 'success');
    await postWebhook(paystack.event('charge.success', reference));
    await buyer.cancelOrder(id);
    paystack.next = (response, process) => {
      process();
      response.destroy();
    };
    expect(await shop.jobs.runDue()).toEqual([]);
    await shop.db
      .updateTable('refund')
      .set({ ask_at: new Date(0) })
      .where('reference', '=', reference)
      .execute();
    await runMinuteJobs(shop);
    const refund = await shop.db.selectFrom('refund').selectAll().where('reference', '=', reference).executeTakeFirst();
    expect(refund).toMatchObject({ status: 'accepted', ask_at: null });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
  });

  it('credits the wallet when Paystack has no funds for the refund', {
    tags: ['@PAYMENT-39', '@WALLET-10'],
  }, async () => {
    const { id, reference } = await buyer.placeOrder();
    paystack.set(reference, 'success');
    await postWebhook(paystack.event('charge.success', reference));
    const { total_price } = await buyer.readOrder(id);
    await buyer.cancelOrder(id);
    const message = 'Insufficient balance to fulfill this refund';
    paystack.next = (response) => response.writeHead(400).end(JSON.stringify({ status: false, message }));
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([Math.round(total_price * 100)]);
  });
});
