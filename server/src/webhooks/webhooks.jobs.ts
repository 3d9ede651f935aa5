import { createWorker, type JobWorker } from '../platform/jobs.ts';
import { cleanWebhooks, type SendDeps, sendDueWebhooks } from './send-webhooks.service.ts';
import { cleanWebhooksJob, sendWebhooksJob } from './webhooks.job-kinds.ts';

export const webhookWorkers = (deps: SendDeps): JobWorker[] => [
  createWorker(sendWebhooksJob, () => sendDueWebhooks(deps), { cron: '* * * * *' }),
  createWorker(cleanWebhooksJob, () => cleanWebhooks(deps), { cron: '23 * * * *' }),
];
