export { type PaymentOperator, paymentOperator, type Unsettled, type Way } from './held.service.ts';
export { orderWorkers } from './order.jobs.ts';
export { orderRoutes } from './order.routes.ts';
export { forgetOrders, type OperatorStep, orderReaders, takeStep } from './order.service.ts';
export { countOrders, selectPurchase, unpaidOrders } from './order.sql.ts';
export { paymentRoutes, WEBHOOK_PATH } from './payment.routes.ts';
export { countPayments, countRefunds } from './payment.sql.ts';
