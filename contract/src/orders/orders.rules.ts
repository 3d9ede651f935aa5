/** In the usual sequence; Cancelled can follow Pending or Paid. */
export const ORDER_STATUSES = ['Pending', 'Paid', 'Shipped', 'Delivered', 'Cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Of an order that is paid and not cancelled. */
export const PAID_STATUSES = ['Paid', 'Shipped', 'Delivered'] as const satisfies OrderStatus[];
export type PaidStatus = (typeof PAID_STATUSES)[number];
/** Whether the order is paid and not cancelled. */
export const isPaidStatus = (status: string): boolean => PAID_STATUSES.some((paid) => paid === status);

/** Orders per page. */
export const ORDERS_PAGE_SIZE = 100;

/** An unpaid order is cancelled after this many minutes and its stock is returned. */
export const MINUTES_TO_PAY = 30;

/** The letters of an order id: Crockford's base 32, which omits I, L, O and U. */
export const ORDER_ID_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const ORDER_ID_LENGTH = 12;
/** An order id in a regular expression. */
export const ORDER_ID_PATTERN = `[${ORDER_ID_LETTERS}]{${ORDER_ID_LENGTH}}`;

/**
 * Normalizes an order id that a person typed: upper and lower case, spaces, hyphens, a number sign, and the letters O,
 * I and L for the digits 0 and 1 (ORDER-47). The result may be an invalid id.
 */
export const normalizeOrderId = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[\s#-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** @param text a normalized text */
export const isOrderId = (text: string): boolean =>
  text.length === ORDER_ID_LENGTH && [...text].every((letter) => ORDER_ID_LETTERS.includes(letter));

/** Reasons of a cancellation. `replaced`: the buyer placed another order instead of paying this one. */
export const CANCEL_REASONS = ['expired', 'buyer', 'shop', 'payment_refused', 'replaced'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Where the buyer gets a refund: on the payment method (card or bank), in the wallet, or in another way that the shop arranges. */
export const REFUND_DESTINATIONS = ['payment_method', 'wallet', 'other'] as const;

/** Where a refund is requested to go: back to the payment method, or all of it into the wallet (RETURN-6). */
export const REFUND_TARGETS = ['original', 'wallet'] as const;
export type RefundTarget = (typeof REFUND_TARGETS)[number];

/** A refund to the payment method arrives after this many business days (RETURN-5). */
export const REFUND_BUSINESS_DAYS = { min: 5, max: 10 };

/** What can happen to an order, in the sequence in which it happens within one moment. */
export const ORDER_EVENTS = [
  'placed',
  'paid',
  'address_changed',
  'shipped',
  'delivered',
  'pieces_cancelled',
  'pieces_returned',
  'pieces_not_received',
  'cancelled',
  'refund_requested',
  'refunded',
] as const;
export type OrderEventKind = (typeof ORDER_EVENTS)[number];
