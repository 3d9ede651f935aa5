import type { Slice } from '../slice.ts';
import { webhookWorkers } from './webhooks.jobs.ts';
import { webhookMetrics } from './webhooks.metrics.ts';
import { webhookRoutes } from './webhooks.routes.ts';

export { openPostWebhook, type PostWebhook } from './post-webhook.ts';
export { queueWebhook } from './webhooks.service.ts';
export { webhookSubscribers } from './webhooks.sql.ts';

export const webhooks = {
  routes: webhookRoutes,
  jobs: webhookWorkers,
  metrics: webhookMetrics,
  operatorCommands: async ({ db }) => (await import('./webhooks.operator.ts')).webhookCommands(db),
} satisfies Slice;
