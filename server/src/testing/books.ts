import { sql } from 'kysely';
import { expect } from 'vitest';
import { checkBooks } from '../orders/books.service.ts';
import { completeOrders } from '../orders/complete-orders.service.ts';
import type { Database } from '../platform/database.ts';

type Sum = { order_id: string; account: string; merchant_id: number | null; kobo: number };

/** What the ledger says about each order, by account; without accounts on which nothing is left. */
const readSums = async (db: Database): Promise<Sum[]> => {
  const { rows } = await sql<Sum>`
    select t.order_id, e.account, e.merchant_id, sum(e.amount_kobo)::bigint as kobo
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id where t.order_id is not null
    group by 1, 2, 3 having sum(e.amount_kobo) <> 0 order by 1, 2, 3`.execute(db);
  return rows;
};

/**
 * Deletes everything from the ledger that nodes of release 1.0 do not write, completes the books from the tables, and expects the same
 * sums as before.
 * @param except orders of which the tables do not say everything, for example because the test has changed them by hand
 */
export const expectSameBooksFromTables = async (db: Database, except: readonly string[] = []): Promise<void> => {
  const before = await readSums(db);
  const { differences } = await checkBooks(db);
  expect(differences.filter(({ order_id }) => !except.includes(order_id))).toEqual([]);
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    const others = sql`kind not like 'wallet %'`;
    await sql`delete from ledger_entry where transaction_id in (select id from ledger_transaction where ${others})`.execute(
      trx,
    );
    await sql`delete from ledger_transaction where ${others}`.execute(trx);
  });
  expect((await checkBooks(db)).differences).not.toEqual([]);
  await sql`insert into changed_order (order_id) select id from shop_order`.execute(db);
  await completeOrders(db);
  expect(await checkBooks(db)).toEqual({ unbalanced: [], differences: [] });
  const isUnchanged = ({ order_id }: Sum) => !except.includes(order_id);
  expect((await readSums(db)).filter(isUnchanged)).toEqual(before.filter(isUnchanged));
};
