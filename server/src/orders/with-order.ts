import { type Acted, type ActOptions, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
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
): Promise<T | undefined> => db.transaction().execute((trx) => lockAndChange(trx, orderId, change));

const lockAndChange = async <T>(
  trx: Database,
  orderId: OrderId,
  change: (trx: Database, order: OrderRow) => Promise<T>,
): Promise<T | undefined> => {
  await lockOwner(trx, orderId);
  const order = await lockOrder(trx, orderId);
  return order && change(trx, order);
};

/**
 * Runs an operator's change of one order, with its entry in the audit log, and the locks of `withOrder`.
 * @returns undefined when there is no such order
 */
export const actOnOrder = <T, N extends string | undefined | { refused: string }>(
  db: Database,
  orderId: OrderId,
  options: ActOptions,
  change: (trx: Database, order: OrderRow) => Promise<Acted<T> | N>,
): Promise<T | N | undefined> => runAct(db, options, (trx) => lockAndChange(trx, orderId, change));

/** How the audit log names an order. */
export const orderSubject = (orderId: OrderId): string => `order ${orderId}`;

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
