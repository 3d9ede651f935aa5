import type { ServerResponse } from 'node:http';
import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PaystackServer } from '../../testing/paystack-server.ts';
import { PayoutsUnavailable, type Transfer } from './payouts.port.ts';
import { payoutsSuite, registerAccount } from './payouts.suite.ts';
import { PaystackPayouts } from './paystack.payouts.ts';

const account = { bankCode: '058', accountNumber: '0123456789', accountName: 'ADA FOODS LTD' };

payoutsSuite('PaystackPayouts', async () => {
  const server = new PaystackServer();
  server.payouts.holders.set(account.accountNumber, account.accountName);
  const url = await server.open();
  return {
    payouts: new PaystackPayouts({ secretKey: server.secretKey, url, intervalMs: 0 }),
    account,
    unknownAccount: { ...account, accountNumber: '9999999999' },
    countExecuted: async (reference) => (server.payouts.transfers.has(reference) ? 1 : 0),
    statuses: ['success', 'success'],
    close: () => server.close(),
  };
});

describe('PaystackPayouts', () => {
  const server = new PaystackServer();
  let url: string;
  let payouts: PaystackPayouts;
  let recipient: string;
  let n = 0;
  beforeAll(async () => {
    url = await server.open();
    payouts = new PaystackPayouts({ secretKey: server.secretKey, url, intervalMs: 0 });
    recipient = await registerAccount(payouts, account);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    n++;
    server.payouts.balance = Number.POSITIVE_INFINITY;
    server.payouts.initialStatus = 'success';
  });
  const transfer = (parts: Partial<Transfer> = {}): Transfer => ({
    reference: `po-0000000000000000${n}`,
    amount: kobo(30_050),
    account,
    recipient,
    reason: 'Sokuwa',
    ...parts,
  });
  const sendJson = (status: number, body: unknown) => (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  test.each([
    ['success', 'success', 5000],
    ['failed', 'failed', 0],
    ['abandoned', 'failed', 0],
    ['blocked', 'failed', 0],
    ['rejected', 'failed', 0],
    ['reversed', 'reversed', 0],
    ['pending', 'pending', 0],
    ['otp', 'pending', 0],
    ['received', 'pending', 0],
    ['a new status', 'pending', 0],
  ])('maps the status %s to %s', { tags: ['@PAYOUT-13'] }, async (theirs, status, fee) => {
    await payouts.send([transfer()]);
    server.payouts.setStatus(transfer().reference, theirs);
    const reason = status === 'failed' ? theirs : null;
    expect(await payouts.verify(transfer().reference)).toEqual({
      reference: transfer().reference,
      status,
      fee,
      reason,
    });
  });

  test.each([
    ['a missing response', () => undefined],
    ['a broken connection', (response: ServerResponse) => response.destroy()],
    ['a page of HTML', (response: ServerResponse) => response.writeHead(200).end('<html>')],
    ['a server error', sendJson(502, { status: false, message: 'Bad gateway' })],
    ['too many requests', sendJson(429, { status: false, message: 'Please wait a few minutes and try again.' })],
    ['an unknown key', sendJson(401, { status: false, message: 'Invalid key' })],
    ['a success without data', sendJson(200, { status: true, message: 'OK' })],
  ])('throws PayoutsUnavailable for %s, because the outcome is unknown', { tags: ['@PAYOUT-13'] }, async (_, next) => {
    const impatient = new PaystackPayouts({ secretKey: server.secretKey, url, intervalMs: 0, timeoutMs: 500 });
    for (const call of [
      () => impatient.send([transfer()]),
      () => impatient.verify(transfer().reference),
      () => impatient.createRecipient(account),
      () => impatient.resolveAccount(account),
    ]) {
      server.next = next;
      await expect(call()).rejects.toThrow(PayoutsUnavailable);
    }
  });

  test('does not take the transfer of another reference or of live mode for ours', async () => {
    server.next = sendJson(200, { status: true, message: 'OK', data: { reference: 'other', status: 'success' } });
    await expect(payouts.verify(transfer().reference)).rejects.toThrow(PayoutsUnavailable);
    const data = { reference: transfer().reference, status: 'success', domain: 'live' };
    server.next = sendJson(200, { status: true, message: 'OK', data });
    await expect(payouts.verify(transfer().reference)).rejects.toThrow(PayoutsUnavailable);
  });

  test('finds the transfer for which all of a batch are refused', { tags: ['@PAYOUT-13'] }, async () => {
    const invalid = transfer({ reference: `po-1111111111111111${n}`, recipient: 'RCP_unknown' });
    expect(await payouts.send([transfer(), invalid])).toEqual([
      { reference: transfer().reference, status: 'success', fee: 0, reason: null },
      { reference: invalid.reference, reason: 'Recipient specified is invalid', kind: 'final' },
    ]);
  });

  test('says that a balance is too low for now, without sending the transfers one by one', async () => {
    server.payouts.balance = 100;
    const before = server.requests.length;
    const other = transfer({ reference: `po-1111111111111111${n}` });
    const reason = 'Your balance is not enough to fulfil this request';
    expect(await payouts.send([transfer(), other])).toEqual([
      { reference: transfer().reference, reason, kind: 'temporary' },
      { reference: other.reference, reason, kind: 'temporary' },
    ]);
    expect(server.requests.length).toBe(before + 1);
  });

  test('says nothing about a reference that was sent before', async () => {
    await payouts.send([transfer()]);
    expect(await payouts.send([transfer()])).toEqual([]);
    const code = 'duplicate_transfer_reference';
    server.next = sendJson(400, { status: false, message: 'This transfer cannot be made', code });
    expect(await payouts.send([transfer()])).toEqual([]);
  });

  test.each([400, 404, 422])(
    'says why an account cannot be registered, with status %d',
    { tags: ['@PAYOUT-26'] },
    async (status) => {
      const message = 'Account number is invalid';
      server.next = sendJson(status, { status: false, message });
      expect(await payouts.createRecipient(account)).toEqual({ refused: message });
    },
  );

  test('leaves time between batches', async () => {
    const spaced = new PaystackPayouts({ secretKey: server.secretKey, url, intervalMs: 300 });
    await spaced.send([transfer()]);
    const before = performance.now();
    await spaced.send([transfer({ reference: `po-1111111111111111${n}` })]);
    expect(performance.now() - before).toBeGreaterThan(150);
  });
});
