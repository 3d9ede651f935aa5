import type { StatusMetric } from '../slice.ts';
import { countEndpoints } from './webhooks.sql.ts';

const SEE = 'Run "npm run cli -- webhooks list".';

export const webhookMetrics: readonly StatusMetric[] = [
  {
    name: 'shop_webhook_endpoints',
    help: 'Endpoints for webhooks of merchants by status.',
    count: countEndpoints,
    warnings: [
      {
        status: 'failing',
        subject: 'webhooks',
        message: (count) =>
          `${count === 1 ? 'One endpoint of a merchant has' : `${count} endpoints of merchants have`} accepted no webhook for more than an hour. ${SEE}`,
      },
    ],
  },
];
