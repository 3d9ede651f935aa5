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
