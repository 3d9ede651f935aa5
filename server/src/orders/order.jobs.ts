import { createWorker, type JobWorker } from '../platform/jobs.ts';
import { expireOrdersJob, makeRefundsJob, verifyPaymentsJob } from './order.job-kinds.ts';
import { expireOrders } from './order.service.ts';
import { type PaymentDeps, verifyDuePayments } from './payment.service.ts';
import { makeRefunds } from './refund.service.ts';

const EVERY_MINUTE = { cron: '* * * * *' };

/** Scheduled jobs of the orders slice. */
export const orderWorkers = (deps: PaymentDeps): JobWorker[] => [
  createWorker(expireOrdersJob, async () => void (await expireOrders(deps.db)), EVERY_MINUTE),
  createWorker(verifyPaymentsJob, async () => void (await verifyDuePayments(deps)), EVERY_MINUTE),
  createWorker(makeRefundsJob, async () => void (await makeRefunds(deps)), EVERY_MINUTE),
];
