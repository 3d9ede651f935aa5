import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { lockAccount } from '../platform/account-lock.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/order-tables.ts';
import type { AccountId } from '../platform/tables.ts';
import * as store from './wallet.sql.ts';

type Entry = {
  /** Positive into the wallet, negative out of it. */
  amount: Kobo;
  kind: 'refund' | 'credit' | 'use';
  order?: OrderId;
  /** What moves the money, named once and for all, such as 'refund 7F3KQ2M9XW4T-1': it moves it once. */
  cause: string;
};

/**
 * Adds an entry to the account's wallet (docs/decisions/0027). Safe to repeat: the same cause writes one entry.
 * @param trx a transaction; the account is locked in it, so call it where that lock may come
 * @returns the balance afterwards, in kobo; `short` when the wallet holds less than is to be taken; `gone` without the
 *   account. Nothing is written then
 */
export const writeEntry = async (
  trx: Database,
  account: AccountId,
  { amount, kind, order, cause }: Entry,
): Promise<Kobo | 'short' | 'gone'> => {
  if (!(await lockAccount(trx, account))) return 'gone';
  const last = await store.selectLast(trx, account);
  const before = last?.balance_kobo ?? kobo(0);
  if (await store.isWritten(trx, cause)) return before;
  const balance = kobo(before + amount);
  if (balance < 0) return 'short';
  await store.insertEntry(trx, {
    account_id: account,
    n: (last?.n ?? 0) + 1,
    amount_kobo: amount,
    balance_kobo: balance,
    kind,
    order_id: order ?? null,
    cause,
  });
  return balance;
};

/** @returns what the wallet holds, in kobo */
export const readBalance = async (db: Database, account: AccountId): Promise<Kobo> =>
  (await store.selectLast(db, account))?.balance_kobo ?? kobo(0);
