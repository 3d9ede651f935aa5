import { selectLinesOf, selectRefundable } from '../orders/index.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import type { ReturnedOrder } from './returns.present.ts';

/** Reads what presenting returns needs of their orders. @returns a function that throws for other orders */
export const selectReturnedOrders = async (
  db: Database,
  orderIds: readonly OrderId[],
): Promise<(orderId: OrderId) => ReturnedOrder> => {
  const lines = await selectLinesOf(db, orderIds);
  const refundables = await selectRefundable(db, orderIds);
  return (orderId) => {
    const refundable = refundables.get(orderId);
    if (!refundable) throw new Error(`the order ${orderId} was not read`);
    return { lines: lines.get(orderId) ?? [], refundable };
  };
};
