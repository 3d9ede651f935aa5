import type { ServerResponse } from 'node:http';
import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { addOrder, type Buyer, createBuyer, runMinuteJobs, walletAmountsOf } from '../testing/buyer.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { PaystackServer } from '../testing/paystack-server.ts';
import { addAccount, addProduct, openTestShop, type TestShop } from '../testing/shop.ts';
import { type PaymentOperator, paymentOperator } from './held-payments.service.ts';
import { countRefunds } from './payment.sql.ts';
import { makeRefunds } from './refund.service.ts';

const paystack = new PaystackServer();
let shop: TestShop;
let operator: PaymentOperator;
let drum: ProductId;
beforeAll(async () => {
  const url = await paystack.open();
  shop = await openTestShop({ PAYSTACK_SECRET_KEY: paystack.secretKey, PAYSTACK_URL: url, REFUND_RETRY_DAYS: '7' });
  operator = paymentOperator(shop.db);
  drum = await addProduct(shop.db, { stock: 1000 });
});
afterAll(async () => {
  await shop.close();
  await paystack.close();
});
beforeEach(async () => {
  // Delete the refunds of earlier tests: one run of the job sends at most twenty, and the metrics count all.
  await shop.db.deleteFrom('refund').execute();
  paystack.balance = Number.POSITIVE_INFINITY;
  paystack.planned.length = 0;
});

type Handler = (response: ServerResponse, process: () => void) => void;
/** The provider executes the request, and its response is lost. */
const loseResponse: Handler = (response, process) => {
  process();
  response.destroy();
};
const dropRequest: Handler = (response) => void response.destroy();
const respond =
  (status: number, message: string): Handler =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status: false, message }));
  };

const postWebhook = ({ body, signature }: { body: string; signature: string }) =>
  shop.app.inject({
    method: 'POST',
    url: '/backend/payment/webhook',
    headers: { 'x-paystack-signature': signature, 'content-type': 'application/json' },
    payload: body,
  });
const makeDue = async (reference: string) => {
  const refund = shop.db.updateTable('refund').where('reference', '=', reference);
  await refund
    .set({ ask_at: new Date(0) })
    .where('status', '=', 'requested')
    .execute();
  await refund
    .set({ follow_at: new Date(0) })
    .where('status', '=', 'accepted')
    .execute();
};
/** Makes the refund due and runs the job. */
const runNext = async (reference: string) => {
  await makeDue(reference);
  await runMinuteJobs(shop);
};
const readRefund = (reference: string) =>
  shop.db.selectFrom('refund').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
const heldRow = async (reference: string) => (await operator.list()).find((row) => row.reference === reference);
const states = async () => new Map((await countRefunds(shop.db)).map(({ status, count }) => [status, count]));

/** A paid order that was cancelled: its refund is requested. */
const createRefund = async (): Promise<{ buyer: Buyer; id: string; reference: string; amount: number }> => {
  const buyer = await createBuyer(shop, [[drum, 1]]);
  const { id, reference } = await buyer.placeOrder();
  paystack.set(reference, 'success');
  await postWebhook(paystack.event('charge.success', reference));
  await buyer.cancelOrder(id);
  return { buyer, id, reference, amount: paystack.transactions.get(reference)?.amount ?? 0 };
};

