import type { BookAccount } from '@sokuwa/contract/ledger/ledger.rules.ts';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { type Relation, toJsonRows } from '../platform/sql.ts';
import { postingTime } from './event-time.ts';
import { type LedgerAccount, type LedgerEntry, type LedgerKind, PAYOUT_KINDS } from './ledger.rules.ts';

type NewTransaction = { kind: LedgerKind; cause: string; orderId: OrderId | null; entries: readonly LedgerEntry[] };

/**
 * Inserts transactions with their entries in one statement, without those whose cause exists (BOOKS-3).
 * @returns how many were inserted
 */
export const insertTransactions = async (trx: Database, transactions: readonly NewTransaction[]): Promise<number> => {
  const rows = transactions.flatMap(({ entries, ...transaction }) =>
    entries.map(({ account, merchantId = null, amount }, line) => ({
      ...transaction,
      line,
      account,
      merchantId,
      amount,
    })),
  );
  const { rows: inserted } = await sql<{ count: number }>`
    with given as (
      select * from jsonb_to_recordset(${toJsonRows(rows)}) as given
        (kind text, cause text, "orderId" text, line smallint, account text, "merchantId" integer, amount bigint)
    ), inserted as (
      insert into ledger_transaction (kind, cause, order_id, created_at)
      select kind, cause, "orderId", ${postingTime()} from given where line = 0
      on conflict (cause) do nothing returning id, cause
    ), entries as (
      insert into ledger_entry (transaction_id, line, account, merchant_id, amount_kobo, created_at)
      select inserted.id, given.line, given.account, given."merchantId", given.amount, ${postingTime()} from inserted join given using (cause))
    select count(*)::integer as count from inserted`.execute(trx);
  return inserted[0]?.count ?? 0;
};

/** The entries, for joins in other modules: columns `order_id`, `account`, `merchant_id` and `kobo`. */
export const ledgerSums: Relation = sql`(
  select t.order_id, e.account, e.merchant_id, sum(e.amount_kobo) as kobo
  from ledger_entry e join ledger_transaction t on t.id = e.transaction_id group by 1, 2, 3)`;

/** The causes of an order's transactions. */
export const selectCauses = async (db: Database, orderId: OrderId): Promise<Set<string>> => {
  const rows = await db.selectFrom('ledger_transaction').select('cause').where('order_id', '=', orderId).execute();
  return new Set(rows.map(({ cause }) => cause));
};

/** What an order's transactions leave in each of these accounts, by merchant. */
export const selectOrderSums = async (
  db: Database,
  orderId: OrderId,
  accounts: readonly LedgerAccount[],
): Promise<LedgerEntry[]> => {
  const { rows } = await sql<LedgerEntry>`
    select e.account, e.merchant_id as "merchantId", sum(e.amount_kobo)::bigint as amount
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    where t.order_id = ${orderId} and e.account = any(${[...accounts]}::text[])
    group by 1, 2 having sum(e.amount_kobo) <> 0`.execute(db);
  return rows;
};

/** What a transaction has put into an account; undefined if there is no such transaction, or nothing was put there. */
export const selectPosted = async (db: Database, cause: string, account: LedgerAccount): Promise<Kobo | undefined> => {
  const { rows } = await sql<{ amount: Kobo }>`
    select e.amount_kobo as amount from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    where t.cause = ${cause} and e.account = ${account}`.execute(db);
  return rows[0]?.amount;
};

/** An entry of the books with its transaction, also of wallets. Debits are positive. */
export type OrderEntry = {
  at: Date;
  kind: string;
  cause: string;
  account: string;
  merchantId: MerchantId | null;
  amount: Kobo;
};

/** All entries of an order, oldest first. */
export const selectOrderEntries = async (db: Database, orderId: OrderId): Promise<OrderEntry[]> => {
  const { rows } = await sql<OrderEntry>`
    select t.created_at as at, t.kind, t.cause, e.account, e.merchant_id as "merchantId", e.amount_kobo as amount
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    where t.order_id = ${orderId} order by t.id, e.line`.execute(db);
  return rows;
};

