import { kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
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
import { addCoupon } from '../testing/checkout.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addProduct, openTestShop, type TestShop } from '../testing/shop.ts';
import { checkBooks } from './books.service.ts';
import { takeStep } from './order.service.ts';

let shop: TestShop;
let provider: SandboxPayments;
/** A product for ₦12,450, ten in stock. */
let yam: ProductId;
/** A buyer with two yams in the cart. */
let buyer: Buyer;
beforeAll(async () => {
  shop = await openTestShop();
  provider = sandboxPaymentsOf(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  yam = await addProduct(shop.db, {
    title: 'Puna yam',
    price_kobo: 1_245_000,
    weight_grams: 6000,
    stock: 10,
    pictures: [{ key: 'products/yam-1a', alt: 'Yam' }],
  });
  buyer = await createBuyer(shop, [[yam, 2]]);
});

const postWebhook = ({ body, signature }: { body: string; signature: string }) =>
  shop.app.inject({
    method: 'POST',
    url: '/backend/payment/webhook/',
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
    payload: body,
  });
/** Signs a charge.success event. */
const signCharge = (reference: string, extraData: object = {}) =>
  provider.sign({
    event: 'charge.success',
    data: { reference, status: 'success', currency: 'NGN', domain: 'test', ...extraData },
  });
/** Presses a button of the provider's page. @returns the return URL */
const choose = async (reference: string, choice: string) => {
  const response = await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/${choice}` });
  expect(response.statusCode).toBe(303);
  return String(response.headers.location);
};
/** Opens the return URL. @returns the page of the shop to which it redirects */
const followReturn = async (location: string) => {
  const { pathname, search } = new URL(location);
  const response = await shop.app.inject({ url: pathname + search });
  expect(response.statusCode).toBe(303);
  const page = new URL(String(response.headers.location));
  return { page: page.pathname, error: page.searchParams.get('error') };
};
const approveAndReturn = async (reference: string) => followReturn(await choose(reference, 'approve'));
/** Runs the due jobs, then the jobs that these enqueued: a refund enqueues a mail. */
const runDueJobs = async () => {
  for (let round = 0; round < 2; round++) expect(await shop.jobs.runDue()).toEqual([]);
};
const readPayment = (reference: string) =>
  shop.db.selectFrom('payment').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
const countOrders = async () => (await shop.db.selectFrom('shop_order').select('id').execute()).length;

it('an order shows the converted prices of its country, always at the exchange rate of order time', {
  tags: ['@ORDER-35'],
}, async () => {
  const buyer = await createBuyer(shop, [[yam, 1]]);
  const placed = await buyer.call(
    'POST',
    '/create-order/initialize-payment/?country_code=GB',
    await buyer.prepareCheckout(),
  );
  const { order_id: id, payment } = placed.json();
  const before = await buyer.readOrder(id);
  expect(before).toMatchObject({ exchange_rate: '£1 = ₦2,000', exchange_rate_date: '2026-11-01' });
  expect(before.converted_total).toBe(`£${(before.total_price / 2000).toFixed(2)}`);
  expect(before.items[0]?.converted_price).toBe('£6.23');
  const rateOf = (nairaPerUnit: string) =>
    shop.db.updateTable('exchange_rate').set({ naira_per_unit: nairaPerUnit }).where('currency', '=', 'GBP').execute();
  await rateOf('1000');
  shop.clearCaches();
  try {
    const { converted_total, exchange_rate, items } = await buyer.readOrder(id);
    expect({ converted_total, exchange_rate, items }).toEqual({
      converted_total: before.converted_total,
      exchange_rate: before.exchange_rate,
      items: before.items,
    });
    expect(await buyer.listOrders()).toMatchObject([{ converted_total }]);
    await approveAndReturn(payment.data.reference);
    await runDueJobs();
    expect((await shop.mailbox.read(buyer.email))[0]?.text).toContain(`(about ${converted_total})`);
  } finally {
    await rateOf('2000');
    shop.clearCaches();
  }
});

describe('the course of an order', () => {
  it('places, pays, confirms, ships and delivers an order', {
    tags: [
      '@PAYMENT-5',
      '@PAYMENT-6',
      '@PAYMENT-30',
      '@PAYMENT-31',
      '@ORDER-1',
      '@ORDER-9',
      '@ORDER-12',
      '@ORDER-18',
      '@ORDER-19',
      '@ORDER-20',
      '@ORDER-21',
      '@ORDER-23',
    ],
  }, async () => {
    const checkout = await buyer.prepareCheckout();
    const placed = (await buyer.submitCheckout(checkout)).json();
    const { reference } = placed.payment.data;
    expect(placed).toEqual({
      order_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
      payment: {
        status: true,
        message: 'Authorization URL created',
        data: {
          authorization_url: `http://shop.test/sandbox/pay/${reference}`,
          access_code: expect.any(String),
          reference: `${placed.order_id}-1`,
        },
      },
    });
    expect(await stockOf(shop.db, yam)).toBe(8);
    expect(await buyer.readOrder(placed.order_id)).toEqual({
      id: placed.order_id,
      status: 'Pending',
      created_at: expect.stringMatching(/^\d{4}-.+Z$/),
      updated_at: expect.stringMatching(/^\d{4}-.+Z$/),
      total_price: checkout.total,
      sub_total: 24_900,
      total_shipment_rate: checkout.total_shipment_rate,
      discount: 0,
      wallet_credit: 0,
      currency: 'NGN',
      converted_total: 'US$25.30',
      exchange_rate: 'US$1 = ₦1,500',
      exchange_rate_date: '2026-11-01',
      estimated_delivery_duration: expect.stringMatching(/days$/),
      tracking_number: null,
      cancelled_for: null,
      can_cancel: true,
      can_change_address: false,
      expected_delivery: { from: expect.any(String), to: expect.any(String) },
      parcels: [],
      payments: [],
      merchants: [{ id: expect.any(Number), name: expect.any(String) }],
      timeline: [{ event: 'placed', at: expect.stringMatching(/Z$/), items: [], amount: null, to: null }],
      payment_deadline: expect.stringMatching(/^\d{4}-.+Z$/),
      refunds: [],
      items: [
        {
          product_id: yam,
          product_name: 'Puna yam',
          product_image: '/media/products/yam-1a/400.webp',
          price: 12_450,
          converted_price: 'US$8.30',
          quantity: 2,
          discount: 0,
          position: 0,
          cancelled_quantity: 0,
          returned_quantity: 0,
          merchant_id: expect.any(Number),
        },
      ],
      shipping_address: {
        first_name: 'Ngozi',
        last_name: 'Eze',
        phone_number: '+2348031234567',
        street_address: '4 Allen Avenue, Second floor',
        postal_code: '100271',
        city: 'Ikeja',
        region: 'Lagos',
        country: 'Nigeria',
        user: { first_name: 'Ada', last_name: 'Obi', email: buyer.email },
      },
    });
    expect((await buyer.readCart()).cart).toHaveLength(1);

    expect(await approveAndReturn(reference)).toEqual({ page: '/payment/success', error: null });
    expect(await buyer.readOrder(placed.order_id)).toMatchObject({ status: 'Paid' });
    expect(await buyer.readCart()).toEqual({ cart: [], subtotal: 0 });
    await runDueJobs();
    const [mail] = await shop.mailbox.read(buyer.email);
    expect(mail?.subject).toBe(`Your Sokuwa order ${placed.order_id}`);
    const { estimated_delivery_duration: estimate } = await buyer.readOrder(placed.order_id);
    expect(estimate).toMatch(/days?$/);
    expect(mail?.text).toContain(`Estimated delivery: ${estimate}.`);
    expect(mail?.text).toContain(`http://shop.test/order/details/${placed.order_id}`);
    for (const text of ['2 × Puna yam: ₦24,900', '4 Allen Avenue, Second floor, Ikeja', 'Thank you, Ada'])
      expect(mail?.text).toContain(text);

    expect(await takeStep(shop.db, placed.order_id, { step: 'ship', tracking: 'DHL-77' }, LIVE_ACT)).toEqual({
      from: 'Paid',
      to: 'Shipped',
    });
    expect(await buyer.readOrder(placed.order_id)).toMatchObject({ status: 'Shipped', tracking_number: 'DHL-77' });
    expect(await takeStep(shop.db, placed.order_id, { step: 'deliver' }, LIVE_ACT)).toEqual({
      from: 'Shipped',
      to: 'Delivered',
    });
    expect(await buyer.listOrders()).toMatchObject([{ id: placed.order_id, status: 'Delivered' }]);
    await runDueJobs();
    expect(await buyer.mailSubjects()).toEqual([
      `Your order ${placed.order_id} was delivered`,
      `Your order ${placed.order_id} is on its way`,
      `Your Sokuwa order ${placed.order_id}`,
    ]);
    const [, shipped] = await shop.mailbox.read(buyer.email);
    expect(shipped?.text).toContain(`Estimated delivery: ${estimate}.`);
    expect(shipped?.text).toContain('DHL-77');
    expect(await stockOf(shop.db, yam)).toBe(8);
  });

  it('leaves items in the cart that were added before the payment', { tags: ['@PAYMENT-30'] }, async () => {
    const { reference } = await buyer.placeOrder();
    const oil = await addProduct(shop.db);
    await buyer.fillCart([
      [yam, 1],
      [oil, 4],
    ]);
    await approveAndReturn(reference);
    expect((await buyer.readCart()).cart).toMatchObject([
      { product_id: yam, quantity: 1 },
      { product_id: oil, quantity: 4 },
    ]);
  });

  it('adds no item to a confirmed order', { tags: ['@ORDER-7'] }, async () => {
    const { id, reference } = await buyer.placeOrder();
    await approveAndReturn(reference);
    const { items, total_price } = await buyer.readOrder(id);
    await buyer.fillCart([[await addProduct(shop.db), 1]]);
    expect((await buyer.placeOrder()).id).not.toBe(id);
    expect(await buyer.readOrder(id)).toMatchObject({ items, total_price });
  });

  it('does not change an order when its product or address changes', async () => {
    const { id } = await buyer.placeOrder();
    const before = await buyer.readOrder(id);
    await shop.db
      .updateTable('product')
      .set({ title: 'Pona', price_kobo: kobo(5) })
      .where('id', '=', yam)
      .execute();
    await shop.db.deleteFrom('product').where('id', '=', yam).execute();
    await shop.db.deleteFrom('shipping_address').where('id', '=', buyer.addressId).execute();
    expect(await buyer.readOrder(id)).toEqual(before);
    expect((await buyer.cancelOrder(id)).statusCode).toBe(200);
  });

  it('lists a buyer’s own orders, newest first', {
    tags: ['@ORDER-22', '@ORDER-25'],
  }, async () => {
    const first = await buyer.placeOrder();
    await approveAndReturn(first.reference);
    await buyer.fillCart([[yam, 1]]);
    const second = await buyer.placeOrder();
    expect((await buyer.listOrders()).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await buyer.call('GET', '/list-orders?page=2')).json()).toEqual([]);
    const stranger = await createBuyer(shop, []);
    expect(await stranger.listOrders()).toEqual([]);
    expectRefusal(await stranger.call('GET', `/order-detail/${first.id}`), 'not_found');
    expectRefusal(await stranger.cancelOrder(first.id), 'not_found');
    expect(await buyer.readOrder(first.id)).toMatchObject({ status: 'Paid' });
  });
});

