import { OPERATOR_PAGE_SIZE } from '@sokuwa/contract/operators/acts.schemas.ts';
import type * as schemas from '@sokuwa/contract/orders/operator-payments.schemas.ts';
import type { Database } from '../platform/database.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import * as store from './operator-payment.sql.ts';
import { resolveSearch } from './search-orders.service.ts';

const presentPayment = (row: store.ListedPayment): schemas.OperatorPayment => ({
  reference: row.reference,
  provider: row.provider,
  status: row.status,
  order_id: row.order_id,
  order_status: row.order_status,
  buyer: row.customer,
  amount: row.amount_kobo / 100,
  paid: row.paid_amount === null ? null : row.paid_amount / 100,
  paid_currency: row.paid_currency,
  held_for: row.held_for,
  created_at: row.created_at.toISOString(),
});

const presentDispute = (row: store.ListedDispute): schemas.OperatorDispute => ({
  id: row.id,
  state: row.state,
  payment_reference: row.reference,
  order_id: row.order_id,
  order_status: row.order_status,
  status: row.status,
  resolution: row.resolution,
  amount: row.amount === null ? null : row.amount / 100,
  due_at: row.due_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

export type PaymentSearch = {
  status?: schemas.OperatorPayment['status'] | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
};

/** One page of all payments that pass the filters: held ones oldest first, others newest first. @param filters `search`: as `resolveSearch` */
export const searchPayments = async (
  db: Database,
  { status, search, cursor }: PaymentSearch,
): Promise<CursorPage<schemas.OperatorPayment>> => {
  const found = search === undefined ? {} : await resolveSearch(db, search);
  const rows = await store.selectPaymentPage(db, { status, ...found }, cursor, OPERATOR_PAGE_SIZE + 1);
  const page = cutPage(rows, OPERATOR_PAGE_SIZE, (row) => row.cursor);
  return { ...page, results: page.results.map(presentPayment) };
};

export type DisputeSearch = { state?: schemas.OperatorDispute['state'] | undefined; cursor?: string | undefined };

/** One page of the disputes of all payments: open and lost ones oldest first, others newest first. */
export const listDisputes = async (
  db: Database,
  { state, cursor }: DisputeSearch,
): Promise<CursorPage<schemas.OperatorDispute>> => {
  const rows = await store.selectDisputePage(db, state, cursor, OPERATOR_PAGE_SIZE + 1);
  const page = cutPage(rows, OPERATOR_PAGE_SIZE, (row) => row.cursor);
  return { ...page, results: page.results.map(presentDispute) };
};
