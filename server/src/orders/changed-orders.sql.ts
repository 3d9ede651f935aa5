import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';

/** A change of an order that `completeOrders` has not looked at. Triggers write it, so that changes by nodes of release 1.0 are noted too. */
type OrderChange = { n: number; order_id: OrderId };

/** Changes after `after`, in the order of their numbers. */
export const selectChanges = (
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<OrderChange[]> =>
  db
    .selectFrom('changed_order')
    .select(['n', 'order_id'])
    .where('n', '>', after)
    .orderBy('n')
    .limit(limit)
    .$castTo<OrderChange>()
    .execute();

/** Deletes changes by their numbers. A change of the same order that was written meanwhile stays. */
export const deleteChanges = async (db: Database, numbers: readonly number[]): Promise<void> => {
  await db.deleteFrom('changed_order').where('n', 'in', numbers).execute();
};
