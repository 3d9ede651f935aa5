import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase, openPool } from '../platform/database.ts';
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
import { expectRefusal } from '../testing/responses.ts';
import { addProduct, openTestShop, type TestShop, waitUntilBlocked, waitUntilChangesQueued } from '../testing/shop.ts';

let shop: TestShop;
let provider: SandboxPayments;
/** A separate connection to read locks with: those of the shop may all be blocked. */
let monitorPool: pg.Pool;
let monitor: Database;
/** A concurrent transaction whose locks block the shop's. */
let other: pg.Client;
beforeAll(async () => {
  // Fifty requests share five connections: on a busy machine the last one waits longer than the limit of five seconds.
  shop = await openTestShop({}, undefined, { connectMs: 60_000 });
  provider = sandboxPaymentsOf(shop);
  monitorPool = openPool(shop.connection, 1, () => undefined);
  monitor = openDatabase(monitorPool);
});
afterAll(async () => {
  await monitorPool.end();
  await shop.close();
});
beforeEach(async () => {
  other = new pg.Client(shop.connection);
  await other.connect();
});
afterEach(() => other.end());

const createBuyers = (count: number, cart: readonly (readonly [number, number])[]): Promise<Buyer[]> =>
  Promise.all(Array.from({ length: count }, () => createBuyer(shop, cart)));
/** Prepares all checkouts, then submits them concurrently. */
const submitAll = async (all: readonly Buyer[]) => {
  const checkouts = await Promise.all(all.map((buyer) => buyer.prepareCheckout()));
  return Promise.all(all.map((buyer, n) => buyer.submitCheckout(checkouts[n] ?? {})));
};
/** Locks the row, calls `start`, and unlocks the row when `wait` resolves. @returns the results */
const whileLocked = async <T>(row: string, wait: () => Promise<void>, start: () => Promise<T>[]): Promise<T[]> => {
  await other.query('begin');
  await other.query(`select from ${row} for update`);
  const started = start();
  await wait();
  await other.query('commit');
  return Promise.all(started);
};
/** Returns a function that waits until this many transactions wait for a lock. */
const untilBlocked = (connections: number) => () => waitUntilBlocked(monitor, connections);
/** Signs the webhook of a successful payment. @returns a function that sends it */
const chargeWebhook = async (reference: string) => {
  const { amount_kobo } = await shop.db
    .selectFrom('payment')
    .select('amount_kobo')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  const { body, signature } = await provider.sign({
    event: 'charge.success',
    data: { reference, status: 'success', currency: 'NGN', domain: 'test', amount: amount_kobo },
  });
  return () =>
    shop.app.inject({
      method: 'POST',
      url: '/backend/payment/webhook',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
      payload: body,
    });
};
const listStatuses = (responses: readonly { statusCode: number }[]) =>
  responses.map(({ statusCode }) => statusCode).toSorted();

