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
import { addProduct, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';

let shop: TestShop;
let provider: SandboxPayments;
/** Looks on by a connection of its own: those of the shop may all be waiting. */
let watcher: pg.Pool;
let onlooker: Database;
/** Another writer, whose transaction holds up whoever comes after it. */
let other: pg.Client;
beforeAll(async () => {
  shop = await openTestShop();
  provider = sandboxPaymentsOf(shop);
  watcher = openPool(shop.connection, 1, () => undefined);
  onlooker = openDatabase(watcher);
});
afterAll(async () => {
  await watcher.end();
  await shop.close();
});
beforeEach(async () => {
  other = new pg.Client(shop.connection);
  await other.connect();
});
afterEach(() => other.end());

const buyers = (count: number, cart: readonly (readonly [number, number])[]): Promise<Buyer[]> =>
  Promise.all(Array.from({ length: count }, () => createBuyer(shop, cart)));
/** Presses of several at once, each with what it had been told before. */
const pressAll = async (all: readonly Buyer[]) => {
  const asked = await Promise.all(all.map((buyer) => buyer.prepareCheckout()));
  return Promise.all(all.map((buyer, n) => buyer.submitCheckout(asked[n] ?? {})));
};
/** Holds the row until `begin` has so many waiting for it, or for each other. */
const whileHeld = async <T>(row: string, waiting: number, begin: () => Promise<T>[]): Promise<T[]> => {
  await other.query('begin');
  await other.query(`select from ${row} for update`);
  const begun = begin();
  await waitUntilBlocked(onlooker, waiting);
  await other.query('commit');
  return Promise.all(begun);
};
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
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).toSorted();

