import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { postingTime } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, OrderId } from '../platform/ids.ts';
import type { Relation } from '../platform/sql.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';

/** The number of the newest entry, and the balance after it. */
export const selectLastEntry = async (
  db: Database,
  accountId: AccountId,
): Promise<{ n: number; balance_kobo: Kobo } | undefined> =>
  db
    .selectFrom('wallet_entry')
    .select(['n', 'balance_kobo'])
    .where('account_id', '=', accountId)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether an entry with this cause exists, in any wallet. */
export const entryExists = async (db: Database, cause: string): Promise<boolean> =>
  (await db.selectFrom('wallet_entry').select('n').where('cause', '=', cause).executeTakeFirst()) !== undefined;

/** The amount of the entry with this cause, in any wallet. */
export const selectEntryAmount = async (db: Database, cause: string): Promise<Kobo | undefined> =>
  (await db.selectFrom('wallet_entry').select('amount_kobo').where('cause', '=', cause).executeTakeFirst())
    ?.amount_kobo;

/** Inserts the newest entry of a wallet. Lock its account first, so that number and balance follow those of the last entry. */
export const insertEntry = async (trx: Database, entry: Insertable<Tables['wallet_entry']>): Promise<void> => {
  await trx
    .insertInto('wallet_entry')
    .values({ ...entry, created_at: postingTime() })
    .execute();
};

/** Oldest first. */
export const selectEntries = (db: Database, accountId: AccountId): Promise<Selectable<Tables['wallet_entry']>[]> =>
  db
    .selectFrom('wallet_entry')
    .select(TABLE_COLUMNS.wallet_entry)
    .where('account_id', '=', accountId)
    .orderBy('n')
    .execute();

/** The orders that wallet entries refer to; its column is `order_id`. */
export const ordersWithEntries: Relation = sql`(select order_id from wallet_entry where order_id is not null)`;

/** Newest first. @param from the number of the first entry */
export const selectEntryPage = (
  db: Database,
  accountId: AccountId,
  from: number,
  limit: number,
): Promise<Selectable<Tables['wallet_entry']>[]> =>
  db
    .selectFrom('wallet_entry')
    .select(TABLE_COLUMNS.wallet_entry)
    .where('account_id', '=', accountId)
    .where('n', '<=', from)
    .orderBy('n', 'desc')
    .limit(limit)
    .execute();

/** Sum and count of an order's credit entries, without refunds of its payments. */
export const selectOrderEntries = async (
  db: Database,
  accountId: AccountId,
  orderId: OrderId,
): Promise<{ sum: Kobo; entries: number }> => {
  const { rows } = await sql<{ sum: Kobo; entries: number }>`
    select coalesce(sum(amount_kobo), 0)::bigint as sum, count(*)::integer as entries from wallet_entry
    where order_id = ${orderId} and account_id = ${accountId} and starts_with(cause, ${`order ${orderId}`})`.execute(
    db,
  );
  return rows[0] ?? { sum: kobo(0), entries: 0 };
};

/** Credit that orders had used and that was returned to the wallet, oldest first, without what a late payment has used again. */
export const selectReturnedCredit = async (
  db: Database,
  orderIds: readonly OrderId[],
): Promise<{ order_id: OrderId; amount_kobo: Kobo; created_at: Date }[]> => {
  const { rows } = await sql<{ order_id: OrderId; amount_kobo: Kobo; created_at: Date }>`
    select e.order_id, e.amount_kobo, e.created_at from wallet_entry e
    where e.order_id = any(${[...orderIds]}::text[]) and e.amount_kobo > 0 and starts_with(e.cause, 'order ' || e.order_id)
      and not exists (
        select from wallet_entry later where later.order_id = e.order_id and later.amount_kobo < 0 and later.n > e.n)
    order by e.n`.execute(db);
  return rows;
};

/**
 * The wallet credit that the account's unpaid orders reserve.
 * @param unpaidOrders columns `account_id` and `credit_kobo`
 */
export const selectReservedCredit = async (
  db: Database,
  accountId: AccountId,
  unpaidOrders: Relation,
): Promise<Kobo> => {
  const { rows } = await sql<{ reserved: Kobo }>`
    select coalesce(sum(credit_kobo), 0)::bigint as reserved from ${unpaidOrders} o
    where account_id = ${accountId}`.execute(db);
  return rows[0]?.reserved ?? kobo(0);
};
