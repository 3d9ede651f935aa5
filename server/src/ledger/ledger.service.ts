import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { type LedgerEntry, type LedgerKind, mergeEntries } from './ledger.rules.ts';
import { insertTransactions } from './ledger.sql.ts';

type Posting = {
  kind: LedgerKind;
  /** Unique per event, such as 'sale 7F3KQ2M9XW4T': the same event is written once. */
  cause: string;
  orderId?: OrderId;
  /** They sum to zero. Several entries of one account count as one. */
  entries: readonly LedgerEntry[];
};

/**
 * Writes a business event into the books, in the transaction that causes it. Safe to repeat.
 * @returns false if it is written already, or has only entries of nothing
 * @throws at the commit, if the entries do not sum to zero
 */
export const post = async (trx: Database, posting: Posting): Promise<boolean> => (await postAll(trx, [posting])) > 0;

/**
 * Writes several events into the books, each as `post` does.
 * @returns how many were written
 */
export const postAll = async (trx: Database, postings: readonly Posting[]): Promise<number> => {
  const transactions = postings
    .map(({ kind, cause, orderId = null, entries }) => ({ kind, cause, orderId, entries: mergeEntries(entries) }))
    .filter(({ entries }) => entries.length > 0);
  return transactions.length > 0 ? insertTransactions(trx, transactions) : 0;
};
