import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';

/** Moves the orders of the demo account, and everything that has happened with them, into the past. Their ledger transactions stay. */
export const moveOrdersBack = async (trx: Database, accountId: AccountId, days: number): Promise<void> => {
  const span = sql`make_interval(days => ${days}::integer)`;
  /** Nothing is delivered on Saturdays and Sundays. */
  const moveDay = (day: 'expected_from' | 'expected_to') => {
    const moved = sql`(${sql.ref(day)} - ${days}::integer)`;
    return sql`${sql.ref(day)} = ${moved} + (array[0, 0, 0, 0, 0, 2, 1])[extract(isodow from ${moved})::integer]`;
  };
  const orderIds = sql`(select id from shop_order where account_id = ${accountId})`;
  const fulfilments = sql`(select id from fulfilment where order_id in ${orderIds})`;
  await sql`
    update shop_order set created_at = created_at - ${span}, updated_at = updated_at - ${span}, expires_at = expires_at - ${span},
      paid_at = paid_at - ${span}, ${moveDay('expected_from')}, ${moveDay('expected_to')}
    where account_id = ${accountId}`.execute(trx);
  await sql`
    update payment set created_at = created_at - ${span}, verified_at = verified_at - ${span} where order_id in ${orderIds}`.execute(
    trx,
  );
  await sql`
    update refund set created_at = created_at - ${span}, updated_at = updated_at - ${span}
    where payment_reference in (select reference from payment where order_id in ${orderIds})`.execute(trx);
  await sql`update taken_pieces set taken_at = taken_at - ${span} where order_id in ${orderIds}`.execute(trx);
  await sql`
    update fulfilment_term set created_at = created_at - ${span} where fulfilment_id in ${fulfilments}`.execute(trx);
  await sql`
    update fulfilment set created_at = created_at - ${span}, updated_at = updated_at - ${span}, ship_by = ship_by - ${span},
      shipped_at = shipped_at - ${span}, delivered_at = delivered_at - ${span}
    where order_id in ${orderIds}`.execute(trx);
  await sql`
    update parcel set shipped_at = shipped_at - ${span}, delivered_at = delivered_at - ${span}, release_at = release_at - ${span}
    where fulfilment_id in ${fulfilments}`.execute(trx);
};
