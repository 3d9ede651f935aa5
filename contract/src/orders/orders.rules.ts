/** In the order of an order's life; Cancelled ends it early (2-account-checkout, section 4). */
export const ORDER_STATUSES = ['Pending', 'Paid', 'Shipped', 'Delivered', 'Cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Orders in one answer of the list. */
export const ORDERS_PAGE = 100;

/** Minutes within which an order must be paid; then it is cancelled and its stock returns (3-decisions). */
export const MINUTES_TO_PAY = 30;