describe('the amounts of the client', () => {
  it.each<[string, (body: Awaited<ReturnType<Buyer['prepareCheckout']>>) => object, string, RegExp]>([
    ['a lower total', (body) => ({ ...body, total: 1 }), 'total', /^The total is now ₦[\d,.]+, not ₦1\.$/],
    ['a lower rate', (body) => ({ ...body, total_shipment_rate: 0 }), 'total_shipment_rate', /^The delivery now costs/],
    ['a lower sub-total', (body) => ({ ...body, sub_total: '₦24,899.99' }), 'sub_total', /not ₦24,899\.99/],
    [
      'fewer pieces',
      (body) => ({ ...body, cart_items: [{ product: yam, quantity: 1, price: 12_450 }] }),
      'cart_items',
      /^Your cart holds 2 of "Puna yam"/,
    ],
    [
      'a lower price',
      (body) => ({ ...body, cart_items: [{ product: yam, quantity: 2, price: '12,000' }] }),
      'cart_items',
      /"Puna yam" now costs ₦12,450/,
    ],
    ['no items', (body) => ({ ...body, cart_items: [] }), 'cart_items', /^Your cart holds 2/],
    [
      'another item',
      (body) => ({ ...body, cart_items: [...body.cart_items, { product: 2_147_483_647, quantity: 1 }] }),
      'cart_items',
      /does not hold/,
    ],
  ])(
    '%s is refused with the current value, and nothing is created',
    { tags: ['@PAYMENT-12', '@PAYMENT-13'] },
    async (_, alter, field, text) => {
      const before = await countOrders();
      const response = await buyer.submitCheckout(alter(await buyer.prepareCheckout()));
      expect(response.statusCode).toBe(409);
      const { code, message, errors } = response.json();
      expect(code).toBe('checkout_changed');
      expect(errors[field].join(' ')).toMatch(text);
      expect(message).toBe(Object.values(errors).flat().join(' '));
      expect(await countOrders()).toBe(before);
      expect(await stockOf(shop.db, yam)).toBe(10);
    },
  );

  it('a raised price is refused with the new amounts', { tags: ['@PAYMENT-13'] }, async () => {
    const checkout = await buyer.prepareCheckout();
    await shop.db
      .updateTable('product')
      .set({ price_kobo: kobo(1_300_000) })
      .where('id', '=', yam)
      .execute();
    const response = await buyer.submitCheckout(checkout);
    expect(response.json().errors).toMatchObject({
      cart_items: ['"Puna yam" now costs ₦13,000.'],
      sub_total: ['Your items now cost ₦26,000, not ₦24,900.'],
    });
  });

  it('another person’s address is not found', async () => {
    const stranger = await createBuyer(shop, []);
    const body = { ...(await buyer.prepareCheckout()), shipping_address_id: stranger.addressId };
    expectRefusal(await buyer.submitCheckout(body), 'not_found');
  });

  it('an empty cart is refused', async () => {
    const checkout = await buyer.prepareCheckout();
    await buyer.call('POST', '/api/cart/clear_cart/');
    expectRefusal(await buyer.submitCheckout(checkout), 'cart_empty');
  });

  it.each([{ total: 'lots' }, { sub_total: null }, { shipping_address_id: 5 }, { cart_items: 'all' }])(
    '%j is refused with an error for that field',
    async (wrong) => {
      const response = await buyer.submitCheckout({ ...(await buyer.prepareCheckout()), ...wrong });
      expectRefusal(response, 'invalid_input');
      expect(Object.keys(response.json().errors)).toEqual(Object.keys(wrong));
    },
  );

  it('an invalid idempotency key is refused', async () => {
    expectRefusal(await buyer.submitCheckout(await buyer.prepareCheckout(), 'not valid'), 'invalid_input');
  });
});