describe('concurrent requests', () => {
  it('sells the last piece to one of fifty buyers and refuses the others', {
    tags: ['@ORDER-1', '@ORDER-2'],
  }, async () => {
    const drum = await addProduct(shop.db, { title: 'Talking drum', stock: 1 });
    const all = await createBuyers(50, [[drum, 1]]);
    const responses = await submitAll(all);
    const refused = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(49);
    for (const response of refused) {
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        code: 'items_unavailable',
        message: '"Talking drum" is sold out. Please change your cart.',
      });
    }
    expect(await stockOf(shop.db, drum)).toBe(0);
    const lines = await shop.db.selectFrom('order_line').select('quantity').where('product_id', '=', drum).execute();
    expect(lines).toEqual([{ quantity: 1 }]);
  });

  it('places the orders of fifty buyers when there is stock for all', { tags: ['@ORDER-2'] }, async () => {
    const drum = await addProduct(shop.db, { stock: 100 });
    expect(listStatuses(await submitAll(await createBuyers(50, [[drum, 1]])))).toEqual(
      Array.from({ length: 50 }, () => 200),
    );
    expect(await stockOf(shop.db, drum)).toBe(50);
  });

  it('places orders of the same two products without deadlock, in any order of the lines', {
    tags: ['@ORDER-2'],
  }, async () => {
    const [a, b] = [await addProduct(shop.db, { stock: 40 }), await addProduct(shop.db, { stock: 40 })];
    const [ab, ba] = [
      await createBuyers(10, [
        [a, 1],
        [b, 2],
      ]),
      await createBuyers(10, [
        [b, 1],
        [a, 2],
      ]),
    ];
    const all = [...ab, ...ba];
    const checkouts = await Promise.all(all.map((buyer) => buyer.prepareCheckout()));
    // The pool has five connections: five requests wait for the first product, the others for a connection.
    const responses = await whileLocked(`product where id = ${a}`, untilBlocked(5), () =>
      all.map((buyer, n) => buyer.submitCheckout(checkouts[n] ?? {})),
    );
    expect(new Set(listStatuses(responses))).toEqual(new Set([200]));
    expect([await stockOf(shop.db, a), await stockOf(shop.db, b)]).toEqual([10, 10]);
  });

  it('places and cancels orders of the same products without deadlock', async () => {
    const [a, b] = [await addProduct(shop.db, { stock: 40 }), await addProduct(shop.db, { stock: 40 })];
    const [first, second] = await createBuyers(2, [
      [b, 1],
      [a, 1],
    ]);
    if (!first || !second) throw new Error('two buyers were expected');
    const { id } = await first.placeOrder();
    const checkout = await second.prepareCheckout();
    const [cancelled, ordered] = await whileLocked(`product where id = ${b}`, untilBlocked(2), () => [
      first.cancelOrder(id),
      second.submitCheckout(checkout),
    ]);
    expect([cancelled?.statusCode, ordered?.statusCode]).toEqual([200, 200]);
    expect([await stockOf(shop.db, a), await stockOf(shop.db, b)]).toEqual([39, 39]);
  });

  it('replaces orders of buyers who exchange their products without deadlock', async () => {
    const [a, b] = [await addProduct(shop.db, { stock: 40 }), await addProduct(shop.db, { stock: 40 })];
    const buyers = [await createBuyer(shop, [[a, 1]]), await createBuyer(shop, [[b, 1]])];
    for (const buyer of buyers) await buyer.placeOrder();
    for (const [n, buyer] of buyers.entries()) {
      await buyer.call('POST', '/api/cart/clear_cart/');
      await buyer.fillCart([[n === 0 ? b : a, 3]]);
    }
    const checkouts = await Promise.all(buyers.map((buyer) => buyer.prepareCheckout()));
    const responses = await whileLocked(`product where id = ${a}`, untilBlocked(2), () =>
      buyers.map((buyer, n) => buyer.submitCheckout(checkouts[n] ?? {})),
    );
    expect(listStatuses(responses)).toEqual([200, 200]);
    expect([await stockOf(shop.db, a), await stockOf(shop.db, b)]).toEqual([37, 37]);
  });

  it('replaces orders of buyers who exchange their coupons without deadlock', async () => {
    const coupons = [await addCoupon(shop.db, { percent: 10 }), await addCoupon(shop.db, { percent: 20 })];
    const buyers: Buyer[] = [];
    for (const [n, coupon] of coupons.entries()) {
      const buyer = await createBuyer(shop, [[await addProduct(shop.db, { stock: 40 }), 1]]);
      const apply = (code: string | undefined) =>
        buyer.call('POST', '/checkout/apply-coupon/', { total: 1, coupon_code: code });
      await apply(coupon.code);
      await buyer.placeOrder();
      await apply(coupons[1 - n]?.code);
      buyers.push(buyer);
    }
    const checkouts = await Promise.all(buyers.map((buyer) => buyer.prepareCheckout()));
    const responses = await whileLocked(`coupon where id = ${coupons[0]?.id}`, untilBlocked(2), () =>
      buyers.map((buyer, n) => buyer.submitCheckout(checkouts[n] ?? {})),
    );
    expect(listStatuses(responses)).toEqual([200, 200]);
    const uses = await shop.db
      .selectFrom('coupon')
      .select('uses')
      .where(
        'id',
        'in',
        coupons.map(({ id }) => id),
      )
      .execute();
    expect(uses).toEqual([{ uses: 1 }, { uses: 1 }]);
  });

  it('places one order for ten equal requests, with or without an idempotency key', {
    tags: ['@PAYMENT-15', '@PAYMENT-16'],
  }, async () => {
    const drum = await addProduct(shop.db, { stock: 10 });
    for (const key of ['k', undefined]) {
      const buyer = await createBuyer(shop, [[drum, 1]]);
      const checkout = await buyer.prepareCheckout();
      const untilAllWait = () => waitUntilChangesQueued(shop, buyer.accountId, 10);
      const responses = await whileLocked(`account where id = ${buyer.accountId}`, untilAllWait, () =>
        Array.from({ length: 10 }, () => buyer.submitCheckout(checkout, key)),
      );
      expect(new Set(listStatuses(responses))).toEqual(new Set([200]));
      expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
      expect(await buyer.listOrders()).toHaveLength(1);
    }
    expect(await stockOf(shop.db, drum)).toBe(8);
  });

  it('returns the same order to two equal requests for the last piece', async () => {
    const drum = await addProduct(shop.db, { stock: 1 });
    const buyer = await createBuyer(shop, [[drum, 1]]);
    const checkout = await buyer.prepareCheckout();
    const untilBothWait = () => waitUntilChangesQueued(shop, buyer.accountId, 2);
    const responses = await whileLocked(`product where id = ${drum}`, untilBothWait, () => [
      buyer.submitCheckout(checkout),
      buyer.submitCheckout(checkout),
    ]);
    expect(listStatuses(responses)).toEqual([200, 200]);
    expect(responses[0]?.body).toBe(responses[1]?.body);
    expect(await stockOf(shop.db, drum)).toBe(0);
  });

  it('redeems a single-use coupon for one of twenty buyers', { tags: ['@CHECKOUT-46'] }, async () => {
    const drum = await addProduct(shop.db, { stock: 40 });
    await addCoupon(shop.db, { code: 'ONLYONE', max_uses: 1 });
    const all = await createBuyers(20, [[drum, 1]]);
    for (const buyer of all) await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: 'ONLYONE' });
    const checkouts = await Promise.all(all.map((buyer) => buyer.prepareCheckout()));
    const responses = await whileLocked(`coupon where code = 'ONLYONE'`, untilBlocked(5), () =>
      all.map((buyer, n) => buyer.submitCheckout(checkouts[n] ?? {})),
    );
    const refused = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(19);
    for (const response of refused) expect(['coupon_used_up', 'checkout_changed']).toContain(response.json().code);
    expect(await stockOf(shop.db, drum)).toBe(39);
  });

  it('pays an order once and sends one mail when twenty equal webhooks arrive', { tags: ['@PAYMENT-23'] }, async () => {
    const drum = await addProduct(shop.db, { stock: 5 });
    const buyer = await createBuyer(shop, [[drum, 2]]);
    const { id, reference } = await buyer.placeOrder();
    const webhook = await chargeWebhook(reference);
    const responses = await whileLocked(`account where id = ${buyer.accountId}`, untilBlocked(5), () =>
      Array.from({ length: 20 }, webhook),
    );
    expect(new Set(listStatuses(responses))).toEqual(new Set([200]));
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await buyer.mailSubjects()).toEqual([`Your Sokuwa order ${id}`]);
    expect(await stockOf(shop.db, drum)).toBe(3);
  });

  it('pays an order once and refunds the second payment when the buyer pays in two tabs', {
    tags: ['@PAYMENT-23'],
  }, async () => {
    const drum = await addProduct(shop.db, { stock: 5 });
    const buyer = await createBuyer(shop, [[drum, 1]]);
    const { id, reference } = await buyer.placeOrder();
    const { amount_kobo, created_at } = await shop.db
      .selectFrom('payment')
      .select(['amount_kobo', 'created_at'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    // As after a timeout of the provider: the shop used a new reference although the first payment was opened.
    const second = `${id}-2`;
    const returnUrl = 'http://shop.test/backend/payment/return';
    await provider.initialize({ reference: second, email: buyer.email, amount: amount_kobo, returnUrl });
    await shop.db
      .insertInto('payment')
      .values({
        reference: second,
        order_id: id as never,
        provider: 'sandbox',
        amount_kobo,
        currency: 'NGN',
        created_at,
        ask_at: null,
      })
      .execute();
    for (const attempt of [reference, second]) await provider.choose(attempt, 'approve');
    const [one, two] = [await chargeWebhook(reference), await chargeWebhook(second)];
    const responses = await whileLocked(`account where id = ${buyer.accountId}`, untilBlocked(2), () => [one(), two()]);
    expect(listStatuses(responses)).toEqual([200, 200]);
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    const refunds = await shop.db.selectFrom('refund').select(['reason', 'status']).execute();
    expect(refunds).toContainEqual({ reason: 'paid twice', status: 'done' });
    const states = await Promise.all([reference, second].map((attempt) => provider.verify(attempt)));
    expect(states.map((state) => state !== 'unknown' && state.status).toSorted()).toEqual(['reversed', 'success']);
    expect(await buyer.mailSubjects()).toHaveLength(2);
  });

  it.each(['cancel first', 'payment first'])(
    'cancels and refunds an order that is paid and cancelled concurrently (%s)',
    async (first) => {
      const drum = await addProduct(shop.db, { stock: 5 });
      const buyer = await createBuyer(shop, [[drum, 1]]);
      const { id, reference } = await buyer.placeOrder();
      await provider.choose(reference, 'approve');
      const [webhook, cancel] = [await chargeWebhook(reference), () => buyer.cancelOrder(id)];
      await other.query('begin');
      // The first locks the account and waits for the order; the second waits for the account.
      await other.query(`select from shop_order where id = '${id}' for update`);
      const started = [];
      if (first === 'cancel first') {
        started.push(cancel());
        await waitUntilBlocked(monitor, 1);
        started.push(webhook());
        await waitUntilBlocked(monitor, 2);
      } else {
        started.push(webhook());
        await waitUntilBlocked(monitor, 1);
        started.push(cancel());
        await waitUntilChangesQueued(shop, buyer.accountId, 1);
      }
      await other.query('commit');
      expect(listStatuses(await Promise.all(started))).toEqual([200, 200]);
      expect(await buyer.readOrder(id)).toMatchObject({ status: 'Cancelled' });
      expect(await shop.jobs.runDue()).toEqual([]);
      expect(await provider.verify(reference)).toMatchObject({ status: 'reversed' });
      expect(await stockOf(shop.db, drum)).toBe(5);
      expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
    },
  );

  it('pays an order whose time to pay ends while its webhook is processed', async () => {
    const drum = await addProduct(shop.db, { stock: 1 });
    const buyer = await createBuyer(shop, [[drum, 1]]);
    const { id, reference } = await buyer.placeOrder();
    await expirePaymentTime(shop.db, id);
    const webhook = await chargeWebhook(reference);
    await other.query('begin');
    await other.query(`select from account where id = ${buyer.accountId} for update`);
    const started = [runMinuteJobs(shop), webhook()];
    await waitUntilBlocked(monitor, 2);
    await other.query('commit');
    await Promise.all(started);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    expect(await stockOf(shop.db, drum)).toBe(0);
  });
});

