import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFinance, createPayee, makePayable } from '../testing/payouts.ts';
import { PaystackServer } from '../testing/paystack-server.ts';
import { expectRefusal } from '../testing/responses.ts';
import { merchantBalances } from '../testing/sales.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { checkPayoutBooks } from './payout-books.service.ts';

const REASON = { reason: 'a test' };

const paystack = new PaystackServer();
let shop: TestShop;
let finance: Awaited<ReturnType<typeof createFinance>>;
let payee: Awaited<ReturnType<typeof createPayee>>;
beforeAll(async () => {
  paystack.payouts.holders.set('0123456789', 'ADA FOODS LTD');
  const url = await paystack.open();
  shop = await openTestShop({ PAYSTACK_SECRET_KEY: paystack.secretKey, PAYSTACK_URL: url, PAYOUT_MINIMUM_KOBO: '100' });
  finance = await createFinance(shop);
  payee = await createPayee(shop, '0123456789');
});
afterAll(async () => {
  await shop.close();
  await paystack.close();
});

const postWebhook = async (event: object, signature?: string) => {
  const signed = paystack.sign(event);
  const response = await shop.app.inject({
    method: 'POST',
    url: '/backend/payment/webhook',
    headers: { 'x-paystack-signature': signature ?? signed.signature, 'content-type': 'application/json' },
    payload: signed.body,
  });
  expect(await shop.jobs.runDue()).toEqual([]);
  return response;
};
const readPayout = async (batchId: number) => (await finance('GET', `payout-batches/${batchId}/`)).json().results[0];

it('a payout is sent by Paystack, and follows what its webhooks are about', {
  tags: ['@PAYOUT-5', '@PAYOUT-13', '@PAYOUT-14', '@PAYOUT-18'],
}, async () => {
  expect((await payee.call('GET', 'bank-account/')).json().current.account_name).toBe('ADA FOODS LTD');
  expectRefusal(await payee.setAccount('9999999999'), 'bank_account_unknown');
  await makePayable(shop.db, payee.merchantId, 500_000);
  const { id } = (await finance('POST', 'payout-batches/', REASON)).json();
  paystack.payouts.initialStatus = 'pending';
  await finance('POST', `payout-batches/${id}/approve/`, REASON);
  expect(await shop.jobs.runDue()).toEqual([]);
  const { id: reference } = await readPayout(id);
  expect(await readPayout(id)).toMatchObject({ status: 'sending' });
  expect(paystack.payouts.transfers.get(reference)).toMatchObject({ amount: 500_000, recipient: 'RCP_1abcdefgh' });

  const success = { event: 'transfer.success', data: { reference, status: 'success' } };
  expectRefusal(await postWebhook(success, '0'.repeat(128)), 'signature_invalid');
  // The event is not believed: the provider says that the transfer is pending.
  expect((await postWebhook(success)).statusCode).toBe(200);
  expect(await readPayout(id)).toMatchObject({ status: 'sending' });
  paystack.payouts.setStatus(reference, 'success');
  await postWebhook(success);
  await postWebhook(success);
  expect(await readPayout(id)).toMatchObject({ status: 'paid', fee: 50 });
  expect(await merchantBalances(shop.db, payee.merchantId)).toEqual({});

  // A success that is said again after a reversal changes nothing.
  paystack.payouts.setStatus(reference, 'reversed');
  await postWebhook({ event: 'transfer.reversed', data: { reference } });
  await postWebhook(success);
  expect(await readPayout(id)).toMatchObject({ status: 'reversed' });
  expect(await merchantBalances(shop.db, payee.merchantId)).toEqual({ payable: -500_000 });
  expect((await postWebhook({ event: 'transfer.failed', data: { reference: 'po-of-another-shop' } })).statusCode).toBe(
    200,
  );
  expect(await checkPayoutBooks(shop.db)).toEqual({ differences: [], overpaid: [], debts: [] });
});

it('an account is registered at Paystack once', async () => {
  paystack.payouts.initialStatus = 'success';
  const { id } = (await finance('POST', 'payout-batches/', REASON)).json();
  const before = paystack.requests.length;
  await finance('POST', `payout-batches/${id}/approve/`, REASON);
  expect(await shop.jobs.runDue()).toEqual([]);
  expect(await readPayout(id)).toMatchObject({ status: 'paid' });
  expect(paystack.requests.slice(before)).toEqual(['POST /transfer/bulk']);
});
