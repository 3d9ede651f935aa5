import type { Slice } from '../slice.ts';
import { orderWorkers } from './order.jobs.ts';
import { orderMetrics } from './order.metrics.ts';
import { orderRoutes } from './order.routes.ts';
import { paymentRoutes } from './payment.routes.ts';

export { CARRIER_KEYS } from './carriers.rules.ts';
export type { FulfilmentOutcome, FulfilmentView } from './fulfilment.operator.ts';
export type { RefundMethod, SettlementRefusal } from './held-payments.service.ts';
export { selectMerchantAmounts } from './merchant-amounts.ts';
export { anonymizeOrders, orderReaders } from './order.service.ts';
export { selectOrderedProduct, selectPurchase, selectUndelivered, unpaidOrders } from './order.sql.ts';
export { WEBHOOK_PATH } from './payment.routes.ts';
export { releaseDisputedSale, releaseSales } from './release.service.ts';

export const orders = {
  routes: (api, shop) => {
    orderRoutes(api, shop);
    paymentRoutes(api, shop);
  },
  jobs: orderWorkers,
  metrics: orderMetrics,
  operatorCommands: async ({ db }) => (await import('./order.operator.ts')).orderCommands(db),
} satisfies Slice;