describe('many at once', () => {
  it('fifty buyers of one piece: one order, forty-nine clear refusals, no stock', {
    tags: ['@ORDER-1', '@ORDER-2'],
  }, async () => {
    const drum = await addProduct(shop.db, { title: 'Talking drum', stock: 1 });
    const all = await buyers(50, [[drum, 1]]);
    const answers = await pressAll(all);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(49);
    for (const answer of refused) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        code: 'items_unavailable',
        message: '"Talking drum" is sold out. Please change your cart.',
      });
    }
    expect(await stockOf(shop.db, drum)).toBe(0);
    const lines = await shop.db.selectFrom('order_line').select('quantity').where('product_id', '=', drum).execute();
    expect(lines).toEqual([{ quantity: 1 }]);
  });

  it('fifty buyers of a hundred pieces: fifty orders', { tags: ['@ORDER-2'] }, async () => {
    const drum = await addProduct(shop.db, { stock: 100 });
    expect(statuses(await pressAll(await buyers(50, [[drum, 1]])))).toEqual(Array.from({ length: 50 }, () => 200));
    expect(await stockOf(shop.db, drum)).toBe(50);
  });

  it('carts of A and B, and of B and A: both ordered, no deadlock', { tags: ['@ORDER-2'] }, async () => {
    const [a, b] = [await addProduct(shop.db, { stock: 40 }), await addProduct(shop.db, { stock: 40 })];
    const [ab, ba] = [
      await buyers(10, [
        [a, 1],
        [b, 2],
      ]),
      await buyers(10, [
        [b, 1],
        [a, 2],
      ]),
    ];
    const all = [...ab, ...ba];
    const asked = await Promise.all(all.map((buyer) => buyer.prepareCheckout()));
    // The pool has five connections: five wait for the first product, those behind them for a connection.
    const answers = await whileHeld(`product where id = ${a}`, 5, () =>
      all.map((buyer, n) => buyer.submitCheckout(asked[n] ?? {})),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    expect([await stockOf(shop.db, a), await stockOf(shop.db, b)]).toEqual([10, 10]);
  });

  it('orders and cancels of the same products cross without deadlock', async () => {
    const [a, b] = [await addProduct(shop.db, { stock: 40 }), await addProduct(shop.db, { stock: 40 })];
    const [first, second] = await buyers(2, [
      [b, 1],
      [a, 1],
    ]);
    if (!first || !second) throw new Error('two were asked for');
    const { id } = await first.placeOrder();
    const asked = await second.prepareCheckout();
    const [cancelled, ordered] = await whileHeld(`product where id = ${b}`, 2, () => [
      first.cancelOrder(id),
      second.submitCheckout(asked),
    ]);
    expect([cancelled?.statusCode, ordered?.statusCode]).toEqual([200, 200]);
    expect([await stockOf(shop.db, a), await stockOf(shop.db, b)]).toEqual([39, 39]);
  });

  it('the same key ten times, and no key ten times: one order each', {
    tags: ['@PAYMENT-15', '@PAYMENT-16'],
  }, async () => {
    const drum = await addProduct(shop.db, { stock: 10 });
    for (const key of ['k', undefined]) {
      const [buyer] = await buyers(1, [[drum, 1]]);
      if (!buyer) throw new Error('one was asked for');
      const asked = await buyer.prepareCheckout();
      const answers = await whileHeld(`account where id = ${buyer.accountId}`, 5, () =>
        Array.from({ length: 10 }, () => buyer.submitCheckout(asked, key)),
      );
      expect(new Set(statuses(answers))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(await buyer.listOrders()).toHaveLength(1);
    }
    expect(await stockOf(shop.db, drum)).toBe(8);
  });

  it('two presses for the last piece: one order, for both', async () => {
    const drum = await addProduct(shop.db, { stock: 1 });
    const [buyer] = await buyers(1, [[drum, 1]]);
    if (!buyer) throw new Error('one was asked for');
    const asked = await buyer.prepareCheckout();
    const answers = await whileHeld(`product where id = ${drum}`, 2, () => [
      buyer.submitCheckout(asked),
      buyer.submitCheckout(asked),
    ]);
    expect(statuses(answers)).toEqual([200, 200]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
    expect(await stockOf(shop.db, drum)).toBe(0);
  });

  it('a coupon of one use by twenty at once: one has it', { tags: ['@CHECKOUT-46'] }, async () => {
    const drum = await addProduct(shop.db, { stock: 40 });
    await addCoupon(shop.db, { code: 'ONLYONE', max_uses: 1 });
    const all = await buyers(20, [[drum, 1]]);
    for (const buyer of all) await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: 'ONLYONE' });
    const asked = await Promise.all(all.map((buyer) => buyer.prepareCheckout()));
    const answers = await whileHeld(`coupon where code = 'ONLYONE'`, 5, () =>
      all.map((buyer, n) => buyer.submitCheckout(asked[n] ?? {})),
    );
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(19);
    for (const answer of refused) expect(['coupon_used_up', 'checkout_changed']).toContain(answer.json().code);
    expect(await stockOf(shop.db, drum)).toBe(39);
  });

  it('the same webhook twenty times at once: paid once, one mail', { tags: ['@PAYMENT-23'] }, async () => {
    const drum = await addProduct(shop.db, { stock: 5 });
    const [buyer] = await buyers(1, [[drum, 2]]);
    if (!buyer) throw new Error('one was asked for');
    const { id, reference } = await buyer.placeOrder();
    const webhook = await chargeWebhook(reference);
    const answers = await whileHeld(`account where id = ${buyer.accountId}`, 5, () =>
      Array.from({ length: 20 }, webhook),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await buyer.mailSubjects()).toEqual([`Your Sokuwa order ${id}`]);
    expect(await stockOf(shop.db, drum)).toBe(3);
  });

  it('two tabs paying one order: it is paid once, the second payment goes back', {
    tags: ['@PAYMENT-23'],
  }, async () => {
    const drum = await addProduct(shop.db, { stock: 5 });
    const [buyer] = await buyers(1, [[drum, 1]]);
    if (!buyer) throw new Error('one was asked for');
    const { id, reference } = await buyer.placeOrder();
    const { amount_kobo, created_at } = await shop.db
      .selectFrom('payment')
      .select(['amount_kobo', 'created_at'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    // As after a timeout of the provider, when another try was begun and the first one turned out to be open.
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
    for (const each of [reference, second]) await provider.choose(each, 'approve');
    const [one, two] = [await chargeWebhook(reference), await chargeWebhook(second)];
    const answers = await whileHeld(`account where id = ${buyer.accountId}`, 2, () => [one(), two()]);
    expect(statuses(answers)).toEqual([200, 200]);
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    const refunds = await shop.db.selectFrom('refund').select(['reason', 'status']).execute();
    expect(refunds).toContainEqual({ reason: 'paid twice', status: 'accepted' });
    const states = await Promise.all([reference, second].map((each) => provider.verify(each)));
    expect(states.map((state) => state !== 'unknown' && state.status).toSorted()).toEqual(['reversed', 'success']);
    expect(await buyer.mailSubjects()).toHaveLength(2);
  });

  it.each(['cancel first', 'payment first'])(
    'a cancel at the moment of payment, %s: nothing is kept and nothing lost',
    async (first) => {
      const drum = await addProduct(shop.db, { stock: 5 });
      const [buyer] = await buyers(1, [[drum, 1]]);
      if (!buyer) throw new Error('one was asked for');
      const { id, reference } = await buyer.placeOrder();
      await provider.choose(reference, 'approve');
      const [webhook, cancel] = [await chargeWebhook(reference), () => buyer.cancelOrder(id)];
      await other.query('begin');
      await other.query(`select from account where id = ${buyer.accountId} for update`);
      const begun = [];
      for (const call of first === 'cancel first' ? [cancel, webhook] : [webhook, cancel]) {
        begun.push(call());
        await waitUntilBlocked(onlooker, begun.length);
      }
      await other.query('commit');
      expect(statuses(await Promise.all(begun))).toEqual([200, 200]);
      expect(await buyer.readOrder(id)).toMatchObject({ status: 'Cancelled' });
      expect(await shop.jobs.runDue()).toEqual([]);
      expect(await provider.verify(reference)).toMatchObject({ status: 'reversed' });
      expect(await stockOf(shop.db, drum)).toBe(5);
      expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
    },
  );

  it('an expiry at the moment of payment: paid, or given up and taken up again', async () => {
    const drum = await addProduct(shop.db, { stock: 1 });
    const [buyer] = await buyers(1, [[drum, 1]]);
    if (!buyer) throw new Error('one was asked for');
    const { id, reference } = await buyer.placeOrder();
    await expirePaymentTime(shop.db, id);
    const webhook = await chargeWebhook(reference);
    await other.query('begin');
    await other.query(`select from account where id = ${buyer.accountId} for update`);
    const begun = [runMinuteJobs(shop), webhook()];
    await waitUntilBlocked(onlooker, 2);
    await other.query('commit');
    await Promise.all(begun);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    expect(await stockOf(shop.db, drum)).toBe(0);
  });
});

describe('what breaks', () => {
  it('the database in mid-checkout: 503, no half order, stock as before; the next press works', {
    tags: ['@ORDER-1'],
  }, async () => {
    const drum = await addProduct(shop.db, { stock: 5 });
    const [buyer] = await buyers(1, [[drum, 1]]);
    if (!buyer) throw new Error('one was asked for');
    const asked = await buyer.prepareCheckout();
    // The order is written and waits for its last lock when its connection dies.
    await addCoupon(shop.db, { code: 'MIDWAY' });
    await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: 'MIDWAY' });
    const withCoupon = await buyer.prepareCheckout();
    expect(withCoupon.total).not.toBe(asked.total);
    await other.query('begin');
    await other.query(`select from coupon where code = 'MIDWAY' for update`);
    const pressed = buyer.submitCheckout(withCoupon);
    await waitUntilBlocked(onlooker, 1);
    await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    );
    const answer = await pressed;
    expectRefusal(answer, 'database_unavailable');
    expect(answer.headers['retry-after']).toBe('2');
    await other.query('rollback');
    expect(await stockOf(shop.db, drum)).toBe(5);
    expect(await buyer.listOrders()).toEqual([]);
    expect((await buyer.submitCheckout(withCoupon)).statusCode).toBe(200);
    expect(await stockOf(shop.db, drum)).toBe(4);
  });

  it('an account that is deleted meanwhile finds its token invalid', async () => {
    const drum = await addProduct(shop.db, { stock: 5 });
    const [buyer] = await buyers(1, [[drum, 1]]);
    if (!buyer) throw new Error('one was asked for');
    const asked = await buyer.prepareCheckout();
    await other.query('begin');
    await other.query('delete from account where id = $1', [buyer.accountId]);
    const pressed = buyer.submitCheckout(asked);
    await waitUntilBlocked(onlooker, 1);
    await other.query('commit');
    expectRefusal(await pressed, 'token_invalid');
    expect(await stockOf(shop.db, drum)).toBe(5);
  });
});