/** Transactions that do not sum to zero. The database refuses them, so there are none. */
export const selectUnbalanced = async (db: Database, limit: number): Promise<{ cause: string; sum: Kobo }[]> => {
  const { rows } = await sql<{ cause: string; sum: Kobo }>`
    select t.cause, coalesce(sum(e.amount_kobo), 0)::bigint as sum
    from ledger_transaction t left join ledger_entry e on e.transaction_id = t.id
    group by t.id having coalesce(sum(e.amount_kobo), 1) <> 0 order by t.id limit ${limit}`.execute(db);
  return rows;
};

/** The balance of each account; debits are positive. */
export const selectBalances = async (db: Database): Promise<{ account: string; balance: Kobo }[]> => {
  const { rows } = await sql<{ account: string; balance: Kobo }>`
    select account, sum(amount_kobo)::bigint as balance from ledger_entry group by account order by account`.execute(
    db,
  );
  return rows;
};

/** What the shop owes to merchants and can pay, for joins in other modules: columns `merchant_id` and `kobo`. */
export const payableBalances: Relation = sql`(
  select merchant_id, -sum(amount_kobo)::bigint as kobo from ledger_entry
  where account = 'payable' and merchant_id is not null group by merchant_id)`;

/** What the ledger says about a merchant, as amounts that are owed to it. */
export const selectMerchantBalances = async (
  db: Database,
  merchantId: MerchantId,
): Promise<Record<'merchant' | 'payable' | 'payouts', Kobo>> => {
  // One part for each partial index, which has all that it needs.
  const { rows } = await sql<{ account: 'merchant' | 'payable' | 'payouts'; kobo: Kobo }>`
    select 'merchant' as account, coalesce(-sum(amount_kobo), 0)::bigint as kobo from ledger_entry
    where merchant_id = ${merchantId} and account = 'merchant'
    union all
    select account, -sum(amount_kobo)::bigint from ledger_entry
    where merchant_id = ${merchantId} and account in ('payable', 'payouts') group by account`.execute(db);
  const balances = Object.fromEntries(rows.map(({ account, kobo }) => [account, kobo]));
  return { merchant: kobo(0), payable: kobo(0), payouts: kobo(0), ...balances };
};

/** A transaction that changes what the shop owes to a merchant. Amounts that are owed to the merchant are positive. */
export type StatementRow = {
  id: number;
  kind: string;
  cause: string;
  order_id: OrderId | null;
  created_at: Date;
  /** The change of what can still be returned. */
  pending: Kobo;
  /** The change of what can be paid. */
  payable: Kobo;
};

/**
 * The transactions of a merchant, newest first.
 * @param options `from` inclusive, `to` exclusive; `before`: the id of the last row of the page before
 */
export const selectStatement = async (
  db: Database,
  merchantId: MerchantId,
  { from, to, before, limit }: { from: Date; to: Date; before?: number | undefined; limit: number },
): Promise<StatementRow[]> => {
  const isBefore =
    before === undefined
      ? sql``
      : sql`and (e.created_at, e.transaction_id) < ((select created_at from ledger_entry where transaction_id = ${before} limit 1), ${before}::bigint)`;
  // A transaction has one entry for each of a merchant's accounts, so a page needs as many rows of each account at most.
  const entriesOf = (condition: RawBuilder<unknown>) => sql`(
    select e.transaction_id, e.account, e.amount_kobo, e.created_at from ledger_entry e
    where e.merchant_id = ${merchantId} and ${condition} and e.account <> 'payouts' and e.created_at >= ${from} and e.created_at < ${to}
      ${isBefore}
    order by e.created_at desc, e.transaction_id desc limit ${limit})`;
  const { rows } = await sql<StatementRow>`
    select t.id, t.kind, t.cause, t.order_id, t.created_at,
      coalesce(-sum(e.amount_kobo) filter (where e.account = 'merchant'), 0)::bigint as pending,
      coalesce(-sum(e.amount_kobo) filter (where e.account = 'payable'), 0)::bigint as payable
    from (${entriesOf(sql`e.account = 'merchant'`)} union all ${entriesOf(sql`e.account in ('payable', 'payouts')`)}) e
      join ledger_transaction t on t.id = e.transaction_id
    group by t.id order by t.created_at desc, t.id desc limit ${limit}`.execute(db);
  return rows;
};

