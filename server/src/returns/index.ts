import { createWorker, jobKind } from '../platform/jobs.ts';
import type { Slice } from '../slice.ts';
import { returnMetrics } from './returns.metrics.ts';
import { buyerReturnRoutes, merchantReturnRoutes, operatorReturnRoutes } from './returns.routes.ts';
import { followReturns } from './returns.service.ts';

export { anonymizeReturns, returnReaders } from './returns.service.ts';
export { openReturns, returnWork, selectNewestReturns, selectReturnedOrders, selectUndecided } from './returns.sql.ts';

/** No retries: it processes all due rows, and cron starts it again ten minutes later. */
const followReturnsJob = jobKind('follow_returns', { limit: 0 });

/** What buyers send back (docs/decisions/returns.md). */
export const returns = {
  routes: (api, shop) => {
    buyerReturnRoutes(api, shop);
    merchantReturnRoutes(api, shop);
    operatorReturnRoutes(api, shop);
  },
  jobs: ({ db }) => [
    createWorker(followReturnsJob, async () => void (await followReturns(db)), { cron: '*/10 * * * *' }),
  ],
  metrics: returnMetrics,
  operatorCommands: async ({ db }) => (await import('./returns.operator.ts')).returnCommands(db),
} satisfies Slice;