describe('a refund whose outcome is unknown', { tags: ['@PAYMENT-41'] }, () => {
  it.each([
    ['a lost response', loseResponse],
    ['a server error', respond(502, 'Bad gateway')],
    ['too many requests', respond(429, 'Please wait a few minutes and try again.')],
    ['a cut connection', dropRequest],
  ])('is looked up before it is sent again (%s)', async (_, fault) => {
    const { buyer, reference, amount } = await createRefund();
    // The requests are: verify, list, refund.
    paystack.planned.push(undefined, undefined, fault);
    await runMinuteJobs(shop);
    expect(await readRefund(reference)).toMatchObject({ status: 'requested', attempts: 1 });
    await runNext(reference);
    expect(await readRefund(reference)).toMatchObject({ status: 'accepted', provider_status: 'pending' });
    expect(paystack.refundedKobo(reference)).toBe(amount);
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
  });

  it('is not credited to the wallet if the refund itself has used up the balance', async () => {
    const { buyer, reference, amount } = await createRefund();
    paystack.balance = amount;
    paystack.planned.push(undefined, undefined, loseResponse);
    await runMinuteJobs(shop);
    await runNext(reference);
    expect(paystack.refundedKobo(reference)).toBe(amount);
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
    expect(await readRefund(reference)).toMatchObject({ status: 'accepted', refused_for: null });
    expect(await shop.jobs.runDue()).toEqual([]);
    const subjects = (await buyer.mailSubjects()).filter((subject) => / back for your order /.test(subject));
    expect(subjects).toHaveLength(1);
  });

  it('is found when it arrives between the list and the next request', async () => {
    const { buyer, reference, amount } = await createRefund();
    paystack.planned.push(undefined, undefined, (response, process) => {
      process();
      respond(400, 'Cannot refund less than NGN50')(response, process);
    });
    await runMinuteJobs(shop);
    expect(paystack.refundedKobo(reference)).toBe(amount);
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
    expect(await readRefund(reference)).toMatchObject({ status: 'accepted' });
  });

  it('is not sent again while the provider does not know the payment, for example with another key', async () => {
    const { buyer, reference, amount } = await createRefund();
    paystack.planned.push(undefined, undefined, loseResponse);
    await runMinuteJobs(shop);
    paystack.planned.push(respond(404, 'Transaction not found'));
    const sent = paystack.requests.length;
    await runNext(reference);
    expect(paystack.requests.slice(sent)).toEqual([`GET /transaction/verify/${reference}`]);
    expect(await readRefund(reference)).toMatchObject({
      status: 'requested',
      refused_for: 'the provider does not know the payment',
    });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
    await runNext(reference);
    expect(await readRefund(reference)).toMatchObject({ status: 'accepted', refused_for: null });
    expect(paystack.refundedKobo(reference)).toBe(amount);
  });

  it('that somebody made in the provider’s dashboard is recognized', async () => {
    const { buyer, reference, amount } = await createRefund();
    paystack.refunds.push({ id: 77, reference, amount, status: 'processed', merchant_note: 'by Ada' });
    await runMinuteJobs(shop);
    expect(await readRefund(reference)).toMatchObject({ status: 'done', provider_id: '77' });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
  });
});

describe('a refused refund', { tags: ['@PAYMENT-42'] }, () => {
  it('waits for days while the provider’s balance is too low, and is then paid to the original method', async () => {
    const { buyer, reference, amount } = await createRefund();
    paystack.balance = amount - 1;
    await runMinuteJobs(shop);
    await runNext(reference);
    expect(await readRefund(reference)).toMatchObject({ status: 'requested', refused_for: /Insufficient/ });
    expect(await heldRow(reference)).toMatchObject({ kind: 'waiting', reason: expect.stringMatching(/Insufficient/) });
    expect((await states()).get('waiting')).toBe(1);
    paystack.balance = amount;
    await runNext(reference);
    expect(await readRefund(reference)).toMatchObject({ status: 'accepted', refused_for: null });
    expect(await heldRow(reference)).toBeUndefined();
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
  });

  it('waits for the operator when the balance stays too low for a week', async () => {
    const { buyer, reference } = await createRefund();
    paystack.balance = 0;
    const setAge = (days: number) =>
      shop.db
        .updateTable('refund')
        .set({ created_at: new Date(Date.now() - days * 24 * 3_600_000) })
        .where('reference', '=', reference)
        .execute();
    await setAge(6.9);
    await runNext(reference);
    expect(await readRefund(reference)).toMatchObject({ status: 'requested' });
    await setAge(7.1);
    await runNext(reference);
    expect(await readRefund(reference)).toMatchObject({ status: 'stuck' });
    expect(await heldRow(reference)).toMatchObject({ kind: 'stuck', reason: expect.stringMatching(/Insufficient/) });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
    // The operator has topped up the balance and sends the refund again.
    paystack.balance = Number.POSITIVE_INFINITY;
    await operator.refund(reference, 'provider', LIVE_ACT);
    await runNext(reference);
    expect(await readRefund(reference)).toMatchObject({ status: 'accepted' });
  });

  it.each([
    'You cannot refund this transaction at this time',
    'Transaction has been fully reversed',
    'Refund amount cannot be more than the remaining amount',
  ])('waits for the operator when the reason is not known to be final: %s', async (message) => {
    const { buyer, reference } = await createRefund();
    paystack.planned.push(undefined, undefined, respond(400, message));
    await runMinuteJobs(shop);
    expect(await readRefund(reference)).toMatchObject({ status: 'stuck', refused_for: message });
    expect(await heldRow(reference)).toMatchObject({ kind: 'stuck', reason: message });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
  });

  it('waits for the operator when an earlier request may have reached another provider', async () => {
    const { buyer, reference } = await createRefund();
    const switchProvider = () =>
      shop.db.updateTable('payment').set({ provider: 'sandbox' }).where('reference', '=', reference).execute();
    paystack.planned.push(undefined, undefined, loseResponse);
    await runMinuteJobs(shop);
    await switchProvider();
    await runNext(reference);
    expect(await readRefund(reference)).toMatchObject({ status: 'stuck', refused_for: 'paid by sandbox' });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
  });

  it.each(['Cannot refund less than NGN50', 'Transaction not found'])(
    'is credited to the wallet when the reason is final: %s',
    {
      tags: ['@PAYMENT-39', '@WALLET-10'],
    },
    async (message) => {
      const { buyer, reference, amount } = await createRefund();
      paystack.planned.push(undefined, undefined, respond(400, message));
      await runMinuteJobs(shop);
      expect(await readRefund(reference)).toMatchObject({ status: 'wallet', refused_for: message });
      expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([amount]);
      await shop.jobs.runDue();
      const [mail] = await shop.mailbox.read(buyer.email);
      expect(mail?.text).toContain('We could not refund it to your original payment method, so it is in your Sokuwa');
    },
  );
});

