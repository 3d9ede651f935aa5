import type * as schemas from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import { selectOrderEntries } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { selectDisputes } from './dispute.sql.ts';
import { readFulfilments } from './fulfilment.operator.ts';
import type { selectOrderPage } from './operator-order.sql.ts';
import { withItems } from './order.present.ts';
import { type OrderRow, selectAnyOrder } from './order.sql.ts';
import { type HeldRow, type RefundRow, selectPayments, selectRefundsOf } from './payment.sql.ts';

/** One order of a list, for operators. */
export const presentSummary = (row: Awaited<ReturnType<typeof selectOrderPage>>[number]): schemas.OrderSummary => ({
  id: row.id,
  status: row.status,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  total: row.total_kobo / 100,
  buyer: row.customer,
  merchants: row.merchants,
});

/** A refund of a list, for operators. */
export const presentRefund = (row: RefundRow, order_id: string): schemas.OperatorRefund => ({
  reference: row.reference,
  payment_reference: row.payment_reference,
  order_id,
  amount: row.amount_kobo / 100,
  reason: row.reason,
  status: row.status,
  refused_for: row.refused_for,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const presentAddress = ({ ship_to }: Pick<OrderRow, 'ship_to'>): schemas.OperatorOrder['delivery_address'] => {
  if (!ship_to) return null;
  const { country_code: _, ...address } = ship_to;
  return address;
};

/** Reads everything about an order. @returns not_found if it does not exist */
export const readOperatorOrder = async (
  db: Database,
  orderId: OrderId,
): Promise<schemas.OperatorOrder | Refused<'not_found'>> => {
  const row = await selectAnyOrder(db, orderId);
  const [order] = row ? await withItems(db, [row]) : [];
  if (!order) return refuse('not_found');
  const refunds = (await selectRefundsOf(db, [orderId])).get(orderId) ?? [];
  return {
    order,
    account_id: row?.account_id ?? null,
    delivery_address: row ? presentAddress(row) : null,
    fulfilments: (await readFulfilments(db, orderId)).map(({ id, merchantId, status, lines, parcels }) => ({
      id,
      merchant_id: merchantId,
      status,
      lines,
      parcels: parcels.map((parcel) => ({
        id: parcel.id,
        carrier: parcel.carrier,
        tracking_number: parcel.trackingNumber,
        shipped_at: parcel.shippedAt.toISOString(),
        delivered_at: parcel.deliveredAt?.toISOString() ?? null,
      })),
    })),
    payments: (await selectPayments(db, orderId)).map((payment) => ({
      reference: payment.reference,
      provider: payment.provider,
      status: payment.status,
      amount: payment.amount_kobo / 100,
      paid: payment.paid_amount === null ? null : payment.paid_amount / 100,
      paid_currency: payment.paid_currency,
      held_for: payment.held_for,
      created_at: payment.created_at.toISOString(),
    })),
    refunds: refunds.map((refund) => presentRefund(refund, orderId)),
    disputes: (await selectDisputes(db, orderId)).map(({ id, reference, status, resolution, amount }) => ({
      id,
      payment_reference: reference,
      status,
      resolution,
      amount: amount === null ? null : amount / 100,
    })),
    ledger: (await selectOrderEntries(db, orderId)).map(({ at, kind, cause, account, merchantId, amount }) => ({
      at: at.toISOString(),
      kind,
      cause,
      account,
      merchant_id: merchantId,
      amount: amount / 100,
    })),
  };
};

export const presentHeld = (row: HeldRow): schemas.HeldPayment => ({
  reference: row.reference,
  kind: row.kind,
  order_id: row.order_id,
  order_status: row.order_status,
  reason: row.reason,
  since: row.since.toISOString(),
  due_at: row.due_at?.toISOString() ?? null,
  amount: row.amount_kobo / 100,
  paid: row.paid_amount === null ? null : row.paid_amount / 100,
  paid_currency: row.paid_currency,
});
