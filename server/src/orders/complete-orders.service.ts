import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { selectAppliedAt } from '../platform/migrations.ts';
import { tryAll } from '../platform/try-all.ts';
import { recordOrder } from './books.service.ts';
import { selectOrdersWithDifferences } from './books.sql.ts';
import { deleteChanges, selectChanges } from './changed-orders.sql.ts';
import { followStatus } from './fulfilment.service.ts';
import { selectOrdersWithOtherStatus } from './fulfilment.sql.ts';
import type { OrderRow } from './order.sql.ts';
import { withOrder } from './with-order.ts';

/** The first migration of release 1.1 that this slice needs: nodes of release 1.0 have changed everything that happened before. */
const FULFILMENT_MIGRATION = '0045_fulfilment.sql';
/** Changes that are looked at together. */
const BATCH_SIZE = 500;

/**
 * Completes fulfilments and books of orders that nodes of release 1.0 have changed, one order per transaction (FULFIL-9, BOOKS-10). Looks only
 * at orders that have changed since the last run. If one fails, the others are still completed, and the next run tries it again.
 * @param options `payoutsSince`: merchants were paid outside for what release 1.0 delivered before; default: the time of the upgrade.
 *   `batch`: maximum changes that are looked at together
 * @returns how many orders got fulfilments, and how many got entries in the books
 * @throws AggregateError as `tryAll`
 */
export const completeOrders = async (
  db: Database,
  { payoutsSince, batch = BATCH_SIZE }: { payoutsSince?: Date | undefined; batch?: number } = {},
): Promise<{ fulfilments: number; books: number }> => {
  const settledBefore = payoutsSince ?? (await selectAppliedAt(db, FULFILMENT_MIGRATION));
  return tryAll('orders could not be completed', async (attempt) => {
    const completed = { fulfilments: 0, books: 0 };
    const failed = new Set<OrderId>();
    let after = 0;
    for (;;) {
      const changes = await selectChanges(db, { after, limit: batch });
      const last = changes.at(-1);
      if (!last) return completed;
      after = last.n;
      const complete = async (
        ids: readonly OrderId[],
        change: (trx: Database, order: OrderRow) => Promise<void>,
      ): Promise<number> => {
        let count = 0;
        for (const id of ids)
          if (await attempt(`the order ${id}`, () => withOrder(db, id, change))) count++;
          else failed.add(id);
        return count;
      };
      const ids = [...new Set(changes.map(({ order_id }) => order_id))].filter((id) => !failed.has(id));
      completed.fulfilments += await complete(await selectOrdersWithOtherStatus(db, ids), (trx, order) =>
        followStatus(trx, order, settledBefore),
      );
      const others = ids.filter((id) => !failed.has(id));
      completed.books += await complete(await selectOrdersWithDifferences(db, others), recordOrder);
      const done = changes.filter(({ order_id }) => !failed.has(order_id));
      if (done.length > 0)
        await deleteChanges(
          db,
          done.map(({ n }) => n),
        );
    }
  });
};
