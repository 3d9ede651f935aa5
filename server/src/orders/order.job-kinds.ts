import { jobKind } from '../platform/jobs.ts';

/** Each does whatever is due in its table, so a job that is lost loses nothing: the next minute brings another. */
const ROUND = { limit: 0 };
export const expireOrdersJob = jobKind('expire_orders', ROUND);
export const askProviderJob = jobKind('ask_payment_provider', ROUND);
export const makeRefundsJob = jobKind('make_refunds', ROUND);
