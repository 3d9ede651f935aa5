import { BOOK_ACCOUNTS, type BookAccount } from '@sokuwa/contract/ledger/ledger.rules.ts';

/** The accounts of the books, and what each holds (docs/decisions/ledger.md). */
export const ACCOUNT_TEXTS: Record<BookAccount, { name: string; holds: string }> = {
  clearing: { name: 'Payment provider', holds: 'Money at the payment provider' },
  bank: { name: 'Bank', holds: 'Received or paid outside the shop' },
  wallet: { name: 'Wallets', holds: 'Credit of buyers' },
  deposits: { name: 'Deposits', holds: 'Paid for orders that are not a sale yet, or not any more' },
  held: { name: 'Held payments', holds: 'Of a wrong amount, until an operator decides' },
  merchant: { name: 'Merchants', holds: 'Owed for sales that buyers can still return' },
  payable: { name: 'Payable', holds: 'Owed to merchants with the next payout' },
  payouts: { name: 'Payouts', holds: 'Sent to merchants, and not there yet' },
  fees: { name: 'Fees', holds: 'What transfers to merchants cost' },
  commission: { name: 'Commission', holds: 'Earned of sales' },
  shipping: { name: 'Shipping', holds: 'Earned for delivery' },
  promotions: { name: 'Coupons', holds: 'Given as discounts' },
  goodwill: { name: 'Goodwill', holds: 'Given as refunds and credit' },
  refunds: { name: 'Refunds', holds: 'Owed to buyers, and not there yet' },
  disputes: { name: 'Disputes', holds: 'Taken back by banks' },
  forfeited: { name: 'Forfeited credit', holds: 'Of buyers who have deleted their account' },
  rounding: { name: 'Rounding', holds: 'Differences of payments that an operator has accepted' },
};

/** The account of an address of a page; undefined if it is none. */
export const parseAccount = (text: unknown): BookAccount | undefined =>
  BOOK_ACCOUNTS.find((account) => account === text);

/** 'Payment provider'. @param account as the API names it */
export const nameAccount = (account: string): string => {
  const known = parseAccount(account);
  return known ? ACCOUNT_TEXTS[known].name : account;
};
