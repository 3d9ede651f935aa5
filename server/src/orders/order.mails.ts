import type { Kobo } from '@sokuwa/contract/money.ts';
import type { PaidStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import { type Mail, queueMail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import { describeTracking } from './carriers.rules.ts';
import type { Pieces } from './fulfilment.rules.ts';
import { withTitles } from './merchant-notices.service.ts';
import { convertAmount, presentExpectedDelivery } from './order.present.ts';
import { type LineRow, type OrderAddress, type OrderRow, selectLines } from './order.sql.ts';
import type { RefundRow } from './payment.sql.ts';

/** Undefined or null when the buyer deleted their account: no mail is sent then. */
const buyerOf = ({ customer }: OrderRow) => customer && { to: customer.email, first_name: customer.first_name };

/** The mail that confirms a paid order; none if the buyer deleted their account. */
export const confirmationMails = (order: OrderRow, lines: readonly LineRow[]): Mail[] => {
  const buyer = buyerOf(order);
  if (!buyer || !order.ship_to) return [];
  const { subtotal_kobo, shipment_kobo, discount_kobo, total_kobo, credit_kobo, estimated_delivery, ship_to } = order;
  return [
    {
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
      expected_delivery: presentExpectedDelivery(order),
      ship_to,
    },
  ];
};

type ShippedParcel = {
  /** A key of carriers.json. */
  carrier: string;
  trackingNumber: string;
  /** Default: everything of the order. */
  lines?: Pieces | undefined;
};

/** Mails the buyer that a parcel is on its way, with its tracking number and what it contains. No mail if the account was deleted. */
export const mailShipped = async (
  trx: Database,
  order: OrderRow,
  { carrier, trackingNumber, lines = [] }: ShippedParcel,
): Promise<void> => {
  const buyer = buyerOf(order);
  if (!buyer) return;
  const { id: order_id, estimated_delivery } = order;
  const tracking = describeTracking(carrier, trackingNumber);
  await queueMail(trx, {
    kind: 'order_shipped',
    ...buyer,
    order_id,
    tracking_number: trackingNumber,
    carrier: tracking.carrier,
    tracking_url: tracking.tracking_url,
    estimated_delivery,
    expected_delivery: presentExpectedDelivery(order),
    pieces: lines.length === 0 ? [] : withTitles(lines, await selectLines(trx, order_id)),
  });
};

/**
 * Mails the buyer the new delivery address. No mail if the account was deleted.
 * @param expected when the order should arrive at the new address; null for an order of release 1.0
 */
export const mailAddressChanged = async (
  trx: Database,
  order: OrderRow,
  ship_to: OrderAddress,
  expected: { from: string; to: string } | null,
  by: 'buyer' | 'shop',
): Promise<void> => {
  const buyer = buyerOf(order);
  const { id: order_id } = order;
  if (buyer)
    await queueMail(trx, {
      kind: 'order_address_changed',
      ...buyer,
      order_id,
      ship_to,
      expected_delivery: expected,
      by,
    });
};

/** Mails the buyer that everything of the order has arrived. No mail if the account was deleted. */
export const mailDelivered = async (trx: Database, order: OrderRow): Promise<void> => {
  const buyer = buyerOf(order);
  if (buyer) await queueMail(trx, { kind: 'order_delivered', ...buyer, order_id: order.id });
};

/** Mails the buyer that the whole order is cancelled. No mail if the account was deleted. @param isPaid whether something is refunded */
export const mailCancelled = async (trx: Database, order: OrderRow, isPaid: boolean): Promise<void> => {
  const buyer = buyerOf(order);
  if (buyer) await queueMail(trx, { kind: 'order_cancelled', ...buyer, order_id: order.id, paid: isPaid });
};

type CancelledPieces = {
  lines: readonly LineRow[];
  pieces: Pieces;
  toPayment: Kobo;
  toWallet: Kobo;
  /** The order's status after the cancellation. */
  status: PaidStatus;
};

/** Mails the buyer that pieces of a paid order were cancelled, and what is refunded for them. No mail if the account was deleted. */
export const mailPiecesCancelled = async (
  trx: Database,
  order: OrderRow,
  { lines, pieces, toPayment, toWallet, status }: CancelledPieces,
): Promise<void> => {
  const buyer = buyerOf(order);
  if (!buyer) return;
  await queueMail(trx, {
    kind: 'order_pieces_cancelled',
    ...buyer,
    order_id: order.id,
    pieces: withTitles(pieces, lines),
    to_payment_kobo: toPayment,
    to_wallet_kobo: toWallet,
    status,
  });
};

const PART_REASONS = ['pieces cancelled', 'returned', 'goodwill'] as const;
const isPart = (reason: RefundRow['reason']): reason is (typeof PART_REASONS)[number] =>
  PART_REASONS.some((part) => part === reason);

/**
 * Mails the buyer a refund and its reason. No mail if the account was deleted.
 * @param how refunded through the provider, or into the wallet
 * @param instead whether it is in the wallet because the provider could not make it
 */
export const mailRefunded = async (
  trx: Database,
  order: OrderRow,
  { amount_kobo, reason }: Pick<RefundRow, 'amount_kobo' | 'reason'>,
  how: 'provider' | 'wallet',
  instead = false,
): Promise<void> => {
  const buyer = buyerOf(order);
  if (!buyer) return;
  const refund = { ...buyer, order_id: order.id, amount_kobo, how, instead };
  await (isPart(reason)
    ? queueMail(trx, { kind: 'order_part_refunded', ...refund, reason })
    : queueMail(trx, { kind: 'order_refunded', ...refund, reason }));
};
