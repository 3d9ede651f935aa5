import type { Kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { type Relation, toJsonRows } from '../platform/sql.ts';
import type { LedgerAccount, LedgerEntry } from './ledger.rules.ts';

/**
 * Inserts a transaction with its entries in one statement.
 * @returns false if one with this cause exists; nothing is written then
 */
export const insertTransaction = async (
  trx: Database,
  { kind, cause, orderId }: { kind: string; cause: string; orderId: OrderId | null },
  entries: readonly LedgerEntry[],
): Promise<boolean> => {
  const rows = entries.map(({ account, merchantId = null, amount }, line) => ({ line, account, merchantId, amount }));
  const { numAffectedRows } = await sql`
    with inserted as (
      insert into ledger_transaction (kind, cause, order_id) values (${kind}, ${cause}, ${orderId})
      on conflict (cause) do nothing returning id)
    insert into ledger_entry (transaction_id, line, account, merchant_id, amount_kobo)
    select inserted.id, entry.line, entry.account, entry."merchantId", entry.amount
    from inserted, jsonb_to_recordset(${toJsonRows(rows)}) as entry
      (line smallint, account text, "merchantId" integer, amount bigint)`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
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
