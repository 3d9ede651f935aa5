import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import type { Relation } from '../platform/sql.ts';

/** The orders of parcels of which something can be released, those that wait longest first. @param options `except`: orders to leave out */
export const selectOrdersToRelease = async (
  db: Database,
  { now, limit, except }: { now: Date; limit: number; except: readonly OrderId[] },
): Promise<OrderId[]> => {
  const { rows } = await sql<{ order_id: OrderId }>`
    select f.order_id from (
      select fulfilment_id, release_at from parcel
      where release_at <= ${now}
        and fulfilment_id not in (select id from fulfilment where order_id = any(${[...except]}::text[]))
      order by release_at limit ${limit}) due
    join fulfilment f on f.id = due.fulfilment_id group by f.order_id order by min(due.release_at)`.execute(db);
  return rows.map(({ order_id }) => order_id);
};

/** Sets when the parcels of an order that have arrived are looked at again. @param next null: never */
export const updateReleaseAt = async (trx: Database, orderId: OrderId, next: Date | null): Promise<void> => {
  await sql`
    update parcel set release_at = ${next}::timestamptz from fulfilment f
    where f.id = parcel.fulfilment_id and f.order_id = ${orderId} and parcel.delivered_at is not null`.execute(trx);
};

/** The lines of an order that have an open return. @param openReturns columns `order_id` and `position` */
export const selectHeldLines = async (trx: Database, orderId: OrderId, openReturns: Relation): Promise<Set<number>> => {
  const { rows } = await sql<{ position: number }>`
    select r.position from ${openReturns} r where r.order_id = ${orderId}`.execute(trx);
  return new Set(rows.map(({ position }) => position));
};
