import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { MerchantId } from '../platform/ids.ts';

/**
 * The accounts of the books, without the wallets, which the wallet slice writes (docs/decisions/ledger.md):
 * - `clearing`: money at the payment provider
 * - `bank`: money that an operator received or paid outside the shop
 * - `deposits`: paid for orders that are not a sale yet, or not any more
 * - `held`: payments of a wrong amount, until an operator decides
 * - `merchant`: what the shop owes to each merchant for sales that buyers can still return
 * - `payable`: what it owes to each merchant for other sales, which the next payout pays
 * - `payouts`: what was sent to each merchant and has not arrived yet
 * - `fees`: what transfers to merchants cost
 * - `commission`, `shipping`: what the shop earns
 * - `promotions`, `goodwill`: what the shop gives: discounts of coupons, and refunds and credit out of goodwill
 * - `refunds`: what buyers get back and have not received yet
 * - `disputes`: what banks took back
 * - `forfeited`: credit of buyers who deleted their account
 * - `rounding`: differences of payments that an operator accepted
 */
export type LedgerAccount =
  | 'clearing'
  | 'bank'
  | 'deposits'
  | 'held'
  | 'merchant'
  | 'payable'
  | 'payouts'
  | 'fees'
  | 'commission'
  | 'shipping'
  | 'promotions'
  | 'goodwill'
  | 'refunds'
  | 'disputes'
  | 'forfeited'
  | 'rounding';

export const PAYOUT_KINDS = ['payout', 'payout paid', 'payout failed', 'payout reversed', 'payout late'] as const;
/** The business events. Entries of wallets have the kinds of `wallet_entry`. */
export type LedgerKind =
  | 'payment'
  | 'payment held'
  | 'sale'
  | 'sale closed'
  | 'pieces cancelled'
  | 'pieces returned'
  | 'pieces released'
  | 'settled outside'
  | 'refund owed'
  | 'refund paid'
  | 'goodwill'
  | 'goodwill recovered'
  | 'dispute lost'
  | 'deposits closed'
  | (typeof PAYOUT_KINDS)[number];

/** One side of a transaction, in kobo. Positive: a debit; negative: a credit. */
export type LedgerEntry = {
  account: LedgerAccount;
  /**
   * Of the accounts `merchant`, `payable` and `payouts`. Null: the product was deleted before release 1.1, so its merchant is not known; the
   * shop takes its place.
   */
  merchantId?: MerchantId | null;
  amount: Kobo;
};

/** An entry that debits an account without a merchant. @param amount kobo; a negative one credits it */
export const debit = (account: LedgerAccount, amount: Kobo): LedgerEntry => ({ account, amount });
/** An entry that credits an account without a merchant. @param amount kobo; a negative one debits it */
export const credit = (account: LedgerAccount, amount: Kobo): LedgerEntry => ({ account, amount: kobo(-amount) });
/** An entry that credits what the shop owes to a merchant for sales that buyers can still return. @param amount kobo; a negative one debits it */
export const creditMerchant = (merchantId: MerchantId | null, amount: Kobo): LedgerEntry => ({
  account: 'merchant',
  merchantId,
  amount: kobo(-amount),
});

/** The entries that balance the given ones. */
export const reverse = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.map((entry) => ({ ...entry, amount: kobo(-entry.amount) }));

/** Adds up the entries of the same account, and leaves out those of nothing. */
export const mergeEntries = (entries: readonly LedgerEntry[]): LedgerEntry[] => {
  const merged = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    const key = `${entry.account} ${entry.merchantId ?? ''}`;
    const before = merged.get(key);
    merged.set(key, before ? { ...before, amount: kobo(before.amount + entry.amount) } : entry);
  }
  return [...merged.values()].filter(({ amount }) => amount !== 0);
};
