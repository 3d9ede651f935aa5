import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import { expectRefusal } from '../testing/answers.ts';
import { type Buyer, makeBuyer, passMinute, passPayTime, stockOf, walletOf } from '../testing/buyer.ts';
import { PaystackServer } from '../testing/paystack-server.ts';
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
  buyer = await makeBuyer(shop, [[drum, 1]]);
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
  const answer = await buyer.press(await buyer.asked());
  const { order_id, payment } = answer.json();
  const { reference } = payment.data;
  expect(payment.data.authorization_url).toBe(`https://checkout.paystack.com/ac${reference.toLowerCase()}`);
  const { total_price } = await buyer.read(order_id);
  expect(paystack.transactions.get(reference)?.amount).toBe(Math.round(total_price * 100));
  paystack.set(reference, 'success', 4500);
  expect((await webhook(paystack.event('charge.success', reference))).statusCode).toBe(200);
  expect(await buyer.read(order_id)).toMatchObject({ status: 'Paid' });
  expect(await comeBack(reference)).toEqual({ page: '/payment/success', error: null });
  await buyer.cancel(order_id);
  expect(await shop.jobs.runDue()).toEqual([]);
  expect(paystack.transactions.get(reference)?.refunded).toBe(true);
});

it('the sandbox’s payment page is not there', async () => {
  const { reference } = await buyer.order();
  expectRefusal(await shop.app.inject({ url: `/sandbox/pay/${reference}` }), 'not_found');
});

describe('while the provider is away', () => {
  it('a press is refused, the order waits with its stock, and the next press goes on with it', {
    tags: ['@PAYMENT-22'],
  }, async () => {
    const asked = await buyer.asked();
    paystack.next = lost;
    expectRefusal(await buyer.press(asked), 'payment_unavailable');
    const [waiting] = await buyer.orders();
    expect(waiting).toMatchObject({ status: 'Pending' });
    expect(await stockOf(shop.db, drum)).toBe(9);
    const again = await buyer.press(asked);
    expect(again.json()).toMatchObject({ order_id: waiting?.id, payment: { data: { reference: `${waiting?.id}-1` } } });
    expect(await stockOf(shop.db, drum)).toBe(9);
  });

  it('a payment that was opened, though its answer was lost, is opened anew under another name', {
    tags: ['@PAYMENT-22'],
  }, async () => {
    const asked = await buyer.asked();
    paystack.next = (response, doIt) => {
      doIt();
      response.destroy();
    };
    expectRefusal(await buyer.press(asked, 'k-1'), 'payment_unavailable');
    const [waiting] = await buyer.orders();
    const again = (await buyer.press(asked, 'k-1')).json();
    expect(again).toMatchObject({ order_id: waiting?.id, payment: { data: { reference: `${waiting?.id}-2` } } });
    paystack.set(`${waiting?.id}-2`, 'success');
    await webhook(paystack.event('charge.success', `${waiting?.id}-2`));
    expect(await buyer.orders()).toMatchObject([{ id: waiting?.id, status: 'Paid' }]);
  });

  it('the shop goes on: nobody waits for the one whose payment hangs', { tags: ['@PAYMENT-22'] }, async () => {
    const asked = await buyer.asked();
    const reached = Promise.withResolvers<ServerResponse>();
    paystack.next = (response) => reached.resolve(response);
    const hanging = buyer.press(asked);
    const response = await reached.promise;
    // More than the shop has connections to its database, each buying the same product.
    const others = await Promise.all(Array.from({ length: 8 }, () => makeBuyer(shop, [[drum, 1]])));
    for (const other of others) expect((await other.press(await other.asked())).statusCode).toBe(200);
    expect(await buyer.cart()).toMatchObject({ cart: [{ product_id: drum }] });
    response.destroy();
    expectRefusal(await hanging, 'payment_unavailable');
    expect(await stockOf(shop.db, drum)).toBe(1);
  });

  it('a buyer who comes back is told so, and the job finds out later', async () => {
    const { id, reference } = await buyer.order();
    paystack.set(reference, 'success');
    paystack.next = lost;
    expect(await comeBack(reference)).toEqual({
      page: '/payment/failure',
      error: 'We could not reach the payment provider yet. If you paid, your order will show it soon.',
    });
    await askNow(reference);
    paystack.next = lost;
    await passMinute(shop);
    expect(await buyer.read(id)).toMatchObject({ status: 'Pending' });
    await askNow(reference);
    await passMinute(shop);
    expect(await buyer.read(id)).toMatchObject({ status: 'Paid' });
  });

  it('an order whose payment was never opened expires like any other, and is asked about no more', async () => {
    paystack.next = lost;
    expectRefusal(await buyer.press(await buyer.asked()), 'payment_unavailable');
    const [waiting] = await buyer.orders();
    if (!waiting) throw new Error('there is no order');
    await askNow(`${waiting.id}-1`);
    await passPayTime(shop.db, waiting.id);
    await passMinute(shop);
    expect(await buyer.read(waiting.id)).toMatchObject({ status: 'Cancelled' });
    expect(await stockOf(shop.db, drum)).toBe(10);
    await shop.db
      .updateTable('payment')
      .set({ ask_at: new Date(0), created_at: new Date(Date.now() - 2 * 24 * 3_600_000) })
      .where('reference', '=', `${waiting.id}-1`)
      .execute();
    await passMinute(shop);
    const payment = await shop.db
      .selectFrom('payment')
      .select(['status', 'ask_at'])
      .where('reference', '=', `${waiting.id}-1`)
      .executeTakeFirst();
    expect(payment).toEqual({ status: 'open', ask_at: null });
  });

  it('a refund is asked for again until it is made', async () => {
    const { id, reference } = await buyer.order();
    paystack.set(reference, 'success');
    await webhook(paystack.event('charge.success', reference));
    await buyer.cancel(id);
    paystack.next = (response, doIt) => {
      doIt();
      response.destroy();
    };
    expect(await shop.jobs.runDue()).toEqual([]);
    await shop.db
      .updateTable('refund')
      .set({ ask_at: new Date(0) })
      .where('reference', '=', reference)
      .execute();
    await passMinute(shop);
    const refund = await shop.db.selectFrom('refund').selectAll().where('reference', '=', reference).executeTakeFirst();
    expect(refund).toMatchObject({ status: 'accepted', ask_at: null });
    expect(await walletOf(shop.db, buyer.account)).toEqual([]);
  });

  it('a refund that Paystack has no money for goes to the wallet', {
    tags: ['@PAYMENT-39', '@WALLET-10'],
  }, async () => {
    const { id, reference } = await buyer.order();
    paystack.set(reference, 'success');
    await webhook(paystack.event('charge.success', reference));
    const { total_price } = await buyer.read(id);
    await buyer.cancel(id);
    const message = 'Insufficient balance to fulfill this refund';
    paystack.next = (response) => response.writeHead(400).end(JSON.stringify({ status: false, message }));
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await walletOf(shop.db, buyer.account)).toEqual([Math.round(total_price * 100)]);
  });
});
