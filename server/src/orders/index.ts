import type { Slice } from '../slice.ts';
import { merchantOrderRoutes } from './merchant-order.routes.ts';
import { operatorOrderRoutes } from './operator-order.routes.ts';
import { orderWorkers } from './order.jobs.ts';
import { orderMetrics } from './order.metrics.ts';
import { orderRoutes } from './order.routes.ts';
import { paymentRoutes } from './payment.routes.ts';

export { checkBooks } from './books.service.ts';
export { CARRIER_KEYS } from './carriers.rules.ts';
export { selectDisputeState } from './dispute.sql.ts';
export type { FulfilmentView } from './fulfilment.operator.ts';
export type { Pieces } from './fulfilment.rules.ts';
export { mergePieces } from './fulfilment.service.ts';
export type { RefundMethod } from './held-payments.service.ts';
export { type SoldInHour, selectSoldByHour } from './market-day.sql.ts';
export { selectMerchantAmounts } from './merchant-amounts.service.ts';
export {
  countPaidSince,
  type DayOfSales,
  hasShippedOrder,
  selectNewestOrders,
  selectSales,
  selectShipping,
  selectToShip,
} from './merchant-counts.sql.ts';
export { listMerchantOrders } from './merchant-order.service.ts';
export { listCouponOrders, searchOrders, selectOrdersOfAccount } from './operator-order.service.ts';
export { selectCouponTotals } from './operator-order.sql.ts';
export { searchPayments } from './operator-payment.service.ts';
export { anonymizeOrders, orderReaders } from './order.service.ts';
export {
  completeLines,
  type LineRow,
  lockOrder,
  type OrderRow,
  selectBuyerOf,
  selectLinesOf,
  selectOrder,
  selectOrderedProduct,
  selectPurchase,
  selectUndelivered,
  unpaidOrders,
} from './order.sql.ts';
export { orderWork } from './order-work.sql.ts';
export { WEBHOOK_PATH } from './payment.routes.ts';
export { madeRefunds } from './payment.sql.ts';
export {
  expectRefund,
  type Refundable,
  refundReturned,
  type SentPieces,
  selectRefundable,
  selectSent,
} from './refund-returned.service.ts';
export { releaseDisputedSale, releaseSales } from './release.service.ts';
export { MIN_RELEASE_DAYS, reportableFrom, returnableUntil } from './return-window.rules.ts';
export { actOnOrder, withOrder } from './with-order.ts';

export const orders = {
  routes: (api, shop) => {
    orderRoutes(api, shop);
    paymentRoutes(api, shop);
    merchantOrderRoutes(api, shop);
    operatorOrderRoutes(api, shop);
  },
  jobs: orderWorkers,
  metrics: orderMetrics,
  operatorCommands: async ({ db }) => (await import('./order.operator.ts')).orderCommands(db),
} satisfies Slice;
