import { jobKind } from '../platform/jobs.ts';

/** No retries: each job processes all due rows of its table, and cron starts it again a minute later. */
const NO_RETRIES = { limit: 0 };
export const sendWebhooksJob = jobKind('send_webhooks', NO_RETRIES);
export const cleanWebhooksJob = jobKind('clean_webhooks', NO_RETRIES);
