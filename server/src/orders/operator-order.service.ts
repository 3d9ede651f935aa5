import { OPERATOR_PAGE_SIZE } from '@sokuwa/contract/operators/acts.schemas.ts';
import type * as schemas from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import type { OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import { findAccountId } from '../account/index.ts';
import { type ActOptions, acted } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, MerchantId, OrderId } from '../platform/ids.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { isSameAddress, replaceAddress } from './address-change.service.ts';
import { selectParcels } from './fulfilment.sql.ts';
import { presentRefund, presentSummary } from './operator-order.present.ts';
import * as store from './operator-order.sql.ts';
import { presentExpectedDelivery } from './order.present.ts';
import type { OrderRow } from './order.sql.ts';
import { resolveSearch } from './search-orders.service.ts';
import { actOnOrder, orderSubject } from './with-order.ts';

export type OrderSearch = Pick<store.OrderFilters, 'status' | 'from' | 'to'> & {
  merchant?: number | undefined;
  email?: string | undefined;
  order?: string | undefined;
  search?: string | undefined;
  late?: boolean | undefined;
  cursor?: string | undefined;
};

/** One page of all orders that pass the filters, newest first. @param filters `search`, instead of `email` or `order`: as `resolveSearch` */
export const searchOrders = async (
  db: Database,
  { merchant, email, order, search, late, cursor, ...filters }: OrderSearch,
): Promise<CursorPage<schemas.OrderSummary>> => {
  const accountId = email === undefined ? undefined : await findAccountId(db, email);
  if (email !== undefined && accountId === undefined) return { results: [], cursor: null };
  const found = search === undefined ? {} : await resolveSearch(db, search);
  const named = {
    merchantId: merchant as MerchantId | undefined,
    accountIds: accountId === undefined ? found.accountIds : [accountId],
    orderId: order === undefined ? found.orderId : (order as OrderId),
    isLate: late,
  };
  const rows = await store.selectOrderPage(db, { ...filters, ...named }, cursor, OPERATOR_PAGE_SIZE + 1);
  const page = cutPage(rows, OPERATOR_PAGE_SIZE, (row) => row.cursor);
  return { ...page, results: page.results.map(presentSummary) };
};

/** The last orders of an account, newest first. */
export const selectOrdersOfAccount = async (db: Database, accountId: AccountId): Promise<schemas.OrderSummary[]> =>
  (await store.selectOrderPage(db, { accountIds: [accountId] }, undefined, OPERATOR_PAGE_SIZE)).map(presentSummary);

/** One page of the orders that have used a coupon, newest first. */
export const listCouponOrders = async (
  db: Database,
  couponId: number,
  cursor: string | undefined,
): Promise<CursorPage<OrderRow>> => {
  const rows = await store.selectOrderPage(db, { couponId }, cursor, OPERATOR_PAGE_SIZE + 1);
  return cutPage(rows, OPERATOR_PAGE_SIZE, (row) => row.cursor);
};

/** One page of the refunds of all orders or of one: those that need a person oldest first, others newest first. */
export const listRefunds = async (
  db: Database,
  {
    order,
    waiting,
    cursor,
  }: { order?: string | undefined; waiting?: boolean | undefined; cursor?: string | undefined },
): Promise<CursorPage<schemas.OperatorRefund>> => {
  const filters = { orderId: order as OrderId | undefined, isWaiting: waiting };
  const rows = await store.selectRefundPage(db, filters, cursor, OPERATOR_PAGE_SIZE + 1);
  const page = cutPage(rows, OPERATOR_PAGE_SIZE, (row) => row.cursor);
  return { ...page, results: page.results.map((row) => presentRefund(row, row.order_id)) };
};

/**
 * Corrects the delivery address of an order of which nothing is shipped (ORDER-8), and mails the buyer and the merchants. The audit log names the fields, without their values:
 * it must not keep a person's data.
 * @returns the order's status; address_not_changeable once something is shipped, or if the order is cancelled; not_found
 */
export const correctAddress = async (
  db: Database,
  orderId: OrderId,
  correction: schemas.AddressCorrection,
  options: ActOptions,
): Promise<{ status: OrderStatus } | Refused<'not_found' | 'address_not_changeable'>> => {
  const corrected = await actOnOrder(db, orderId, options, async (trx, order) => {
    const isOpen = order.status === 'Pending' || order.status === 'Paid';
    if (!isOpen || !order.ship_to || (await selectParcels(trx, [orderId])).length > 0)
      return refuse('address_not_changeable');
    const given = Object.fromEntries(Object.entries(correction).filter(([, value]) => value !== undefined));
    const shipTo = { ...order.ship_to, ...given };
    if (!isSameAddress(shipTo, order.ship_to))
      await replaceAddress(trx, order, shipTo, presentExpectedDelivery(order), 'shop');
    return acted(
      { status: order.status },
      { action: 'orders address', subject: orderSubject(orderId), after: { fields: Object.keys(given) } },
    );
  });
  return corrected ?? refuse('not_found');
};
