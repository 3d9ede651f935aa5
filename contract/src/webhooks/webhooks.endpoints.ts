import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  ChangedWebhook,
  DeliveryPage,
  NewWebhook,
  Replayed,
  ReplayFailed,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookList,
  WebhookWithSecret,
} from './webhooks.schemas.ts';

// An endpoint or delivery of another merchant is `not_found`.

export const listWebhooks = endpoint<{ response: WebhookList }>()({
  method: 'GET',
  path: '/merchant/webhooks/',
  auth: 'merchant',
  area: 'integrations',
  summary: 'Where webhooks are sent',
  refusals: signedInRefusals,
});

/** The response is the only one with the secret. */
export const addWebhook = endpoint<{ body: NewWebhook; response: WebhookWithSecret }>()({
  method: 'POST',
  path: '/merchant/webhooks/',
  auth: 'merchant',
  area: 'integrations',
  summary: 'Send webhooks to a URL',
  refusals: [
    ...apiWriteRefusals,
    ...bodyRefusals,
    'webhook_url_refused',
    'too_many_webhooks',
    'encryption_unavailable',
  ],
});

/** An endpoint that is disabled gets no webhooks, and those on their way have failed; they can be replayed. */
export const changeWebhook = endpoint<{ params: { id: string }; body: ChangedWebhook; response: WebhookEndpoint }>()({
  method: 'PATCH',
  path: '/merchant/webhooks/{id}/',
  auth: 'merchant',
  area: 'integrations',
  summary: 'Change URL or events of an endpoint, enable or disable it',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'webhook_url_refused', 'not_found'],
});

/** Deletes its log too. @returns the others */
export const deleteWebhook = endpoint<{ params: { id: string }; response: WebhookList }>()({
  method: 'DELETE',
  path: '/merchant/webhooks/{id}/',
  auth: 'merchant',
  area: 'integrations',
  summary: 'Delete an endpoint',
  refusals: [...apiWriteRefusals, 'not_found'],
});

/** The old secret signs too for 24 hours, so that receivers can be changed meanwhile. */
export const rotateWebhookSecret = endpoint<{ params: { id: string }; response: WebhookWithSecret }>()({
  method: 'POST',
  path: '/merchant/webhooks/{id}/rotate-secret/',
  auth: 'merchant',
  area: 'integrations',
  summary: 'Replace the secret of an endpoint',
  refusals: [...apiWriteRefusals, 'not_found', 'encryption_unavailable'],
});

/** Its result is in the log. */
export const testWebhook = endpoint<{ params: { id: string }; response: WebhookDelivery }>()({
  method: 'POST',
  path: '/merchant/webhooks/{id}/test/',
  auth: 'merchant',
  area: 'integrations',
  summary: 'Send a signed test event',
  refusals: [...apiWriteRefusals, 'not_found', 'webhook_disabled'],
});

export const listDeliveries = endpoint<{
  params: { id: string };
  query: { status?: string; cursor?: string };
  response: DeliveryPage;
}>()({
  method: 'GET',
  path: '/merchant/webhooks/{id}/deliveries/',
  auth: 'merchant',
  area: 'integrations',
  summary: 'The log of an endpoint: deliveries of the last 30 days, newest first',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

export const replayDelivery = endpoint<{ params: { id: string; delivery_id: string }; response: WebhookDelivery }>()({
  method: 'POST',
  path: '/merchant/webhooks/{id}/deliveries/{delivery_id}/replay/',
  auth: 'merchant',
  area: 'integrations',
  summary: 'Send a webhook again, with the same id',
  refusals: [...apiWriteRefusals, 'not_found', 'webhook_disabled'],
});

export const replayFailedDeliveries = endpoint<{
  params: { id: string };
  body: ReplayFailed;
  response: Replayed;
}>()({
  method: 'POST',
  path: '/merchant/webhooks/{id}/replay/',
  auth: 'merchant',
  area: 'integrations',
  summary: 'Send all webhooks again that have failed since a time',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'webhook_disabled'],
});