it('a refused refund that becomes credit pays the next order, and is credited again when that order is cancelled', {
  tags: ['@WALLET-1', '@WALLET-2', '@WALLET-3', '@WALLET-5', '@WALLET-6', '@WALLET-7', '@WALLET-10'],
}, async () => {
  const { buyer, id: refusedId, amount } = await createRefund();
  paystack.planned.push(undefined, undefined, respond(400, 'Transaction not found'));
  await runMinuteJobs(shop);
  const cheap = await addProduct(shop.db, { price_kobo: 100_000, weight_grams: 100, stock: 10 });
  const payWithCredit = async (product: ProductId) => {
    await buyer.fillCart([[product, 1]]);
    const body = await buyer.prepareCheckoutWithCredit();
    const response = await buyer.submitCheckout(body);
    expect(response.statusCode, response.body).toBe(200);
    const { order_id: id, payment } = response.json();
    return { id, reference: payment.data.reference, kobo: Math.round(Number(body.wallet_credit) * 100) };
  };
  // Pays a whole order, without a payment at the provider.
  const whole = await payWithCredit(cheap);
  expect(await buyer.readOrder(whole.id)).toMatchObject({ status: 'Paid' });
  await buyer.cancelOrder(whole.id);
  expect(await buyer.readOrder(whole.id)).toMatchObject({ status: 'Cancelled' });
  // Pays a part of an order; the provider charges the rest and refunds it.
  const part = await payWithCredit(await addProduct(shop.db, { price_kobo: 90_000_000, stock: 10 }));
  expect(part.kobo).toBe(amount);
  paystack.set(part.reference, 'success');
  await postWebhook(paystack.event('charge.success', part.reference));
  await buyer.cancelOrder(part.id);
  await runMinuteJobs(shop);
  expect(paystack.refundedKobo(part.reference)).toBe(paystack.transactions.get(part.reference)?.amount);

  const naira = amount / 100;
  const wallet = (await buyer.call('GET', '/wallet/')).json();
  expect(wallet).toMatchObject({ balance: naira, count: 5 });
  expect(wallet.results).toMatchObject([
    { kind: 'refund', amount: naira, balance: naira, order_id: part.id },
    { kind: 'use', amount: -naira, balance: 0, order_id: part.id },
    { kind: 'refund', amount: whole.kobo / 100, balance: naira, order_id: whole.id },
    { kind: 'use', amount: -whole.kobo / 100, balance: (amount - whole.kobo) / 100, order_id: whole.id },
    { kind: 'refund', amount: naira, balance: naira, order_id: refusedId },
  ]);
});

