import { type Database, type DryRunOption, runInTransaction } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { lockOrder, lockOwner, type OrderRow } from './order.sql.ts';

/**
 * Runs a change of one order in a transaction. To prevent deadlocks, every write on orders takes its locks in this order:
 * account, order, products by id, coupons.
 * @returns undefined when there is no such order
 */
export const withOrder = <T>(
  db: Database,
  orderId: OrderId,
  change: (trx: Database, order: OrderRow) => Promise<T>,
  options: DryRunOption = { dryRun: false },
): Promise<T | undefined> =>
  runInTransaction(db, options, async (trx) => {
    await lockOwner(trx, orderId);
    const order = await lockOrder(trx, orderId);
    return order && change(trx, order);
  });

/**
 * Changes all orders that are selected, one per transaction, until only those are selected that were changed already.
 * @param batch maximum orders that are selected at a time
 * @returns how many were changed
 */
export const changeOrders = async (
  db: Database,
  select: (db: Database, limit: number) => Promise<OrderId[]>,
  change: (trx: Database, order: OrderRow) => Promise<void>,
  batch = 500,
): Promise<number> => {
  const changed = new Set<OrderId>();
  for (;;) {
    const found = (await select(db, batch)).filter((id) => !changed.has(id));
    if (found.length === 0) return changed.size;
    for (const id of found) {
      await withOrder(db, id, change);
      changed.add(id);
    }
  }
};
