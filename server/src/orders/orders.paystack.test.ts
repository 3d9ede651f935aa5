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

/** Paystack itself, as its documents describe it. */
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

const webhook = ({ body, signature }: { body: string; signature: string }) =>
  shop.app.inject({
    method: 'POST',
    url: '/backend/payment/webhook',
    headers: { 'x-paystack-signature': signature, 'content-type': 'application/json' },
    payload: body,
  });
const comeBack = async (reference: string) => {
  const answer = await shop.app.inject({ url: `/backend/payment/return?trxref=${reference}&reference=${reference}` });
  const { pathname, searchParams } = new URL(String(answer.headers.location));
  return { page: pathname, error: searchParams.get('error') };
};
const lost = (response: ServerResponse) => void response.destroy();
/** Makes asking due, as minutes do. */
const askNow = (reference: string) =>
  shop.db
    .updateTable('payment')
    .set({ ask_at: new Date(0) })
    .where('reference', '=', reference)
    .execute();

it('an order is paid through Paystack, and refunded through it', { tags: ['@PAYMENT-19'] }, async () => {
  const answer = await buyer.submitCheckout(await buyer.prepareCheckout());
  const { order_id, payment } = answer.json();
  const { reference } = payment.data;
  expect(payment.data.authorization_url).toBe(`https://checkout.paystack.com/ac${reference.toLowerCase()}`);
  const { total_price } = await buyer.readOrder(order_id);
  expect(paystack.transactions.get(reference)?.amount).toBe(Math.round(total_price * 100));
  paystack.set(reference, 'success', 4500);
  expect((await webhook(paystack.event('charge.success', reference))).statusCode).toBe(200);
  expect(await buyer.readOrder(order_id)).toMatchObject({ status: 'Paid' });
  expect(await comeBack(reference)).toEqual({ page: '/payment/success', error: null });
  await buyer.cancelOrder(order_id);
  expect(await shop.jobs.runDue()).toEqual([]);
  expect(paystack.transactions.get(reference)?.refunded).toBe(true);
});

it('the sandbox’s payment page is not there', async () => {
  const { reference } = await buyer.placeOrder();
  expectRefusal(await shop.app.inject({ url: `/sandbox/pay/${reference}` }), 'not_found');
});

describe('while the provider is away', () => {
  it('a press is refused, the order waits with its stock, and the next press goes on with it', {
    tags: ['@PAYMENT-22'],
  }, async () => {
    const asked = await buyer.prepareCheckout();
    paystack.next = lost;
    expectRefusal(await buyer.submitCheckout(asked), 'payment_unavailable');
    const [waiting] = await buyer.listOrders();
    expect(waiting).toMatchObject({ status: 'Pending' });
    expect(await stockOf(shop.db, drum)).toBe(9);
    const again = await buyer.submitCheckout(asked);
    expect(again.json()).toMatchObject({ order_id: waiting?.id, payment: { data: { reference: `${waiting?.id}-1` } } });
    expect(await stockOf(shop.db, drum)).toBe(9);
  });

  it('a payment that was opened, though its answer was lost, is opened anew under another name', {
    tags: ['@PAYMENT-22'],
  }, async () => {
    const asked = await buyer.prepareCheckout();
    paystack.next = (response, process) => {
      process();
      response.destroy();
    };
    expectRefusal(await buyer.submitCheckout(asked, 'k-1'), 'payment_unavailable');
    const [waiting] = await buyer.listOrders();
    const again = (await buyer.submitCheckout(asked, 'k-1')).json();
    expect(again).toMatchObject({ order_id: waiting?.id, payment: { data: { reference: `${waiting?.id}-2` } } });
    paystack.set(`${waiting?.id}-2`, 'success');
    await webhook(paystack.event('charge.success', `${waiting?.id}-2`));
    expect(await buyer.listOrders()).toMatchObject([{ id: waiting?.id, status: 'Paid' }]);
  });

  it('the shop goes on: nobody waits for the one whose payment hangs', { tags: ['@PAYMENT-22'] }, async () => {
    const asked = await buyer.prepareCheckout();
    const reached = Promise.withResolvers<ServerResponse>();
    paystack.next = (response) => reached.resolve(response);
    const hanging = buyer.submitCheckout(asked);
    const response = await reached.promise;
    // More than the shop has connections to its database, each buying the same product.
    const others = await Promise.all(Array.from({ length: 8 }, () => createBuyer(shop, [[drum, 1]])));
    for (const other of others)
      expect((await other.submitCheckout(await other.prepareCheckout())).statusCode).toBe(200);
    expect(await buyer.readCart()).toMatchObject({ cart: [{ product_id: drum }] });
    response.destroy();
    expectRefusal(await hanging, 'payment_unavailable');
    expect(await stockOf(shop.db, drum)).toBe(1);
  });

  it('a buyer who comes back is told so, and the job finds out later', async () => {
    const { id, reference } = await buyer.placeOrder();
    paystack.set(reference, 'success');
    paystack.next = lost;
    expect(await comeBack(reference)).toEqual({
      page: '/payment/failure',
      error: 'We could not reach the payment provider yet. If you paid, your order will show it soon.',
    });
    await askNow(reference);
    paystack.next = lost;
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending' });
    await askNow(reference);
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
  });

  it('an order whose payment was never opened expires like any other, and is asked about no more', async () => {
    paystack.next = lost;
    expectRefusal(await buyer.submitCheckout(await buyer.prepareCheckout()), 'payment_unavailable');
    const [waiting] = await buyer.listOrders();
    if (!waiting) throw new Error('there is no order');
    await askNow(`${waiting.id}-1`);
    await expirePaymentTime(shop.db, waiting.id);
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(waiting.id)).toMatchObject({ status: 'Cancelled' });
    expect(await stockOf(shop.db, drum)).toBe(10);
    await shop.db
      .updateTable('payment')
      .set({ ask_at: new Date(0), created_at: new Date(Date.now() - 2 * 24 * 3_600_000) })
      .where('reference', '=', `${waiting.id}-1`)
      .execute();
    await runMinuteJobs(shop);
    const payment = await shop.db
      .selectFrom('payment')
      .select(['status', 'ask_at'])
      .where('reference', '=', `${waiting.id}-1`)
      .executeTakeFirst();
    expect(payment).toEqual({ status: 'open', ask_at: null });
  });

  it('a refund is asked for again until it is made', async () => {
    const { id, reference } = await buyer.placeOrder();
    paystack.set(reference, 'success');
    await webhook(paystack.event('charge.success', reference));
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

  it('a refund that Paystack has no money for goes to the wallet', {
    tags: ['@PAYMENT-39', '@WALLET-10'],
  }, async () => {
    const { id, reference } = await buyer.placeOrder();
    paystack.set(reference, 'success');
    await webhook(paystack.event('charge.success', reference));
    const { total_price } = await buyer.readOrder(id);
    await buyer.cancelOrder(id);
    const message = 'Insufficient balance to fulfill this refund';
    paystack.next = (response) => response.writeHead(400).end(JSON.stringify({ status: false, message }));
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([Math.round(total_price * 100)]);
  });
});
