import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { findAccountId, lockAccount, type PersonalDataReaders } from '../account/index.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, OrderId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import type { Relation } from '../platform/sql.ts';
import * as store from './wallet.sql.ts';

type Entry = {
  /** Positive for a credit, negative for a debit. */
  amount: Kobo;
  kind: 'refund' | 'credit' | 'use';
  orderId?: OrderId;
  /** Unique idempotency key of the entry, such as 'refund 7F3KQ2M9XW4T-1'. */
  cause: string;
};

/**
 * Adds an entry to the account's wallet (docs/decisions/wallet.md). Safe to repeat: the same cause writes one entry.
 * @param trx a transaction; this function locks the account in it, so respect the lock order
 * @returns the new balance in kobo; `short` when the balance is too low; `gone` when the account does not exist.
 *   Nothing is written in the last two cases
 */
export const writeEntry = async (
  trx: Database,
  accountId: AccountId,
  { amount, kind, orderId, cause }: Entry,
): Promise<Kobo | 'short' | 'gone'> => {
  if (!(await lockAccount(trx, accountId))) return 'gone';
  const last = await store.selectLastEntry(trx, accountId);
  const before = last?.balance_kobo ?? kobo(0);
  if (await store.entryExists(trx, cause)) return before;
  const balance = kobo(before + amount);
  if (balance < 0) return 'short';
  await store.insertEntry(trx, {
    account_id: accountId,
    n: (last?.n ?? 0) + 1,
    amount_kobo: amount,
    balance_kobo: balance,
    kind,
    order_id: orderId ?? null,
    cause,
  });
  return balance;
};

/** @returns the balance in kobo */
export const readBalance = async (db: Database, accountId: AccountId): Promise<Kobo> =>
  (await store.selectLastEntry(db, accountId))?.balance_kobo ?? kobo(0);

/**
 * The balance available for a new order, in kobo. It includes credit that a pending order reserves, because the new order
 * replaces that one (docs/decisions/orders-and-payments.md).
 */
export const readSpendable = async (db: Database, accountId: AccountId, unpaidOrders: Relation): Promise<Kobo> =>
  kobo((await readBalance(db, accountId)) + (await store.selectReservedCredit(db, accountId, unpaidOrders)));

type Spending = { id: OrderId; account_id: AccountId | null; credit_kobo: Kobo };

/**
 * The credit that the order has debited, and a cause for its next entry. Each entry of an order needs its own cause: a late
 * payment debits credit again after it was returned.
 */
const readOrderEntries = async (trx: Database, accountId: AccountId, orderId: OrderId) => {
  const { sum, entries } = await store.selectOrderEntries(trx, accountId, orderId);
  return { debited: kobo(-sum), cause: `order ${orderId} ${entries + 1}` };
};

/**
 * Debits an order's credit from the buyer's wallet, unless it is already debited.
 * @param trx a transaction that has locked account and order
 * @returns false when the balance is too low or the account is deleted; nothing is debited then
 */
export const takeCredit = async (trx: Database, { id, account_id, credit_kobo }: Spending): Promise<boolean> => {
  if (credit_kobo === 0) return true;
  if (account_id === null) return false;
  const { debited, cause } = await readOrderEntries(trx, account_id, id);
  if (debited > 0) return true;
  const entry: Entry = { amount: kobo(-credit_kobo), kind: 'use', orderId: id, cause };
  return typeof (await writeEntry(trx, account_id, entry)) === 'number';
};

/**
 * Returns an order's credit to the buyer's wallet; safe to repeat. A deleted account has no wallet
 * (docs/decisions/wallet.md).
 * @param trx a transaction that has locked account and order
 * @param max returns at most so much of it
 * @returns the returned amount in kobo
 */
export const returnCredit = async (
  trx: Database,
  { id, account_id, credit_kobo }: Spending,
  max: Kobo = credit_kobo,
): Promise<Kobo> => {
  if (credit_kobo === 0 || account_id === null) return kobo(0);
  const { debited, cause } = await readOrderEntries(trx, account_id, id);
  const amount = kobo(Math.min(debited, max));
  if (amount <= 0) return kobo(0);
  await writeEntry(trx, account_id, { amount, kind: 'refund', orderId: id, cause });
  return amount;
};

/** The credit that an order has used and not got back, in kobo. The account must be locked. */
export const readReturnableCredit = async (trx: Database, { id, account_id }: Spending): Promise<Kobo> =>
  account_id === null ? kobo(0) : (await readOrderEntries(trx, account_id, id)).debited;

/**
 * Gives credit to an account out of goodwill, for an operator. Safe to repeat with the same key.
 * @returns the new balance in kobo; not_found for an unknown account; idempotency_key_reused for the key of another amount
 */
export const giveCredit = async (
  db: Database,
  email: string,
  { amount, key }: { amount: Kobo; key: string },
  options: ActOptions,
): Promise<{ balance: Kobo } | Refused<'not_found' | 'idempotency_key_reused'>> => {
  const accountId = await findAccountId(db, email);
  if (accountId === undefined) return refuse('not_found');
  const cause = `credit ${accountId} ${key}`;
  const given = await runAct(db, options, async (trx) => {
    if (!(await lockAccount(trx, accountId))) return refuse('not_found');
    const earlier = await store.selectEntryAmount(trx, cause);
    if (earlier !== undefined) return earlier === amount ? 'repeated' : refuse('idempotency_key_reused');
    const before = await readBalance(trx, accountId);
    const balance = await writeEntry(trx, accountId, { amount, kind: 'credit', cause });
    if (typeof balance !== 'number') throw new Error(`credit was not given: ${balance}`);
    const change = { before: { balance_kobo: before }, after: { balance_kobo: balance, amount_kobo: amount } };
    return acted({ balance }, { action: 'wallet credit', subject: `account ${accountId}`, ...change });
  });
  return given === 'repeated' ? { balance: await readBalance(db, accountId) } : given;
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
