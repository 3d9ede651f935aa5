import type { DISPUTE_STATES } from '@sokuwa/contract/orders/operator-payments.schemas.ts';
import type { OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { columnsOf } from '../platform/sql.ts';
import type { OrderRow } from './order.sql.ts';
import { disputeState, type PaymentRow } from './payment.sql.ts';
import type { FoundBuyers } from './search-orders.service.ts';
import { all, cursorOf, isAfter, type Listed } from './time-list.sql.ts';

export type ListedPayment = PaymentRow & Listed & Pick<OrderRow, 'customer'> & { order_status: OrderStatus };

/** Payments that pass the filters, newest first. @param cursor of the last row of the page before */
export const selectPaymentPage = async (
  db: Database,
  { status, reference, orderId, accountIds }: FoundBuyers & { status?: PaymentRow['status'] | undefined },
  cursor: string | undefined,
  limit: number,
): Promise<ListedPayment[]> => {
  const where = all([
    // A literal, so that the index of held payments can be used.
    status && sql`status = ${sql.lit(status)}`,
    reference === undefined ? undefined : sql`reference = ${reference}`,
    orderId && sql`order_id = ${orderId}`,
    accountIds && sql`order_id in (select id from shop_order where account_id = any(${[...accountIds]}::integer[]))`,
    isAfter('reference', cursor),
  ]);
  const { rows } = await sql<ListedPayment>`
    select payment.*, o.customer, o.status as order_status from (
      select ${columnsOf('payment')}, ${cursorOf('reference')} as cursor
      from payment where ${where} order by created_at desc, reference desc limit ${limit}) payment
    join shop_order o on o.id = payment.order_id order by payment.created_at desc, payment.reference desc`.execute(db);
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

/** Disputes, newest first, which are few. @param cursor of the last row of the page before */
export const selectDisputePage = async (
  db: Database,
  state: ListedDispute['state'] | undefined,
  cursor: string | undefined,
  limit: number,
): Promise<ListedDispute[]> => {
  const where = all([state && sql`${disputeState} = ${state}`, isAfter('id', cursor)]);
  const { rows } = await sql<ListedDispute>`
    select dispute.*, payment.order_id, o.status as order_status from (
      select id, reference, ${disputeState} as state, status, resolution, amount, due_at, created_at, ${cursorOf('id')} as cursor
      from dispute where ${where} order by created_at desc, id desc limit ${limit}) dispute
    join payment using (reference) join shop_order o on o.id = payment.order_id
    order by dispute.created_at desc, dispute.id desc`.execute(db);
  return rows;
};