describe('a repeated request', () => {
  it('returns the same order and the same payment', { tags: ['@PAYMENT-15'] }, async () => {
    const checkout = await buyer.prepareCheckout();
    const [first, second] = [await buyer.submitCheckout(checkout), await buyer.submitCheckout(checkout)];
    expect(second.json()).toEqual(first.json());
    expect(await stockOf(shop.db, yam)).toBe(8);
  });

  it('returns the same order when it reserved the last pieces', async () => {
    await buyer.fillCart([[yam, 8]]);
    const checkout = await buyer.prepareCheckout();
    const first = (await buyer.submitCheckout(checkout)).json();
    expect(await stockOf(shop.db, yam)).toBe(0);
    // The checkout page still includes the stock that the order reserves.
    expect(await buyer.prepareCheckout()).toEqual(checkout);
    expect((await buyer.submitCheckout(checkout)).json()).toEqual(first);
  });

  it('places a new order that replaces the pending one when the cart has changed', async () => {
    const firstOrder = await buyer.placeOrder();
    await buyer.call('PUT', `/api/cart//${yam}/`, { quantity: 1 });
    const next = await buyer.placeOrder();
    expect(next.id).not.toBe(firstOrder.id);
    expect(await buyer.readOrder(firstOrder.id)).toMatchObject({ status: 'Cancelled' });
    expect(await stockOf(shop.db, yam)).toBe(9);
    // The old order is paid in another tab: its payment is refunded.
    expect(await approveAndReturn(firstOrder.reference)).toMatchObject({ page: '/payment/failure' });
    await runDueJobs();
    expect(await provider.verify(firstOrder.reference)).toMatchObject({ status: 'reversed' });
    expect(await buyer.readOrder(next.id)).toMatchObject({ status: 'Pending' });
  });

  it.each([
    ['checkout_changed', 8],
    ['items_unavailable', 0],
  ] as const)(
    'keeps the pending order when the one that would replace it is refused with %s',
    {
      tags: ['@ORDER-60'],
    },
    async (code, stock) => {
      const { code: coupon_code } = await addCoupon(shop.db, { max_uses: 1 });
      await buyer.call('POST', '/checkout/apply-coupon/', { total: 1, coupon_code });
      const pending = await buyer.placeOrder();
      const before = await buyer.readOrder(pending.id);
      await buyer.call('PUT', `/api/cart//${yam}/`, { quantity: 3 });
      const body = await buyer.prepareCheckout();
      await shop.db.updateTable('product').set({ stock }).where('id', '=', yam).execute();
      const refused = await buyer.submitCheckout({ ...body, total: 1 });
      expectRefusal(refused, code, refused.json().detail);
      expect(await buyer.readOrder(pending.id)).toEqual(before);
      expect(await approveAndReturn(pending.reference)).toMatchObject({ page: '/payment/success' });
      expect(await stockOf(shop.db, yam)).toBe(stock);
    },
  );

  it('returns the same response for the same key, and is refused with another body', {
    tags: ['@PAYMENT-16'],
  }, async () => {
    const checkout = await buyer.prepareCheckout();
    const first = await buyer.submitCheckout(checkout, 'k-1');
    expect((await buyer.submitCheckout(checkout, 'k-1')).json()).toEqual(first.json());
    expectRefusal(await buyer.submitCheckout({ ...checkout, total: 1 }, 'k-1'), 'idempotency_key_reused');
    await approveAndReturn(first.json().payment.data.reference);
    // The order is paid and the cart is empty, but the response is unchanged.
    expect((await buyer.submitCheckout(checkout, 'k-1')).json()).toEqual(first.json());
    expectRefusal(await buyer.submitCheckout(checkout, 'k-2'), 'cart_empty');
    const other = await createBuyer(shop, [[yam, 1]]);
    expect((await other.submitCheckout(await other.prepareCheckout(), 'k-1')).statusCode).toBe(200);
  });
});

