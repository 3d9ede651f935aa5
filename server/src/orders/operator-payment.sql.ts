import type { DISPUTE_STATES } from '@sokuwa/contract/orders/operator-payments.schemas.ts';
import type { OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { columnsOf } from '../platform/sql.ts';
import type { OrderRow } from './order.sql.ts';
import { disputeState, type PaymentRow } from './payment.sql.ts';
import type { FoundBuyers } from './search-orders.service.ts';
import { all, cursorOf, isAfter, type Listed, type ListOrder, orderBy } from './time-list.sql.ts';

export type ListedPayment = PaymentRow & Listed & Pick<OrderRow, 'customer'> & { order_status: OrderStatus };

/** Payments that pass the filters: held ones oldest first, others newest first. @param cursor of the last row of the page before */
export const selectPaymentPage = async (
  db: Database,
  { status, reference, orderId, accountIds }: FoundBuyers & { status?: PaymentRow['status'] | undefined },
  cursor: string | undefined,
  limit: number,
): Promise<ListedPayment[]> => {
  const order: ListOrder = status === 'held' ? 'oldest' : 'newest';
  const where = all([
    status && sql`status = ${status}`,
    reference === undefined ? undefined : sql`reference = ${reference}`,
    orderId && sql`order_id = ${orderId}`,
    accountIds && sql`order_id in (select id from shop_order where account_id = any(${[...accountIds]}::integer[]))`,
    isAfter('reference', cursor, order),
  ]);
  const { rows } = await sql<ListedPayment>`
    select payment.*, o.customer, o.status as order_status from (
      select ${columnsOf('payment')}, ${cursorOf('reference')} as cursor
      from payment where ${where} ${orderBy('reference', order)} limit ${limit}) payment
    join shop_order o on o.id = payment.order_id ${orderBy('reference', order, 'payment')}`.execute(db);
  return rows;
};

export type ListedDispute = Listed & {
  id: string;
  reference: string;
  state: (typeof DISPUTE_STATES)[number];
  status: string;
  resolution: string | null;
  amount: number | null;
  due_at: Date | null;
  created_at: Date;
  order_id: OrderId;
  order_status: OrderStatus;
};

/** Disputes, which are few: those that need a person oldest first, others newest first. @param cursor of the last row of the page before */
export const selectDisputePage = async (
  db: Database,
  state: ListedDispute['state'] | undefined,
  cursor: string | undefined,
  limit: number,
): Promise<ListedDispute[]> => {
  const order: ListOrder = state === 'open' || state === 'lost' ? 'oldest' : 'newest';
  const where = all([state && sql`${disputeState} = ${state}`, isAfter('id', cursor, order)]);
  const { rows } = await sql<ListedDispute>`
    select dispute.*, payment.order_id, o.status as order_status from (
      select id, reference, ${disputeState} as state, status, resolution, amount, due_at, created_at, ${cursorOf('id')} as cursor
      from dispute where ${where} ${orderBy('id', order)} limit ${limit}) dispute
    join payment using (reference) join shop_order o on o.id = payment.order_id ${orderBy('id', order, 'dispute')}`.execute(
    db,
  );
  return rows;
};
