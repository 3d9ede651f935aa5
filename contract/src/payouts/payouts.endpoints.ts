import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { Balance, BankAccounts, NewBankAccount, PayoutDetail, PayoutPage, Statement } from './payouts.schemas.ts';

export const getBalance = endpoint<{ response: Balance }>()({
  method: 'GET',
  path: '/merchant/balance/',
  auth: 'merchant',
  area: 'payouts',
  summary: 'What the merchant is owed',
  refusals: signedInRefusals,
});

/** Newest first. */
export const listPayouts = endpoint<{ query: { cursor?: string }; response: PayoutPage }>()({
  method: 'GET',
  path: '/merchant/payouts/',
  auth: 'merchant',
  area: 'payouts',
  summary: "The merchant's payouts",
  refusals: [...signedInRefusals, 'invalid_input'],
});

/** Another merchant's payout is `not_found`. */
export const getPayout = endpoint<{ params: { id: string }; response: PayoutDetail }>()({
  method: 'GET',
  path: '/merchant/payouts/{id}/',
  auth: 'merchant',
  area: 'payouts',
  summary: 'One payout, with the sales that it pays',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

export const getStatement = endpoint<{
  query: { from?: string; to?: string; cursor?: number };
  response: Statement;
}>()({
  method: 'GET',
  path: '/merchant/statement/',
  auth: 'merchant',
  area: 'payouts',
  summary: 'Sales, cancellations, returns, releases and payouts of the merchant',
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const downloadStatement = endpoint<{ query: { from?: string; to?: string }; response: string }>()({
  method: 'GET',
  path: '/merchant/statement.csv',
  auth: 'merchant',
  area: 'payouts',
  summary: 'The statement as CSV, at most 100,000 lines',
  refusals: [...signedInRefusals, 'invalid_input', 'statement_too_long'],
  download: 'statement.csv',
});

export const getBankAccount = endpoint<{ response: BankAccounts }>()({
  method: 'GET',
  path: '/merchant/bank-account/',
  auth: 'merchant',
  area: 'payouts',
  summary: 'The bank account of payouts, masked',
  refusals: [...signedInRefusals, 'payouts_unavailable'],
});

/** The first account takes effect at once, a change after three days. The merchant gets a mail, also about a pending change that is dropped. */
export const changeBankAccount = endpoint<{ body: NewBankAccount; response: BankAccounts }>()({
  method: 'PUT',
  path: '/merchant/bank-account/',
  auth: 'merchant',
  area: 'payouts',
  summary: 'Change the bank account of payouts',
  refusals: [
    ...apiWriteRefusals,
    ...bodyRefusals,
    'verification_required',
    'email_missing',
    'bank_account_unknown',
    'payouts_unavailable',
  ],
});

/** Payouts go on to the current account. */
export const revokeBankAccountChange = endpoint<{ response: BankAccounts }>()({
  method: 'DELETE',
  path: '/merchant/bank-account/pending/',
  auth: 'merchant',
  area: 'payouts',
  summary: 'Revoke a change of the bank account that has not taken effect',
  refusals: [...apiWriteRefusals, 'not_found', 'payouts_unavailable'],
});
