import type { Kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId, MerchantId, OrderId } from '../platform/ids.ts';
import { columnsOf } from '../platform/sql.ts';
import type { OrderRow } from './order.sql.ts';
import { isRefundWaiting, type RefundRow } from './payment.sql.ts';
import { all, cursorOf, isAfter, type Listed, type ListOrder, orderBy } from './time-list.sql.ts';

/** Conditions of the operator's list of orders. */
export type OrderFilters = {
  status?: OrderRow['status'] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  merchantId?: MerchantId | undefined;
  accountIds?: readonly AccountId[] | undefined;
  isLate?: boolean | undefined;
  orderId?: OrderId | undefined;
  couponId?: number | undefined;
};

/** Orders that pass the filters: late ones oldest first, others newest first. @param cursor of the last row of the page before */
export const selectOrderPage = async (
  db: Database,
  { status, from, to, merchantId, accountIds, orderId, couponId, isLate }: OrderFilters,
  cursor: string | undefined,
  limit: number,
): Promise<(OrderRow & Listed & { merchants: MerchantId[] })[]> => {
  const order: ListOrder = isLate ? 'oldest' : 'newest';
  const parts = all([
    merchantId && sql`merchant_id = ${merchantId}`,
    isLate ? sql`status = 'to_ship' and ship_by < now()` : undefined,
  ]);
  const where = all([
    status && sql`status = ${status}`,
    from && sql`created_at >= ${from}`,
    to && sql`created_at < ${to}`,
    merchantId || isLate ? sql`id in (select order_id from fulfilment where ${parts})` : undefined,
    accountIds && sql`account_id = any(${[...accountIds]}::integer[])`,
    orderId && sql`id = ${orderId}`,
    couponId === undefined ? undefined : sql`coupon_id = ${couponId}`,
    isAfter('id', cursor, order),
  ]);
  const page = sql`${orderBy('id', order)} limit ${limit}`;
  // Of several buyers: the page is found in the index, so that the other orders of these buyers are not read.
  const isListed = accountIds ? sql`id = any(array(select id from shop_order where ${where} ${page}))` : where;
  const { rows } = await sql<OrderRow & Listed & { merchants: MerchantId[] }>`
    select ${columnsOf('shop_order')}, ${cursorOf('id')} as cursor, array(
      select merchant_id from fulfilment where order_id = shop_order.id and merchant_id is not null order by id) as merchants
    from shop_order where ${isListed} ${page}`.execute(db);
  return rows;
};

/** Refunds of all orders or of one: those that need a person oldest first, others newest first. @param cursor of the last row of the page before */
export const selectRefundPage = async (
  db: Database,
  { orderId, isWaiting }: { orderId: OrderId | undefined; isWaiting: boolean | undefined },
  cursor: string | undefined,
  limit: number,
): Promise<(RefundRow & Listed & { order_id: OrderId })[]> => {
  const order: ListOrder = isWaiting ? 'oldest' : 'newest';
  const where = all([
    orderId && sql`payment_reference in (select reference from payment where order_id = ${orderId})`,
    isWaiting ? isRefundWaiting : undefined,
    isAfter('reference', cursor, order),
  ]);
  const { rows } = await sql<RefundRow & Listed & { order_id: OrderId }>`
    select ${columnsOf('refund')}, ${cursorOf('reference')} as cursor,
      (select order_id from payment where payment.reference = refund.payment_reference) as order_id
    from refund where ${where} ${orderBy('reference', order)} limit ${limit}`.execute(db);
  return rows;
};

export type CouponTotals = { orders: number; discount_kobo: Kobo };

/** What paid orders that are not cancelled have used of coupons, by the coupon's id. Coupons without such orders are missing. */
export const selectCouponTotals = async (
  db: Database,
  couponIds: readonly number[],
): Promise<ReadonlyMap<number, CouponTotals>> => {
  const { rows } = await sql<CouponTotals & { coupon_id: number }>`
    select coupon_id, count(*)::integer as orders, sum(discount_kobo)::bigint as discount_kobo
    from shop_order where coupon_id = any(${[...couponIds]}::integer[]) and status not in ('Pending', 'Cancelled')
    group by coupon_id`.execute(db);
  return new Map(rows.map(({ coupon_id, ...totals }) => [coupon_id, totals]));
};
