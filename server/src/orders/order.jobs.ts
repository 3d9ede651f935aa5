import { createWorker, type JobWorker } from '../platform/jobs.ts';
import { completeOrders } from './complete-orders.service.ts';
import { checkDisputes } from './dispute.service.ts';
import { remindMerchants } from './fulfilment.service.ts';
import {
  checkDisputesJob,
  completeOrdersJob,
  expireOrdersJob,
  makeRefundsJob,
  purgeOrdersJob,
  remindMerchantsJob,
  verifyPaymentsJob,
} from './order.job-kinds.ts';
import { expireOrders, purgeOrders } from './order.service.ts';
import { type PaymentDeps, verifyDuePayments } from './payment.service.ts';
import { makeRefunds, type RefundDeps } from './refund.service.ts';

const EVERY_MINUTE = { cron: '* * * * *' };

/** Scheduled jobs of the orders slice. */
export const orderWorkers = (deps: PaymentDeps & RefundDeps): JobWorker[] => [
  createWorker(expireOrdersJob, async () => void (await expireOrders(deps.db)), EVERY_MINUTE),
  createWorker(purgeOrdersJob, () => purgeOrders(deps.db, deps.config.orders.purgeDays), EVERY_MINUTE),
  createWorker(verifyPaymentsJob, async () => void (await verifyDuePayments(deps)), EVERY_MINUTE),
  createWorker(makeRefundsJob, async () => void (await makeRefunds(deps)), EVERY_MINUTE),
  createWorker(checkDisputesJob, async () => void (await checkDisputes(deps)), EVERY_MINUTE),
  createWorker(remindMerchantsJob, async () => void (await remindMerchants(deps.db)), { cron: '*/10 * * * *' }),
  createWorker(
    completeOrdersJob,
    async () => void (await completeOrders(deps.db, { payoutsSince: deps.config.orders.payoutsSince })),
    { cron: '*/10 * * * *' },
  ),
];
