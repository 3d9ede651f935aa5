import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { type LedgerEntry, mergeEntries } from './ledger.rules.ts';
import { insertTransaction } from './ledger.sql.ts';

type Posting = {
  /** The business event, such as 'sale'. */
  kind: string;
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
export const post = async (trx: Database, { kind, cause, orderId, entries }: Posting): Promise<boolean> => {
  const merged = mergeEntries(entries);
  return merged.length > 0 && insertTransaction(trx, { kind, cause, orderId: orderId ?? null }, merged);
};