/** What transactions about payouts leave in each account, by merchant. */
export const selectPayoutSums = async (db: Database): Promise<LedgerEntry[]> => {
  const { rows } = await sql<LedgerEntry>`
    select e.account, e.merchant_id as "merchantId", sum(e.amount_kobo)::bigint as amount
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    where t.kind = any(${PAYOUT_KINDS}::text[]) group by 1, 2 having sum(e.amount_kobo) <> 0`.execute(db);
  return rows;
};

/** Merchants who were paid more than they were owed, with the difference. */
export const selectOverpaid = async (db: Database): Promise<{ merchant_id: MerchantId; kobo: Kobo }[]> => {
  const { rows } = await sql<{ merchant_id: MerchantId; kobo: Kobo }>`
    select merchant_id, -kobo as kobo from ${payableBalances} b where kobo < 0 order by merchant_id`.execute(db);
  return rows;
};

export type DayBalance = { account: string; opening: Kobo; debits: Kobo; credits: Kobo };

/** The balance of each account at the beginning of a time span, and what changes it until the end. */
export const selectDayBalances = async (db: Database, from: Date, to: Date): Promise<DayBalance[]> => {
  const { rows } = await sql<DayBalance>`
    select e.account, coalesce(sum(e.amount_kobo) filter (where t.created_at < ${from}), 0)::bigint as opening,
      coalesce(sum(e.amount_kobo) filter (where t.created_at >= ${from} and e.amount_kobo > 0), 0)::bigint as debits,
      coalesce(-sum(e.amount_kobo) filter (where t.created_at >= ${from} and e.amount_kobo < 0), 0)::bigint as credits
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
    where t.created_at < ${to} group by e.account order by e.account`.execute(db);
  return rows;
};

export type DayEntry = {
  transaction_id: number;
  line: number;
  created_at: Date;
  kind: string;
  cause: string;
  order_id: OrderId | null;
  account: string;
  merchant_id: MerchantId | null;
  amount: Kobo;
};

/** The entries of a time span, oldest transaction first. @param after the last entry of the page before */
export const selectDayEntries = async (
  db: Database,
  from: Date,
  to: Date,
  { after, limit }: { after: Pick<DayEntry, 'transaction_id' | 'line'>; limit: number },
): Promise<DayEntry[]> => {
  const { rows } = await sql<DayEntry>`
    select e.transaction_id, e.line, t.created_at, t.kind, t.cause, t.order_id, e.account, e.merchant_id, e.amount_kobo as amount
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    where t.created_at >= ${from} and t.created_at < ${to}
      and (e.transaction_id, e.line) > (${after.transaction_id}::bigint, ${after.line}::smallint)
    order by e.transaction_id, e.line limit ${limit}`.execute(db);
  return rows;
};

/**
 * Entries that pass the filters, newest first.
 * @param filters `from` inclusive and `to` exclusive; `before`: the last entry of the page before
 */
export const selectEntryPage = async (
  db: Database,
  {
    account,
    orderId,
    day,
    before,
  }: {
    account?: BookAccount | undefined;
    orderId?: OrderId | undefined;
    day?: { from: Date; to: Date } | undefined;
    before?: Pick<DayEntry, 'transaction_id' | 'line'> | undefined;
  },
  limit: number,
): Promise<DayEntry[]> => {
  // The ids of a day's transactions are close together, so that only these entries are read.
  const idOfDay = (edge: 'min' | 'max') =>
    day &&
    sql`(select ${sql.raw(edge)}(id) from ledger_transaction where created_at >= ${day.from} and created_at < ${day.to})`;
  const { rows } = await sql<DayEntry>`
    select e.transaction_id, e.line, t.created_at, t.kind, t.cause, t.order_id, e.account, e.merchant_id, e.amount_kobo as amount
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
    where true
      ${account === undefined ? sql`` : sql`and e.account = ${sql.lit(account)}`}
      ${orderId === undefined ? sql`` : sql`and t.order_id = ${orderId}`}
      ${day === undefined ? sql`` : sql`and e.transaction_id between ${idOfDay('min')} and ${idOfDay('max')} and t.created_at >= ${day.from} and t.created_at < ${day.to}`}
      ${before === undefined ? sql`` : sql`and (e.transaction_id, e.line) < (${before.transaction_id}::bigint, ${before.line}::smallint)`}
    order by e.transaction_id desc, e.line desc limit ${limit}`.execute(db);
  return rows;
};