describe('a payment', () => {
  it('that is declined cancels the order and returns its stock; the cart is unchanged', {
    tags: ['@ORDER-3'],
  }, async () => {
    const { id, reference } = await buyer.placeOrder();
    expect(await followReturn(await choose(reference, 'decline'))).toEqual({
      page: '/payment/failure',
      error: 'The payment was declined.',
    });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Cancelled' });
    expect(await stockOf(shop.db, yam)).toBe(10);
    const second = await buyer.placeOrder();
    expect(second.id).not.toBe(id);
    expect(await approveAndReturn(second.reference)).toMatchObject({ page: '/payment/success' });
  });

  it('that is abandoned leaves the order pending until it expires', { tags: ['@ORDER-3'] }, async () => {
    const { id, reference } = await buyer.placeOrder();
    expect(await followReturn(await choose(reference, 'abandon'))).toEqual({
      page: '/payment/failure',
      error: 'The payment was not completed.',
    });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending' });
    await expirePaymentTime(shop.db, id);
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Cancelled' });
    expect(await stockOf(shop.db, yam)).toBe(10);
  });

  it('is verified by a job when neither webhook nor buyer arrives', { tags: ['@PAYMENT-24'] }, async () => {
    const { id, reference } = await buyer.placeOrder();
    await provider.choose(reference, 'approve');
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending' });
    await shop.db.updateTable('payment').set({ ask_at: new Date() }).where('reference', '=', reference).execute();
    await runMinuteJobs(shop);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    expect(await readPayment(reference)).toMatchObject({ ask_at: null, paid_amount: expect.any(Number) });
  });

  it('is applied once when return page and webhook come in any order and several times', {
    tags: ['@PAYMENT-23'],
  }, async () => {
    const { id, reference } = await buyer.placeOrder();
    await provider.choose(reference, 'approve');
    const returnUrl = `http://shop.test/backend/payment/return?trxref=${reference}`;
    expect(await followReturn(returnUrl)).toMatchObject({ page: '/payment/success' });
    const { amount_kobo } = await readPayment(reference);
    const event = await signCharge(reference, { amount: amount_kobo, requested_amount: amount_kobo });
    for (let n = 0; n < 3; n++) expect((await postWebhook(event)).statusCode).toBe(200);
    expect(await followReturn(returnUrl)).toMatchObject({ page: '/payment/success' });
    await runDueJobs();
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    expect(await buyer.mailSubjects()).toEqual([`Your Sokuwa order ${id}`]);
    expect(await stockOf(shop.db, yam)).toBe(8);
  });

  it.each([
    ['too little', { amount: 100, requested_amount: 100 }, /were requested/],
    ['less than was requested', { amount: 100 }, /were paid/],
    ['another currency', { currency: 'USD' }, /paid in USD/],
  ])(
    'of %s is held, and the order is not paid',
    { tags: ['@PAYMENT-25', '@PAYMENT-26'] },
    async (_, extraData, reason) => {
      const { id, reference } = await buyer.placeOrder();
      const { amount_kobo } = await readPayment(reference);
      const event = await signCharge(reference, { amount: amount_kobo, requested_amount: amount_kobo, ...extraData });
      expect((await postWebhook(event)).statusCode).toBe(200);
      expect(await readPayment(reference)).toMatchObject({ status: 'held', held_for: expect.stringMatching(reason) });
      expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending' });
    },
  );

  it('that is held changes only when the provider reports another amount, not when it repeats a report', {
    tags: ['@PAYMENT-23', '@PAYMENT-25', '@BOOKS-3'],
  }, async () => {
    const { id, reference } = await buyer.placeOrder();
    const { amount_kobo } = await readPayment(reference);
    const report = async (amount: number) => {
      const event = await signCharge(reference, { amount, requested_amount: amount });
      expect((await postWebhook(event)).statusCode).toBe(200);
      await runDueJobs();
    };
    // PostgreSQL's xmin is the transaction that wrote the version of a row.
    const readVersions = async () => {
      const { rows } = await sql`
        select shop_order.xmin::text as order_version, payment.xmin::text as payment_version
        from payment join shop_order on shop_order.id = payment.order_id where reference = ${reference}`.execute(
        shop.db,
      );
      return rows;
    };
    await report(100);
    const versions = await readVersions();
    expect(await readPayment(reference)).toMatchObject({ status: 'held', paid_amount: 100 });
    for (let n = 0; n < 3; n++) await report(100);
    expect(await readVersions()).toEqual(versions);
    expect(await buyer.mailSubjects()).toEqual([]);
    await report(200);
    expect(await readPayment(reference)).toMatchObject({ status: 'held', paid_amount: 200 });
    for (const amount of [100, 200, 100]) {
      await report(amount);
      expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
    }
    await report(amount_kobo);
    expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
  });

  it('is accepted when the buyer also paid the provider’s fees', async () => {
    const { id, reference } = await buyer.placeOrder();
    const { amount_kobo } = await readPayment(reference);
    await postWebhook(
      await signCharge(reference, { amount: amount_kobo + 9000, requested_amount: amount_kobo, fees: 9000 }),
    );
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
  });

  it('is not changed by a forged or altered webhook', { tags: ['@PAYMENT-27'] }, async () => {
    const { id, reference } = await buyer.placeOrder();
    const { amount_kobo } = await readPayment(reference);
    const { body, signature } = await signCharge(reference, { amount: amount_kobo });
    for (const forged of [
      { body, signature: 'f'.repeat(128) },
      { body: `${body}\n`, signature },
      { body: body.replace('NGN', 'USD'), signature },
      { body: '', signature },
    ])
      expectRefusal(await postWebhook(forged), 'signature_invalid');
    const unsigned = { method: 'POST' as const, url: '/backend/payment/webhook', payload: body };
    expectRefusal(await shop.app.inject(unsigned), 'signature_invalid');
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Pending' });
  });

  it('that is unknown changes nothing', async () => {
    expect((await postWebhook(await signCharge('7F3KQ2M9XW4T-1', { amount: 5 }))).statusCode).toBe(200);
    expect(
      (await postWebhook(await provider.sign({ event: 'transfer.success', data: { reference: 'x' } }))).statusCode,
    ).toBe(200);
    for (const reference of ['7F3KQ2M9XW4T-1', 'x', '', "'; drop"])
      expect(
        await followReturn(`http://shop.test/backend/payment/return?reference=${encodeURIComponent(reference)}`),
      ).toEqual({
        page: '/payment/failure',
        error: 'This payment is unknown.',
      });
  });
});