describe('faults', () => {
  it('returns 503 and creates nothing when the database connection is lost during checkout; a retry succeeds', {
    tags: ['@ORDER-1'],
  }, async () => {
    const drum = await addProduct(shop.db, { stock: 5 });
    const buyer = await createBuyer(shop, [[drum, 1]]);
    const checkout = await buyer.prepareCheckout();
    // The order is inserted and waits for its last lock when its connection ends.
    await addCoupon(shop.db, { code: 'MIDWAY' });
    await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: 'MIDWAY' });
    const withCoupon = await buyer.prepareCheckout();
    expect(withCoupon.total).not.toBe(checkout.total);
    await other.query('begin');
    await other.query(`select from coupon where code = 'MIDWAY' for update`);
    const submitted = buyer.submitCheckout(withCoupon);
    await waitUntilBlocked(monitor, 1);
    await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    );
    const response = await submitted;
    expectRefusal(response, 'database_unavailable');
    expect(response.headers['retry-after']).toBe('2');
    await other.query('rollback');
    expect(await stockOf(shop.db, drum)).toBe(5);
    expect(await buyer.listOrders()).toEqual([]);
    expect((await buyer.submitCheckout(withCoupon)).statusCode).toBe(200);
    expect(await stockOf(shop.db, drum)).toBe(4);
  });

  it('refuses the token when the account is deleted during checkout', async () => {
    const drum = await addProduct(shop.db, { stock: 5 });
    const buyer = await createBuyer(shop, [[drum, 1]]);
    const checkout = await buyer.prepareCheckout();
    await other.query('begin');
    await other.query('delete from account where id = $1', [buyer.accountId]);
    const submitted = buyer.submitCheckout(checkout);
    await waitUntilChangesQueued(shop, buyer.accountId, 1);
    await other.query('commit');
    expectRefusal(await submitted, 'token_invalid');
    expect(await stockOf(shop.db, drum)).toBe(5);
  });
});
