import { jobKind } from '../platform/jobs.ts';

/** No retries: each job processes all due rows of its table, and cron starts it again a minute later. */
const NO_RETRIES = { limit: 0 };
export const expireOrdersJob = jobKind('expire_orders', NO_RETRIES);
export const purgeOrdersJob = jobKind('purge_orders', NO_RETRIES);
export const verifyPaymentsJob = jobKind('verify_payments', NO_RETRIES);
export const makeRefundsJob = jobKind('make_refunds', NO_RETRIES);
export const checkDisputesJob = jobKind('check_disputes', NO_RETRIES);
export const remindMerchantsJob = jobKind('remind_merchants', NO_RETRIES);
export const completeOrdersJob = jobKind('complete_orders', NO_RETRIES);
