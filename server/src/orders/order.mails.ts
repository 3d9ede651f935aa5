import { queueMail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import { convertAmount } from './order.present.ts';
import type { LineRow, OrderRow } from './order.sql.ts';
import type { RefundRow } from './payment.sql.ts';

/** Undefined or null when the buyer deleted their account: no mail is sent then. */
const buyerOf = ({ customer }: OrderRow) => customer && { to: customer.email, first_name: customer.first_name };

export const mailConfirmed = async (trx: Database, order: OrderRow, lines: readonly LineRow[]): Promise<void> => {
  const buyer = buyerOf(order);
  if (!buyer || !order.ship_to) return;
  const { subtotal_kobo, shipment_kobo, discount_kobo, total_kobo, credit_kobo, estimated_delivery, ship_to } = order;
  await queueMail(trx, {
    kind: 'order_confirmed',
    key: order.id,
    ...buyer,
    order_id: order.id,
    lines: lines.map(({ title, quantity, unit_kobo }) => ({ title, quantity, unit_kobo })),
    subtotal_kobo,
    shipment_kobo,
    discount_kobo,
    credit_kobo,
    total_kobo,
    converted_total: convertAmount(order, total_kobo),
    estimated_delivery,
    ship_to,
  });
};

export const mailShipped = async (trx: Database, order: OrderRow, tracking_number: string): Promise<void> => {
  const buyer = buyerOf(order);
  const { id: order_id, estimated_delivery } = order;
  if (buyer) await queueMail(trx, { kind: 'order_shipped', ...buyer, order_id, tracking_number, estimated_delivery });
};

export const mailDelivered = async (trx: Database, order: OrderRow): Promise<void> => {
  const buyer = buyerOf(order);
  if (buyer) await queueMail(trx, { kind: 'order_delivered', ...buyer, order_id: order.id });
};

export const mailCancelled = async (trx: Database, order: OrderRow, isPaid: boolean): Promise<void> => {
  const buyer = buyerOf(order);
  if (buyer) await queueMail(trx, { kind: 'order_cancelled', ...buyer, order_id: order.id, paid: isPaid });
};

/** @param how refunded through the provider, or into the wallet */
export const mailRefunded = async (
  trx: Database,
  order: OrderRow,
  { amount_kobo, reason }: Pick<RefundRow, 'amount_kobo' | 'reason'>,
  how: 'provider' | 'wallet',
): Promise<void> => {
  const buyer = buyerOf(order);
  if (buyer) await queueMail(trx, { kind: 'order_refunded', ...buyer, order_id: order.id, amount_kobo, reason, how });
};