describe('an accepted refund', { tags: ['@PAYMENT-43'] }, () => {
  const createAccepted = async () => {
    const created = await createRefund();
    await runMinuteJobs(shop);
    expect(await readRefund(created.reference)).toMatchObject({ status: 'accepted', provider_status: 'pending' });
    return created;
  };

  it('is checked until it is final, without any webhook', async () => {
    const { buyer, id, reference } = await createAccepted();
    paystack.setRefund(reference, 'processing');
    await runNext(reference);
    expect(await readRefund(reference)).toMatchObject({ status: 'accepted', provider_status: 'processing' });
    expect((await buyer.readOrder(id)).refunds).toMatchObject([{ to: 'payment_method', status: 'pending' }]);
    paystack.setRefund(reference, 'processed');
    await runNext(reference);
    expect(await readRefund(reference)).toMatchObject({ status: 'done', follow_at: null });
    expect((await buyer.readOrder(id)).refunds).toMatchObject([{ to: 'payment_method', status: 'done' }]);
    const { length } = paystack.requests;
    await runNext(reference);
    expect(paystack.requests).toHaveLength(length);
  });

  it('is checked every six hours', async () => {
    const { reference } = await createAccepted();
    const now = new Date();
    await makeDue(reference);
    await makeRefunds({ ...shop, log: shop.app.log }, now);
    const { follow_at } = await readRefund(reference);
    expect(follow_at?.getTime()).toBe(now.getTime() + 6 * 3_600_000);
  });

  it('that fails without a webhook is credited to the wallet once, and the operator sees it', async () => {
    const { buyer, reference, amount } = await createAccepted();
    paystack.setRefund(reference, 'failed');
    await runNext(reference);
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([amount]);
    expect(await readRefund(reference)).toMatchObject({ status: 'wallet', provider_status: 'failed' });
    expect(await heldRow(reference)).toMatchObject({ kind: 'failed' });
    expect((await states()).get('failed')).toBe(1);
    for (let n = 0; n < 2; n++) {
      const data = { transaction_reference: reference, status: 'failed' };
      expect((await postWebhook(paystack.sign({ event: 'refund.failed', data }))).statusCode).toBe(200);
      await runNext(reference);
    }
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([amount]);
  });

  it.each(['processed', 'failed', 'needs-attention'])(
    'is checked at once after the event refund.%s',
    async (status) => {
      const { reference } = await createAccepted();
      paystack.setRefund(reference, status);
      const data = { transaction_reference: reference, status };
      expect((await postWebhook(paystack.sign({ event: `refund.${status}`, data }))).statusCode).toBe(200);
      expect(await shop.jobs.runDue()).toEqual([]);
      expect(await readRefund(reference)).toMatchObject({ provider_status: status });
    },
  );

  it('is not marked as failed because of an event alone', async () => {
    const { buyer, reference } = await createAccepted();
    const data = { transaction_reference: reference, status: 'failed' };
    await postWebhook(paystack.sign({ event: 'refund.failed', data }));
    await runMinuteJobs(shop);
    expect(await readRefund(reference)).toMatchObject({ status: 'accepted' });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
  });

  it('that needs the buyer’s bank account reaches the operator, until it is paid', {
    tags: ['@PAYMENT-45'],
  }, async () => {
    const { reference } = await createAccepted();
    paystack.setRefund(reference, 'needs-attention');
    await runNext(reference);
    expect(await heldRow(reference)).toMatchObject({ kind: 'needs attention', reason: 'needs-attention' });
    expect((await states()).get('needs attention')).toBe(1);
    paystack.setRefund(reference, 'processed');
    await runNext(reference);
    expect(await heldRow(reference)).toBeUndefined();
  });

  it('that failed can be sent again by the operator when the buyer’s account is deleted', async () => {
    const { buyer, reference, amount } = await createAccepted();
    await shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers: buyer.headers });
    paystack.setRefund(reference, 'failed');
    await runNext(reference);
    expect(await readRefund(reference)).toMatchObject({ status: 'stuck' });
    await operator.refund(reference, 'provider', LIVE_ACT);
    await runNext(reference);
    expect(await readRefund(reference)).toMatchObject({ status: 'accepted', provider_status: 'pending' });
    expect(paystack.refundedKobo(reference)).toBe(amount);
  });
});

