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

/** What happened to pieces of an item after the payment: '1 of 3 cancelled', or 'Cancelled' for all of them. */
export const describeTaken = ({
  quantity,
  cancelled_quantity,
  returned_quantity,
}: Pick<Order['items'][number], 'quantity' | 'cancelled_quantity' | 'returned_quantity'>): string[] => {
  const describe = (pieces: number, word: string) => {
    if (pieces === 0) return [];
    return [
      pieces === quantity ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : `${pieces} of ${quantity} ${word}`,
    ];
  };
  return [...describe(cancelled_quantity, 'cancelled'), ...describe(returned_quantity, 'returned')];
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
