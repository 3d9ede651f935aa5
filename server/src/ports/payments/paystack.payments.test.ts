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
  let reference: string;
  let n = 0;
  beforeAll(async () => {
    url = await server.open();
    payments = new PaystackPayments({ secretKey: server.secretKey, url, timeoutMs: 200 });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    reference = `7F3KQ2M9XW4T-${++n}`;
  });
  const amount = kobo(30_050);
  const begin = () =>
    payments.initialize({ reference, email: 'ada@mail.test', amount, returnUrl: 'http://shop.test/return' });
  const json = (status: number, body: unknown) => (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  test('tells the provider where a buyer who gives up goes', async () => {
    await begin();
    expect(server.transactions.get(reference)?.cancelUrl).toBe(`http://shop.test/return?reference=${reference}`);
  });

  test('takes fees that the buyer bears for what they are', async () => {
    await begin();
    server.set(reference, 'success', 10_283);
    expect(await payments.verify(reference)).toMatchObject({ status: 'success', amount: 40_333, requested: 30_050 });
  });

  test.each(['abandoned', 'ongoing', 'pending', 'processing', 'queued'])('%s is not final', async (status) => {
    await begin();
    server.set(reference, status);
    expect(await payments.verify(reference)).toMatchObject({ status: 'open' });
  });

  test.each([
    ['an answer that never comes', () => undefined],
    ['a broken connection', (response: ServerResponse) => response.destroy()],
    ['a page of HTML', (response: ServerResponse) => response.writeHead(200).end('<html>')],
    ['a server error', json(502, { status: false, message: 'Bad gateway' })],
    ['too many requests', json(429, { status: false, message: 'Please wait a few minutes and try again.' })],
    ['a key that is not known', json(401, { status: false, message: 'Invalid key' })],
    ['an empty object', json(200, {})],
    ['a yes without data', json(200, { status: true, message: 'Authorization URL created' })],
    ['a redirection', (response: ServerResponse) => response.writeHead(302, { location: 'http://x.test' }).end()],
  ])('%s leaves everything open', { tags: ['@PAYMENT-22'] }, async (_, next) => {
    server.next = next;
    await expect(begin()).rejects.toThrow(PaymentsUnavailable);
    server.next = next;
    await expect(payments.verify(reference)).rejects.toThrow(PaymentsUnavailable);
  });

  test.each([
    ['an answer that never comes', () => undefined],
    ['a server error', json(500, { status: false, message: 'Something went wrong' })],
    ['a key that is not known', json(401, { status: false, message: 'Invalid key' })],
  ])('a refund that meets %s may have been made, so it is asked for again', async (_, next) => {
    await begin();
    server.set(reference, 'success');
    server.next = next;
    await expect(payments.refund(reference, amount)).rejects.toThrow(PaymentsUnavailable);
    expect(await payments.refund(reference, amount)).toBe('accepted');
  });

  test('a refund that the provider cannot pay is refused with its reason', async () => {
    const message = 'Insufficient balance to fulfill this refund, please fund your balance';
    server.next = json(400, { status: false, message });
    expect(await payments.refund(reference, amount)).toEqual({ refused: message });
  });

  test.each([400, 404])(
    'an unknown reference is known by its text, with %d',
    { tags: ['@PAYMENT-22'] },
    async (status) => {
      server.next = json(status, { status: false, message: 'Transaction reference not found' });
      expect(await payments.verify(reference)).toBe('unknown');
    },
  );

  test('nothing is concluded from an answer for another payment, of another mode, or of a status that is new', async () => {
    await begin();
    const data = { reference, status: 'success', amount: 30_050, currency: 'NGN', domain: 'test' };
    for (const more of [{ reference: 'other' }, { domain: 'live' }, { status: 'magic' }]) {
      server.next = json(200, { status: true, message: 'Verification successful', data: { ...data, ...more } });
      await expect(payments.verify(reference)).rejects.toThrow(PaymentsUnavailable);
    }
    server.next = json(200, { status: true, message: 'Verification successful', data });
    expect(await payments.verify(reference)).toMatchObject({ status: 'success', requested: 30_050 });
  });

  test('a live key goes by live payments', async () => {
    const live = new PaystackServer('sk_live_0123456789abcdef');
    const over = new PaystackPayments({ secretKey: live.secretKey, url: await live.open() });
    await over.initialize({ reference, email: 'ada@mail.test', amount, returnUrl: 'http://shop.test/return' });
    live.set(reference, 'success');
    expect(await over.verify(reference)).toMatchObject({ status: 'success' });
    const { body, signature } = live.event('charge.success', reference, { domain: 'test' });
    expect(await over.readWebhook(Buffer.from(body), signature)).toMatchObject({ kind: 'other' });
    await live.close();
  });
});