describe('a late payment', () => {
  it('is accepted while there is stock', { tags: ['@PAYMENT-28'] }, async () => {
    const { id, reference } = await buyer.placeOrder();
    await expirePaymentTime(shop.db, id);
    await runMinuteJobs(shop);
    expect(await stockOf(shop.db, yam)).toBe(10);
    expect(await approveAndReturn(reference)).toMatchObject({ page: '/payment/success' });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    expect(await stockOf(shop.db, yam)).toBe(8);
  });

  it('is refunded when the stock is sold, and the buyer is notified', { tags: ['@PAYMENT-28'] }, async () => {
    const { id, reference } = await buyer.placeOrder();
    await expirePaymentTime(shop.db, id);
    await runMinuteJobs(shop);
    await shop.db.updateTable('product').set({ stock: 1 }).where('id', '=', yam).execute();
    expect(await approveAndReturn(reference)).toEqual({
      page: '/payment/failure',
      error: 'Your order is no longer available. This payment will be refunded.',
    });
    await runDueJobs();
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Cancelled' });
    expect(await provider.verify(reference)).toMatchObject({ status: 'reversed' });
    const [mail] = await shop.mailbox.read(buyer.email);
    expect(mail?.subject).toMatch(new RegExp(`^₦[\\d,.]+ back for your order ${id}$`));
    expect(mail?.text).toMatch(/its items are sold out/);
    expect(await stockOf(shop.db, yam)).toBe(1);
  });

  it('is refunded when its coupon was used for another order', async () => {
    await addCoupon(shop.db, { code: 'LATE10' });
    await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: 'LATE10' });
    const expiredOrder = await buyer.placeOrder();
    await expirePaymentTime(shop.db, expiredOrder.id);
    await runMinuteJobs(shop);
    const next = await buyer.placeOrder();
    expect(await buyer.readOrder(next.id)).toMatchObject({ discount: 2490 });
    await approveAndReturn(next.reference);
    expect(await approveAndReturn(expiredOrder.reference)).toMatchObject({ page: '/payment/failure' });
    await runDueJobs();
    expect(await provider.verify(expiredOrder.reference)).toMatchObject({ status: 'reversed' });
    expect(await stockOf(shop.db, yam)).toBe(8);
  });
});

