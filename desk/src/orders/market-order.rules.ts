import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { type CancelReason, isPaidStatus, type OrderEventKind } from '@sokuwa/contract/orders/orders.rules.ts';
import type { Order, OrderEvent, OrderRefund } from '@sokuwa/contract/orders/orders.schemas.ts';

type Paid = Pick<Order, 'total_price'> & { refunds: readonly Pick<OrderRefund, 'amount'>[] };

/** What the buyer has paid for an order and not got back, in naira. The server decides: other refunds may begin meanwhile. */
export const computeLeftToRefund = ({ total_price, refunds }: Paid): number =>
  Math.max(0, Math.round(total_price * 100) - refunds.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)) /
  100;

/** Whether the whole order can be cancelled, or its address corrected: nothing is shipped. */
export const isUnshipped = ({ status, parcels }: Pick<Order, 'status'> & { parcels: readonly unknown[] }): boolean =>
  (status === 'Pending' || status === 'Paid') && parcels.length === 0;

/** Whether a part of it can be refunded out of goodwill. A disputed payment cannot; the server decides about it. */
export const canRefund = (order: Paid & Pick<Order, 'status'>): boolean =>
  isPaidStatus(order.status) && computeLeftToRefund(order) > 0;

const CANCEL_REASONS: Record<CancelReason, string> = {
  expired: 'not paid in time',
  buyer: 'by the buyer',
  shop: 'by the shop',
  payment_refused: 'the payment was declined',
  replaced: 'replaced by another order',
};
/** Why an order was cancelled, in a few words. */
export const sayCancelled = ({ cancelled_for }: Pick<Order, 'cancelled_for'>): string =>
  cancelled_for === null ? '' : CANCEL_REASONS[cancelled_for];

const EVENTS: Record<OrderEventKind, string> = {
  placed: 'Placed',
  paid: 'Paid',
  address_changed: 'Delivery address changed',
  shipped: 'Shipped',
  delivered: 'Delivered',
  pieces_cancelled: 'Pieces cancelled',
  pieces_returned: 'Pieces returned',
  pieces_not_received: 'Pieces did not arrive',
  cancelled: 'Cancelled',
  refund_requested: 'Refund begun',
  refunded: 'Refunded',
};
const DESTINATIONS = { payment_method: 'to the payment method', wallet: 'to the wallet', other: 'outside of the shop' };

/** What happened, such as 'Refunded: ₦1,200 to the wallet'. */
export const describeEvent = ({ event, amount, to }: OrderEvent): string => {
  if (amount === null) return EVENTS[event];
  return `${EVENTS[event]}: ${formatNairaPrice(amount)}${to === null ? '' : ` ${DESTINATIONS[to]}`}`;
};
