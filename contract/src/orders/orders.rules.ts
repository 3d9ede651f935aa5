/** In the usual sequence; Cancelled can follow Pending or Paid. */
export const ORDER_STATUSES = ['Pending', 'Paid', 'Shipped', 'Delivered', 'Cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Orders per page. */
export const ORDERS_PAGE_SIZE = 100;

/** An unpaid order is cancelled after this many minutes and its stock is returned. */
export const MINUTES_TO_PAY = 30;
