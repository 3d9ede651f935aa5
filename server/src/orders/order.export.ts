import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/tables.ts';
import { presentOrder } from './order.present.ts';
import { selectAllOrders, selectLines } from './order.sql.ts';

/** All orders of an account, newest first, as its list shows them: a part of the export of its data. */
export const exportOrders = async (db: Database, account: AccountId): Promise<Order[]> => {
  const rows = await selectAllOrders(db, account);
  const lines = await selectLines(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentOrder(row, lines.get(row.id) ?? []));
};