describe('a coupon', () => {
  it('of a pending order still applies in the checkout, so that a repeated request returns the same order', async () => {
    const { code } = await addCoupon(shop.db, { max_uses: 1 });
    await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: code });
    const checkout = await buyer.prepareCheckout();
    const first = await buyer.submitCheckout(checkout);
    expect(await buyer.prepareCheckout()).toEqual(checkout);
    expect((await buyer.submitCheckout(checkout)).json()).toEqual(first.json());
    expect(await buyer.listOrders()).toMatchObject([{ discount: 2490 }]);
  });

  it('moves to the order that replaces the pending one', async () => {
    const { code } = await addCoupon(shop.db, { max_uses: 1 });
    await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: code });
    await buyer.placeOrder();
    await buyer.call('PUT', `/api/cart//${yam}/`, { quantity: 1 });
    await buyer.placeOrder();
    expect(await buyer.listOrders()).toMatchObject([
      { status: 'Pending', discount: 1245 },
      { status: 'Cancelled', discount: 2490 },
    ]);
  });

  it('is redeemed by the order, and usable again when the order is declined or cancelled', {
    tags: ['@ORDER-4'],
  }, async () => {
    const { id: coupon } = await addCoupon(shop.db, { code: `C${yam}`, max_uses: 1 });
    const uses = async () =>
      (await shop.db.selectFrom('coupon').select('uses').where('id', '=', coupon).executeTakeFirstOrThrow()).uses;
    await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: `c${yam}` });
    const first = await buyer.placeOrder();
    expect(await buyer.readOrder(first.id)).toMatchObject({ sub_total: 24_900, discount: 2490 });
    expect(await uses()).toBe(1);
    await followReturn(await choose(first.reference, 'decline'));
    expect(await uses()).toBe(0);
    const second = await buyer.placeOrder();
    expect(await buyer.readOrder(second.id)).toMatchObject({ discount: 2490 });
    await approveAndReturn(second.reference);
    expect(await uses()).toBe(1);
    await buyer.cancelOrder(second.id);
    expect(await uses()).toBe(0);
  });
});

