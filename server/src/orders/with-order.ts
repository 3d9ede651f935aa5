import { type Acted, type ActOptions, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { tryAll } from '../platform/try-all.ts';
import { lockOrder, lockOwner, type OrderRow } from './order.sql.ts';

/**
 * Runs a change of one order in a transaction that has locked its account and the order. To prevent deadlocks, further locks follow in the order
 * of docs/architecture.md.
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
 * Changes all orders that are selected, one per transaction, until only those are selected that were tried already.
 * @param what fails, as for `tryAll`
 * @param batch maximum orders that are selected at a time
 * @returns how many were changed
 * @throws AggregateError as `tryAll`
 */
export const changeOrders = (
  db: Database,
  what: string,
  select: (db: Database, limit: number) => Promise<OrderId[]>,
  change: (trx: Database, order: OrderRow) => Promise<void>,
  batch = 500,
): Promise<number> =>
  tryAll(what, async (attempt) => {
    const tried = new Set<OrderId>();
    let changed = 0;
    for (;;) {
      const found = (await select(db, batch)).filter((id) => !tried.has(id));
      if (found.length === 0) return changed;
      for (const id of found) {
        tried.add(id);
        if (await attempt(`the order ${id}`, () => withOrder(db, id, change))) changed++;
      }
    }
  });
