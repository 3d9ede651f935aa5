import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { columnsOf } from '../platform/sql.ts';
import type { Tables } from '../platform/tables.gen.ts';

export type OrderEventRow = Selectable<Tables['order_event']>;
type NewEvent =
  | { kind: 'address_changed' }
  | { kind: 'pieces_cancelled'; pieces: readonly { position: number; quantity: number }[] };

/** Records what happened to an order, in the transaction in which it happens. */
export const insertEvent = async (trx: Database, orderId: OrderId, event: NewEvent): Promise<void> => {
  const pieces = 'pieces' in event ? JSON.stringify(event.pieces) : null;
  await trx.insertInto('order_event').values({ order_id: orderId, kind: event.kind, pieces }).execute();
};

/** The events of orders, oldest first. */
export const selectEventsOf = async (
  db: Database,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, OrderEventRow[]>> => {
  const { rows } = await sql<OrderEventRow>`
    select ${columnsOf('order_event')} from order_event where order_id = any(${[...orderIds]}::text[]) order by id`.execute(
    db,
  );
  return Map.groupBy(rows, ({ order_id }) => order_id);
};