describe('a cancellation', () => {
  it('of an unpaid order returns the stock', { tags: ['@ORDER-3', '@ORDER-24'] }, async () => {
    const { id, reference } = await buyer.placeOrder();
    const response = await buyer.cancelOrder(id);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(await buyer.readOrder(id));
    expect(response.json().status).toBe('Cancelled');
    expect(await stockOf(shop.db, yam)).toBe(10);
    expectRefusal(await buyer.cancelOrder(id), 'order_not_cancellable');
    expect(await stockOf(shop.db, yam)).toBe(10);
    // A payment after the cancellation is refunded.
    expect(await approveAndReturn(reference)).toMatchObject({ page: '/payment/failure' });
    await runDueJobs();
    expect(await provider.verify(reference)).toMatchObject({ status: 'reversed' });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Cancelled' });
  });

  it('of a paid order refunds the payment through the provider', { tags: ['@PAYMENT-39'] }, async () => {
    const { id, reference } = await buyer.placeOrder();
    await approveAndReturn(reference);
    expect((await buyer.cancelOrder(id)).json()).toMatchObject({ status: 'Cancelled' });
    expect(await stockOf(shop.db, yam)).toBe(10);
    await runDueJobs();
    expect(await provider.verify(reference)).toMatchObject({ status: 'reversed' });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
    expect(await buyer.mailSubjects()).toEqual(
      expect.arrayContaining([`Your order ${id} is cancelled`, expect.stringMatching(/ back for your order /)]),
    );
  });

  it('credits the wallet once when the provider refuses the refund', {
    tags: ['@PAYMENT-39', '@WALLET-10'],
  }, async () => {
    const { id, reference } = await buyer.placeOrder();
    await approveAndReturn(reference);
    const { amount_kobo } = await readPayment(reference);
    // The provider refuses to refund a payment that it does not know.
    await shop.db.deleteFrom('sandbox_payment').where('reference', '=', reference).execute();
    await buyer.cancelOrder(id);
    await runDueJobs();
    await shop.db
      .updateTable('refund')
      .set({ status: 'requested', ask_at: new Date() })
      .where('reference', '=', reference)
      .execute();
    await runMinuteJobs(shop);
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([amount_kobo]);
  });

  it('of a shipped order is refused', { tags: ['@ORDER-13', '@ORDER-14'] }, async () => {
    const { id, reference } = await buyer.placeOrder();
    await approveAndReturn(reference);
    await takeStep(shop.db, id, { step: 'ship', tracking: 'T1' }, LIVE_ACT);
    expectRefusal(await buyer.cancelOrder(id), 'order_not_cancellable');
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Shipped' });
  });
});

