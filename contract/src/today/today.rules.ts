/** Days of sales that are shown, and of the time before with which they are compared. */
export const SALES_DAYS = 30;
/** Products with low stock that are shown. */
export const LOW_STOCK_SHOWN = 5;

/** What the stream of events tells of: a new order, a change of a thread, a new return. */
export const EVENT_AREAS = ['orders', 'messages', 'returns'] as const;
export type EventArea = (typeof EVENT_AREAS)[number];
