import { Option } from '@commander-js/extra-typings';
import { DELIVERY_STATUSES } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import type { WebhookDelivery, WebhookEndpoint } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import { formatTime } from '../format.ts';
import { dryRunOption, parseId, parseTime, parseWebhookId, reasonOption } from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

const formatState = ({ is_enabled, disabled_for, failing_since }: WebhookEndpoint): string => {
  if (!is_enabled) return disabled_for === null ? 'disabled' : `disabled by the shop: ${disabled_for}`;
  return failing_since === null ? 'enabled' : `failing since ${formatTime(failing_since)}`;
};

const formatEndpoint = (endpoint: WebhookEndpoint & { merchantId: number }): string =>
  `${endpoint.id}  merchant ${endpoint.merchantId}: ${formatState(endpoint)}\n    ${endpoint.url}\n    ${endpoint.event_types.join(', ')}`;

const formatDelivery = ({ id, type, status, created_at, attempts }: WebhookDelivery): string =>
  [
    `${id}  ${formatTime(created_at)} ${type}: ${status}`,
    ...attempts.map(
      ({ at, duration_ms, status_code, failure }) =>
        `    ${formatTime(at)}: ${status_code ?? failure}, ${duration_ms} ms`,
    ),
  ].join('\n');

const refuseUnknownEndpoint = (id: string) => ({ refused: `There is no webhook endpoint ${id}.` });

export const addWebhookCommands: AddCommands = (program, { withShop }) => {
  const webhooks = program.command('webhooks').description('Webhooks of merchants: endpoints, log, replay.');

  webhooks
    .command('list')
    .description('List the endpoints to which webhooks are sent.')
    .argument('[merchant-id]', 'only those of this merchant', parseId)
    .addOption(dryRunOption)
    .action((merchantId, options) =>
      withShop(options, async (operator) => {
        const found = await operator.webhooks.list(merchantId);
        return { done: found.length === 0 ? 'There are no webhook endpoints.' : found.map(formatEndpoint).join('\n') };
      }),
    );

  webhooks
    .command('deliveries')
    .description('List the newest deliveries to an endpoint, with each attempt.')
    .argument('<endpoint-id>', 'the endpoint', parseWebhookId)
    .addOption(new Option('--status <status>', 'only those with this status').choices(DELIVERY_STATUSES))
    .addOption(dryRunOption)
    .action((id, { status, ...options }) =>
      withShop(options, async (operator) => {
        const found = await operator.webhooks.deliveries(id, status);
        if (!found) return refuseUnknownEndpoint(id);
        return { done: found.length === 0 ? 'There are no deliveries.' : found.map(formatDelivery).join('\n') };
      }),
    );

  webhooks
    .command('replay')
    .description('Send webhooks again, with the same ids: one, or all that have failed.')
    .argument('<endpoint-id>', 'the endpoint', parseWebhookId)
    .addOption(new Option('--delivery <id>', 'one delivery, also if it was accepted').argParser(parseWebhookId))
    .addOption(
      new Option('--since <time>', 'all that have failed since this day or time')
        .argParser(parseTime)
        .conflicts('delivery'),
    )
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, { delivery, since, ...options }) =>
      withShop(options, async (operator, act) => {
        const what = delivery === undefined ? since && { since } : { deliveryId: delivery };
        if (!what) return { refused: 'Name --delivery or --since.' };
        const result = await operator.webhooks.replay(id, what, act);
        return toOutcome(result, ({ replayed }) => `Webhooks that are sent again: ${replayed}`, `Endpoint ${id}`);
      }),
    );
};
