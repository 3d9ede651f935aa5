import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { lockAccount, type PersonalDataReaders } from '../account/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, OrderId } from '../platform/ids.ts';
import type { Relation } from '../platform/sql.ts';
import * as store from './wallet.sql.ts';

type Entry = {
  /** Positive into the wallet, negative out of it. */
  amount: Kobo;
  kind: 'refund' | 'credit' | 'use';
  orderId?: OrderId;
  /** What moves the money, named once and for all, such as 'refund 7F3KQ2M9XW4T-1': it moves it once. */
  cause: string;
};

/**
 * Adds an entry to the account's wallet (docs/decisions/wallet.md). Safe to repeat: the same cause writes one entry.
 * @param trx a transaction; the account is locked in it, so call it where that lock may come
 * @returns the balance afterwards, in kobo; `short` when the wallet holds less than is to be taken; `gone` without the
 *   account. Nothing is written then
 */
export const writeEntry = async (
  trx: Database,
  account: AccountId,
  { amount, kind, orderId, cause }: Entry,
): Promise<Kobo | 'short' | 'gone'> => {
  if (!(await lockAccount(trx, account))) return 'gone';
  const last = await store.selectLastEntry(trx, account);
  const before = last?.balance_kobo ?? kobo(0);
  if (await store.entryExists(trx, cause)) return before;
  const balance = kobo(before + amount);
  if (balance < 0) return 'short';
  await store.insertEntry(trx, {
    account_id: account,
    n: (last?.n ?? 0) + 1,
    amount_kobo: amount,
    balance_kobo: balance,
    kind,
    order_id: orderId ?? null,
    cause,
  });
  return balance;
};

/** @returns what the wallet holds, in kobo */
export const readBalance = async (db: Database, account: AccountId): Promise<Kobo> =>
  (await store.selectLastEntry(db, account))?.balance_kobo ?? kobo(0);

/**
 * What the wallet could pay of another order, in kobo: what an order that waits to be paid holds counts, since the other
 * one takes its place and frees it (docs/decisions/orders-and-payments.md).
 */
export const readSpendable = async (db: Database, account: AccountId, unpaidOrders: Relation): Promise<Kobo> =>
  kobo((await readBalance(db, account)) + (await store.selectHeldCredit(db, account, unpaidOrders)));

type Spending = { id: OrderId; account_id: AccountId | null; credit_kobo: Kobo };

/** An order's next entry has a name of its own: it may take credit, give it back, and take it again when paid late. */
const orderEntry = async (trx: Database, account: AccountId, orderId: OrderId) => {
  const { sum, entries } = await store.selectOrderEntries(trx, account, orderId);
  return { held: kobo(-sum), cause: `order ${orderId} ${entries + 1}` };
};

/**
 * Takes an order's credit out of its buyer's wallet, unless the order holds it.
 * @param trx a transaction that has locked account and order
 * @returns false when the wallet holds less, or is gone with its account; nothing is taken then
 */
export const takeCredit = async (trx: Database, { id, account_id, credit_kobo }: Spending): Promise<boolean> => {
  if (credit_kobo === 0) return true;
  if (account_id === null) return false;
  const { held, cause } = await orderEntry(trx, account_id, id);
  if (held > 0) return true;
  const entry: Entry = { amount: kobo(-credit_kobo), kind: 'use', orderId: id, cause };
  return typeof (await writeEntry(trx, account_id, entry)) === 'number';
};

/**
 * Puts what an order holds of its buyer's wallet back into it, once. Of an account that is gone there is no wallet
 * (docs/decisions/wallet.md).
 * @param trx a transaction that has locked account and order
 * @returns what was put back, in kobo
 */
export const returnCredit = async (trx: Database, { id, account_id, credit_kobo }: Spending): Promise<Kobo> => {
  if (credit_kobo === 0 || account_id === null) return kobo(0);
  const { held, cause } = await orderEntry(trx, account_id, id);
  if (held <= 0) return kobo(0);
  await writeEntry(trx, account_id, { amount: held, kind: 'refund', orderId: id, cause });
  return held;
};

export const walletReaders = {
  wallet: async (db, { id }) =>
    (await store.selectEntries(db, id)).map(({ amount_kobo, balance_kobo, kind, created_at }) => ({
      amount: amount_kobo / 100,
      balance: balance_kobo / 100,
      kind,
      at: created_at.toISOString(),
    })),
} satisfies Partial<PersonalDataReaders>;
