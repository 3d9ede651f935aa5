/** What each holds is in docs/decisions/ledger.md. */
export const BOOK_ACCOUNTS = [
  'clearing',
  'bank',
  'wallet',
  'deposits',
  'held',
  'merchant',
  'payable',
  'payouts',
  'fees',
  'commission',
  'shipping',
  'promotions',
  'goodwill',
  'refunds',
  'disputes',
  'forfeited',
  'rounding',
] as const;
export type BookAccount = (typeof BOOK_ACCOUNTS)[number];
