import { brand } from '@sokuwa/contract/brand.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { type CancelReason, isPaidStatus, MINUTES_TO_PAY } from '@sokuwa/contract/orders/orders.rules.ts';
import type { Order, OrderEvent, OrderParcel } from '@sokuwa/contract/orders/orders.schemas.ts';

/** Why an order was cancelled (ORDER-58). */
export const CANCEL_REASONS: Record<CancelReason, string> = {
  expired: `It was not paid within ${MINUTES_TO_PAY} minutes.`,
  buyer: 'You cancelled it.',
  shop: `${brand.name} cancelled it.`,
  payment_refused: 'The payment was declined.',
  replaced: 'You placed another order in its place.',
};

const formatAmount = ({ amount }: OrderEvent): string => formatNairaPrice(amount ?? 0);

const EVENTS: Record<OrderEvent['event'], (event: OrderEvent) => string> = {
  placed: () => 'Order placed',
  paid: () => 'Payment confirmed',
  address_changed: () => 'Delivery address changed',
  shipped: () => 'Shipped',
  delivered: () => 'Delivered',
  pieces_cancelled: () => 'Cancelled by the merchant',
  pieces_returned: () => 'Returned to the merchant',
  pieces_not_received: () => 'Not received',
  cancelled: () => 'Order cancelled',
  refund_requested: (event) => `Refund of ${formatAmount(event)} requested`,
  refunded: (event) =>
    event.to === 'wallet' ? `${formatAmount(event)} returned to your wallet` : `${formatAmount(event)} refunded`,
};

/** @returns undefined for an event that only a later release knows */
export const describeEvent = (event: OrderEvent): string | undefined =>
  (EVENTS as Partial<typeof EVENTS>)[event.event]?.(event);

/** Whether something was paid for the order, by the wallet or otherwise. */
export const isPaid = ({ status, payments, wallet_credit, total_price }: Order): boolean =>
  isPaidStatus(status) || payments.length > 0 || (wallet_credit > 0 && wallet_credit >= total_price);

/** '' if it was deleted with its account. */
export const formatName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim();

/** Name and address in lines, without the phone number. Empty if it was deleted with its account. */
export const formatAddress = (to: Order['shipping_address']): string[] =>
  [
    formatName(to),
    to.street_address,
    [to.city, to.postal_code].filter(Boolean).join(', '),
    to.region === to.city ? '' : to.region,
    to.country,
  ].filter(Boolean);

/** Pieces of a line that were refunded because they did not arrive. */
const countNotReceived = (timeline: Order['timeline'], position: number): number =>
  timeline
    .filter(({ event }) => event === 'pieces_not_received')
    .flatMap(({ items }) => items)
    .reduce((sum, item) => (item.position === position ? sum + item.quantity : sum), 0);

/**
 * What happened to pieces of an item after the payment: '1 of 3 cancelled', or 'Cancelled' for all of them.
 * @param timeline of its order. Pieces that did not arrive count as returned, and only the timeline says that nothing came back
 */
export const describeTaken = (
  {
    position,
    quantity,
    cancelled_quantity,
    returned_quantity,
  }: Pick<Order['items'][number], 'position' | 'quantity' | 'cancelled_quantity' | 'returned_quantity'>,
  timeline: Order['timeline'],
): string[] => {
  const notReceived = countNotReceived(timeline, position);
  const describe = (pieces: number, word: string) => {
    if (pieces === 0) return [];
    return [
      pieces === quantity ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : `${pieces} of ${quantity} ${word}`,
    ];
  };
  return [
    ...describe(cancelled_quantity, 'cancelled'),
    ...describe(returned_quantity - notReceived, 'returned'),
    ...describe(notReceived, 'not received'),
  ];
};

/** The pieces of an order that are neither in a parcel nor cancelled; items without such pieces are left out. */
export const listUnshipped = ({ items, parcels }: Pick<Order, 'items' | 'parcels'>) =>
  items.flatMap(({ position, product_name, quantity, cancelled_quantity }) => {
    const shipped = parcels
      .flatMap((parcel) => parcel.items)
      .reduce((sum, item) => (item.position === position ? sum + item.quantity : sum), 0);
    const left = quantity - cancelled_quantity - shipped;
    return left > 0 ? [{ position, product_name, quantity: left }] : [];
  });

/** The parcels that have not arrived yet. */
export const listUnderWay = (parcels: readonly OrderParcel[]): OrderParcel[] =>
  parcels.filter(({ delivered_at }) => delivered_at === null);
