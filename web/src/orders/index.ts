export { OrderPage } from './order-page.tsx';
export { Days } from './order-parts.tsx';
export { ordersQuery } from './orders.query.ts';
export { OrdersPage } from './orders-page.tsx';
export { ReceiptPage } from './receipt-page.tsx';