describe('an account that is deleted', () => {
  const requestDeletion = (query = '') =>
    shop.app.inject({ method: 'DELETE', url: `/backend/user-profile-update${query}`, headers: buyer.headers });
  const deleteAccount = () => requestDeletion('?confirm_undelivered=true');
  const readRow = (id: string) =>
    shop.db
      .selectFrom('shop_order')
      .select(['account_id', 'status', 'customer', 'ship_to'])
      .where('id', '=', id as OrderId)
      .executeTakeFirst();

  it('can export its orders before it is deleted', async () => {
    const { id } = await buyer.placeOrder();
    const { orders } = (await buyer.call('GET', '/user-data-export/')).json();
    expect(orders).toEqual([await buyer.readOrder(id)]);
  });

  it('leaves completed orders without personal data', async () => {
    const { id } = await buyer.placeOrder();
    await buyer.cancelOrder(id);
    expect((await deleteAccount()).statusCode).toBe(200);
    expect(await readRow(id)).toEqual({ account_id: null, status: 'Cancelled', customer: null, ship_to: null });
  });

  it('is not deleted while a paid order is not delivered, unless the request confirms it', {
    tags: ['@ACCOUNT-141'],
  }, async () => {
    const { id, reference } = await buyer.placeOrder();
    await approveAndReturn(reference);
    for (const query of ['', '?confirm_undelivered=false']) {
      const refused = await requestDeletion(query);
      if (query === '') {
        expectRefusal(refused, 'orders_undelivered');
        expect(refused.json().errors).toEqual({ orders: [id] });
      } else expectRefusal(refused, 'invalid_input');
    }
    expect(await readRow(id)).toMatchObject({ account_id: buyer.accountId, status: 'Paid' });
    await takeStep(shop.db, id, { step: 'ship', tracking: 'T1' }, LIVE_ACT);
    expectRefusal(await requestDeletion(), 'orders_undelivered');
    expect((await deleteAccount()).statusCode).toBe(200);
    await runDueJobs();
    const mails = await shop.mailbox.read(buyer.email);
    const farewell = mails.find(({ subject }) => subject === 'Your Sokuwa account was deleted');
    expect(farewell?.text).toContain(id);
    await takeStep(shop.db, id, { step: 'deliver' }, LIVE_ACT);
    expect(await readRow(id)).toEqual({ account_id: null, status: 'Delivered', customer: null, ship_to: null });
    await runDueJobs();
    expect((await shop.mailbox.read(buyer.email)).length).toBe(mails.length + 1);
  });

  it('needs no confirmation for orders that are delivered, cancelled or unpaid', async () => {
    const { id, reference } = await buyer.placeOrder();
    await approveAndReturn(reference);
    await takeStep(shop.db, id, { step: 'ship', tracking: 'T1' }, LIVE_ACT);
    await takeStep(shop.db, id, { step: 'deliver' }, LIVE_ACT);
    expect((await requestDeletion()).statusCode).toBe(200);
  });

  it('leaves the address in a paid order until it is delivered', async () => {
    const { id, reference } = await buyer.placeOrder();
    await approveAndReturn(reference);
    expect((await deleteAccount()).statusCode).toBe(200);
    expect(await readRow(id)).toMatchObject({ account_id: null, status: 'Paid', ship_to: { city: 'Ikeja' } });
    await takeStep(shop.db, id, { step: 'ship', tracking: 'T1' }, LIVE_ACT);
    await takeStep(shop.db, id, { step: 'deliver' }, LIVE_ACT);
    expect(await readRow(id)).toEqual({ account_id: null, status: 'Delivered', customer: null, ship_to: null });
  });

  it('releases the coupon of its unpaid order when that expires, so that another account can use it', async () => {
    const { code } = await addCoupon(shop.db, { max_uses: 1 });
    await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: code });
    const { id } = await buyer.placeOrder();
    expect((await deleteAccount()).statusCode).toBe(200);
    const other = await createBuyer(shop, [[yam, 1]]);
    const apply = () => other.call('POST', '/checkout/apply-coupon/', { coupon_code: code });
    expectRefusal(await apply(), 'coupon_used_up');
    await expirePaymentTime(shop.db, id);
    await runMinuteJobs(shop);
    expect((await apply()).statusCode).toBe(200);
  });

  it('has its unpaid order expire, and a later payment refunded', async () => {
    const { id, reference } = await buyer.placeOrder();
    expect((await deleteAccount()).statusCode).toBe(200);
    await expirePaymentTime(shop.db, id);
    await runMinuteJobs(shop);
    expect(await readRow(id)).toEqual({ account_id: null, status: 'Cancelled', customer: null, ship_to: null });
    expect(await stockOf(shop.db, yam)).toBe(10);
    expect(await approveAndReturn(reference)).toMatchObject({ page: '/payment/failure' });
    await runDueJobs();
    expect(await provider.verify(reference)).toMatchObject({ status: 'reversed' });
  });

  it('has no wallet: a refund that the provider refuses waits for an operator', async () => {
    const { id, reference } = await buyer.placeOrder();
    await approveAndReturn(reference);
    expect((await deleteAccount()).statusCode).toBe(200);
    await shop.db.updateTable('sandbox_payment').set({ status: 'failed' }).where('reference', '=', reference).execute();
    await takeStep(shop.db, id, { step: 'cancel' }, LIVE_ACT);
    await runDueJobs();
    const refund = await shop.db
      .selectFrom('refund')
      .select('status')
      .where('reference', '=', reference)
      .executeTakeFirst();
    expect(refund).toEqual({ status: 'stuck' });
  });
});

describe('the sandbox’s payment page', () => {
  it('shows the amount, runs no scripts, and sends its forms only to the shop', {
    tags: ['@PAYMENT-20', '@SANDBOX-5', '@SANDBOX-6'],
  }, async () => {
    const { reference } = await buyer.placeOrder();
    const page = await shop.app.inject({ url: `/sandbox/pay/${reference}` });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-.+'; form-action 'self'/,
    );
    expect(page.body).toContain('Approve payment');
    await choose(reference, 'approve');
    const paid = await shop.app.inject({ url: `/sandbox/pay/${reference}` });
    expect(paid.body).toContain('This payment was approved.');
    expect(paid.body).not.toContain('Approve payment');
    await choose(reference, 'decline');
    expect(await provider.verify(reference)).toMatchObject({ status: 'success' });
  });

  it('returns 404 for an unknown payment or choice', async () => {
    const { reference } = await buyer.placeOrder();
    const post = (url: string) => shop.app.inject({ method: 'POST', url });
    for (const reply of [
      ...['none', '%00', 'x'.repeat(200)].map((name) => shop.app.inject({ url: `/sandbox/pay/${name}` })),
      ...['none/approve', `${reference}/steal`].map((path) => post(`/sandbox/pay/${path}`)),
    ]) {
      const { statusCode, body } = await reply;
      expect(statusCode).toBe(404);
      expect(body).toContain('No such payment');
    }
  });
});
