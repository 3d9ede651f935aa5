import type { ServerResponse } from 'node:http';
import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PaystackServer } from '../../testing/paystack-server.ts';
import { PaymentsUnavailable } from './payments.port.ts';
import { paymentsSuite } from './payments.suite.ts';
import { PaystackPayments } from './paystack.payments.ts';

const STATUS = { approve: 'success', decline: 'failed', abandon: 'abandoned' };

paymentsSuite('PaystackPayments', async () => {
  const server = new PaystackServer();
  const url = await server.open();
  return {
    payments: new PaystackPayments({ secretKey: server.secretKey, url }),
    choose: async (reference, choice) => server.set(reference, STATUS[choice]),
    sign: async (event) => server.sign(event),
    close: () => server.close(),
  };
});

describe('PaystackPayments', () => {
  const server = new PaystackServer();
  let url: string;
  let payments: PaystackPayments;
  /** With a short timeout, for requests without a response. On a busy machine the others could exceed it. */
  let impatientPayments: PaystackPayments;
  let reference: string;
  let n = 0;
  beforeAll(async () => {
    url = await server.open();
    payments = new PaystackPayments({ secretKey: server.secretKey, url });
    impatientPayments = new PaystackPayments({ secretKey: server.secretKey, url, timeoutMs: 200 });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    reference = `7F3KQ2M9XW4T-${++n}`;
  });
  const amount = kobo(30_050);
  const initialize = (client = payments) =>
    client.initialize({ reference, email: 'ada@mail.test', amount, returnUrl: 'http://shop.test/return' });
  const refund = (client = payments) => client.refund({ reference, amount, note: 'our refund' });
  const sendJson = (status: number, body: unknown) => (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const sendNothing = () => undefined;
  /** The client to use when the server sends this response. */
  const clientFor = (next: unknown) => (next === sendNothing ? impatientPayments : payments);

  test('sends the URL for a buyer who abandons the payment', async () => {
    await initialize();
    expect(server.transactions.get(reference)?.cancelUrl).toBe(
      `http://shop.test/return?reference=${reference}&cancelled=1`,
    );
  });

  test('separates the requested amount from fees that the buyer pays', async () => {
    await initialize();
    server.set(reference, 'success', 10_283);
    expect(await payments.verify(reference)).toMatchObject({ status: 'success', amount: 40_333, requested: 30_050 });
  });

  test.each(['ongoing', 'pending', 'processing', 'queued'])(
    'maps the status %s to open',
    { tags: ['@PAYMENT-47'] },
    async (status) => {
      await initialize();
      server.set(reference, status);
      expect(await payments.verify(reference)).toMatchObject({ status: 'open' });
    },
  );

  test.each([
    ['a missing response', sendNothing],
    ['a broken connection', (response: ServerResponse) => response.destroy()],
    ['a page of HTML', (response: ServerResponse) => response.writeHead(200).end('<html>')],
    ['a server error', sendJson(502, { status: false, message: 'Bad gateway' })],
    ['too many requests', sendJson(429, { status: false, message: 'Please wait a few minutes and try again.' })],
    ['an unknown key', sendJson(401, { status: false, message: 'Invalid key' })],
    ['an empty object', sendJson(200, {})],
    ['a success without data', sendJson(200, { status: true, message: 'Authorization URL created' })],
    ['a redirection', (response: ServerResponse) => response.writeHead(302, { location: 'http://x.test' }).end()],
  ])('throws PaymentsUnavailable for %s', { tags: ['@PAYMENT-22'] }, async (_, next) => {
    const client = clientFor(next);
    server.next = next;
    await expect(initialize(client)).rejects.toThrow(PaymentsUnavailable);
    server.next = next;
    await expect(client.verify(reference)).rejects.toThrow(PaymentsUnavailable);
  });

  test.each([
    ['a missing response', sendNothing],
    ['a server error', sendJson(500, { status: false, message: 'Something went wrong' })],
    ['an unknown key', sendJson(401, { status: false, message: 'Invalid key' })],
  ])('throws PaymentsUnavailable when a refund meets %s, so that the caller retries it', async (_, next) => {
    await initialize();
    server.set(reference, 'success');
    server.next = next;
    await expect(refund(clientFor(next))).rejects.toThrow(PaymentsUnavailable);
    expect(await refund()).toMatchObject({ status: 'pending' });
  });

  test.each([
    ['Insufficient balance to fulfill this refund, please fund your balance', 400, 'balance'],
    ['Cannot refund less than NGN50', 400, 'final'],
    ['Transaction not found', 404, 'final'],
    ['Transaction reference not found', 400, 'final'],
    ['Transaction has been fully reversed', 400, 'other'],
    ['Refund amount cannot be more than the remaining amount', 400, 'other'],
    ['You cannot refund this transaction at this time', 400, 'other'],
    ['The route was not found', 404, 'other'],
  ])(
    'returns the reason "%s" of a refused refund (%d) as %s',
    { tags: ['@PAYMENT-42'] },
    async (message, status, kind) => {
      server.next = sendJson(status, { status: false, message });
      expect(await refund()).toEqual({ refused: message, kind });
    },
  );

  test('recognizes a low balance by its code', async () => {
    server.next = sendJson(400, { status: false, message: 'Please top up', code: 'insufficient_balance' });
    expect(await refund()).toEqual({ refused: 'Please top up', kind: 'balance' });
  });

  test('lists every page of refunds, and leaves out those of other transactions', async () => {
    await initialize();
    server.set(reference, 'success', 100_000_000);
    for (let n = 0; n < 101; n++)
      server.refunds.push({ id: n, reference, amount: 5000 + n, status: 'pending', merchant_note: '' });
    const listed = await payments.listRefunds(reference);
    if (listed === 'unknown') throw new Error('the provider must know the payment');
    expect(listed.map(({ id }) => id)).toEqual(Array.from({ length: 101 }, (_, n) => String(n)));
    const { id } = server.transactions.get(reference) ?? {};
    const row = { id: 7, status: 'retriable', amount: '30050', merchant_note: null };
    const rows = [
      { ...row, transaction: id, transaction_reference: reference },
      { ...row, transaction: { id } },
      { ...row, transaction: id, transaction_reference: 'other' },
      { ...row, transaction: 1 },
    ];
    // The first request reads the transaction's id.
    server.planned.push(undefined, sendJson(200, { status: true, message: 'Refunds retrieved', data: rows }));
    // An unknown status is not final.
    const refund = { id: '7', status: 'processing', amount: 30_050, note: null };
    expect(await payments.listRefunds(reference)).toEqual([refund, refund]);
  });

  test.each([400, 404])(
    'recognizes an unknown reference by the message, with status %d',
    { tags: ['@PAYMENT-22'] },
    async (status) => {
      server.next = sendJson(status, { status: false, message: 'Transaction reference not found' });
      expect(await payments.verify(reference)).toBe('unknown');
    },
  );

  test('rejects a response for another payment, another mode or an unknown status', async () => {
    await initialize();
    const data = { reference, status: 'success', amount: 30_050, currency: 'NGN', domain: 'test' };
    for (const change of [{ reference: 'other' }, { domain: 'live' }, { status: 'magic' }]) {
      server.next = sendJson(200, { status: true, message: 'Verification successful', data: { ...data, ...change } });
      await expect(payments.verify(reference)).rejects.toThrow(PaymentsUnavailable);
    }
    server.next = sendJson(200, { status: true, message: 'Verification successful', data });
    expect(await payments.verify(reference)).toMatchObject({ status: 'success', requested: 30_050 });
  });

  test('accepts only live payments with a live key', async () => {
    const liveServer = new PaystackServer('sk_live_0123456789abcdef');
    const livePayments = new PaystackPayments({ secretKey: liveServer.secretKey, url: await liveServer.open() });
    await livePayments.initialize({ reference, email: 'ada@mail.test', amount, returnUrl: 'http://shop.test/return' });
    liveServer.set(reference, 'success');
    expect(await livePayments.verify(reference)).toMatchObject({ status: 'success' });
    const { body, signature } = liveServer.event('charge.success', reference, { domain: 'test' });
    expect(await livePayments.readWebhook(Buffer.from(body), signature)).toMatchObject({ kind: 'other' });
    await liveServer.close();
  });
});
