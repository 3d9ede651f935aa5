import type { WEBHOOK_TYPES } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import type { WebhookDelivery, WebhookEndpoint } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import type { DeliveryRow, EndpointRow } from './webhooks.sql.ts';

const toIso = (time: Date | null): string | null => time?.toISOString() ?? null;

export const presentEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  event_types: row.event_types as (typeof WEBHOOK_TYPES)[number][],
  is_enabled: row.is_enabled,
  disabled_for: row.disabled_for,
  failing_since: toIso(row.failing_since),
  created_at: row.created_at.toISOString(),
});

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  webhook_id: row.event_id,
  type: row.type as WebhookDelivery['type'],
  status: row.status,
  created_at: row.created_at.toISOString(),
  next_attempt_at: toIso(row.next_attempt_at),
  attempts: row.attempts.map(({ started_at, duration_ms, status_code, failure }) => ({
    at: new Date(started_at).toISOString(),
    duration_ms,
    status_code,
    failure,
  })),
});
