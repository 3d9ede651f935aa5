export { summarizeLines } from './order.rules.ts';
export { OrderBadge } from './order-badge.tsx';
export { OrderPage } from './order-page.tsx';
export { orderQuery, ordersKey, ordersQuery } from './orders.queries.ts';
export { Due, ORDER_VIEWS, OrdersPage, type OrdersSearch } from './orders-page.tsx';
export { PackingSlipsPage } from './packing-slips-page.tsx';