it('the buyer receives a refund exactly once, whatever the provider and the network do', {
  tags: ['@PAYMENT-41', '@PAYMENT-42', '@PAYMENT-43', '@MONEY-1'],
  timeout: 240_000,
}, async () => {
  const AMOUNT = kobo(825_600);
  let n = 0;
  /**
   * Creates a paid order whose payment the provider would refund any number of times, so that only the shop prevents a
   * second refund.
   */
  const createPaidOrder = async (accountId: AccountId) => {
    const order_id = await addOrder(shop.db, accountId);
    const reference = `${order_id}-1`;
    const payment = { reference, order_id, provider: 'paystack', amount_kobo: AMOUNT, currency: 'NGN' };
    await shop.db
      .insertInto('payment')
      .values({ ...payment, status: 'success' })
      .execute();
    await shop.db.insertInto('refund').values({ reference, amount_kobo: AMOUNT, reason: 'cancelled' }).execute();
    const transaction = { id: 900_000 + ++n, amount: AMOUNT, status: 'success', fees: 100 * AMOUNT, cancelUrl: '' };
    paystack.transactions.set(reference, transaction);
    return reference;
  };
  const faults: Record<string, Handler | undefined> = {
    none: undefined,
    loseResponse,
    dropRequest,
    error: respond(500, 'Something went wrong'),
    errorAfterwards: (response, process) => {
      process();
      respond(503, 'Unavailable')(response, process);
    },
    tooMany: respond(429, 'Please wait a few minutes and try again.'),
    lowBalance: respond(400, 'Insufficient balance to fulfill this refund'),
    notFound: respond(404, 'Transaction not found'),
  };
  const steps: Record<string, (reference: string) => Promise<unknown> | unknown> = {
    run: runNext,
    process: (reference) => paystack.refundedKobo(reference) > 0 && paystack.setRefund(reference, 'processing'),
    // A final refund can no longer fail.
    fail: (reference) => {
      const last = paystack.refunds.findLast((row) => row.reference === reference);
      if (last && last.status !== 'processed' && last.status !== 'failed') paystack.setRefund(reference, 'failed');
    },
    event: (reference) => {
      const data = { transaction_reference: reference };
      return postWebhook(paystack.sign({ event: 'refund.failed', data }));
    },
    poor: () => {
      paystack.balance = 0;
    },
    rich: () => {
      paystack.balance = Number.POSITIVE_INFINITY;
    },
  };
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...Object.keys(steps)).map((name) => ({ name, faults: [] as string[] })) },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.constantFrom(...Object.keys(faults)), { maxLength: 5 })
        .map((list) => ({ name: 'run', faults: list })),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (history) => {
      paystack.balance = Number.POSITIVE_INFINITY;
      const accountId = await addAccount(shop.db);
      const reference = await createPaidOrder(accountId);
      const received = async () =>
        paystack.refundedKobo(reference) +
        (await walletAmountsOf(shop.db, accountId)).reduce((sum, amount) => sum + amount, 0);
      for (const { name, faults: list } of history) {
        paystack.planned.push(...list.map((fault) => faults[fault]));
        await steps[name]?.(reference);
        paystack.planned.length = 0;
        expect(await received(), `after ${name} with ${list.join()}`).toBeLessThanOrEqual(AMOUNT);
      }
      // Finally the provider works without faults and pays the refunds that it has accepted.
      paystack.balance = Number.POSITIVE_INFINITY;
      await runNext(reference);
      if (paystack.refundedKobo(reference) > 0) paystack.setRefund(reference, 'processed');
      await runNext(reference);
      const { status } = await readRefund(reference);
      expect(['done', 'wallet', 'stuck']).toContain(status);
      expect(await received()).toBe(status === 'stuck' ? 0 : AMOUNT);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
