import { createWorker, type JobWorker } from '../platform/jobs.ts';
import { completeBooks } from './books.service.ts';
import { checkDisputes } from './dispute.service.ts';
import { completeFulfilments } from './fulfilment.service.ts';
import {
  checkDisputesJob,
  completeOrdersJob,
  expireOrdersJob,
  makeRefundsJob,
  purgeOrdersJob,
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
  // They read all orders.
  createWorker(
    completeOrdersJob,
    async () => {
      await completeFulfilments(deps.db);
      await completeBooks(deps.db);
    },
    { cron: '*/10 * * * *' },
  ),
];
