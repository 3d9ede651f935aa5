import { z } from 'zod';
import { cursorText } from '../text.schemas.ts';
import {
  ATTEMPT_FAILURES,
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  TEST_TYPE,
  WEBHOOK_TYPES,
  WEBHOOK_URL_MAX,
} from './webhooks.rules.ts';

const url = z
  .string()
  .max(WEBHOOK_URL_MAX, `Write ${WEBHOOK_URL_MAX} characters at most.`)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'Write a URL that begins with https://.')
  .refine((text) => {
    const parsed = URL.parse(text);
    return parsed === null || (parsed.username === '' && parsed.password === '');
  }, 'Write a URL without a name or a password.');
const eventTypes = z
  .array(z.enum(WEBHOOK_TYPES, `Write one of ${WEBHOOK_TYPES.join(', ')}.`))
  .min(1, 'Choose at least one type of event.')
  .max(WEBHOOK_TYPES.length * 2)
  .transform((types) => WEBHOOK_TYPES.filter((type) => types.includes(type)));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The id of an endpoint or of a delivery. */
export const webhookId = z
  .string()
  .regex(UUID, 'Write an id, such as 5f4d5a0a-53a1-4a0c-8a63-5b9f2f3c8e21.')
  .toLowerCase();

export const endpointParams = z.object({ id: z.string() });
export const deliveryParams = z.object({ id: z.string(), delivery_id: z.string() });

export const newWebhook = z.object({ url, event_types: eventTypes });
export type NewWebhook = z.input<typeof newWebhook>;

/** What is not sent stays as it is. */
export const changedWebhook = z.object({
  url: url.optional(),
  event_types: eventTypes.optional(),
  is_enabled: z.boolean().optional(),
});
export type ChangedWebhook = z.input<typeof changedWebhook>;

/** Where webhooks of a merchant are sent. All times are ISO 8601, UTC. */
export const webhookEndpoint = z.object({
  id: z.uuid(),
  url: z.string(),
  event_types: z.array(z.enum(WEBHOOK_TYPES)),
  is_enabled: z.boolean(),
  /** Null if it is enabled, or was disabled by a call. */
  disabled_for: z.enum(DISABLED_REASONS).nullable(),
  /** Since when all attempts have failed; null if the last one succeeded. */
  failing_since: z.string().nullable(),
  created_at: z.string(),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;
export const webhookList = z.object({ results: z.array(webhookEndpoint) });
export type WebhookList = z.infer<typeof webhookList>;

/** `secret` is shown only once. Verify signatures with it (Standard Webhooks). */
export const webhookWithSecret = webhookEndpoint.extend({ secret: z.string() });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

const attempt = z.object({
  at: z.string(),
  duration_ms: z.int(),
  /** Null without a response. */
  status_code: z.int().nullable(),
  /** Null if it succeeded. */
  failure: z.enum(ATTEMPT_FAILURES).nullable(),
});

/** One event on its way to one endpoint. */
export const webhookDelivery = z.object({
  id: z.uuid(),
  /** The header `webhook-id`, the same for all attempts. */
  webhook_id: z.uuid(),
  type: z.enum([...WEBHOOK_TYPES, TEST_TYPE]),
  status: z.enum(DELIVERY_STATUSES),
  created_at: z.string(),
  /** Of a pending delivery. */
  next_attempt_at: z.string().nullable(),
  /** Oldest first. */
  attempts: z.array(attempt),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** `cursor` is the id of the last delivery of the page before. */
export const deliveriesQuery = z.object({
  status: z.enum(DELIVERY_STATUSES, `Write one of ${DELIVERY_STATUSES.join(', ')}.`).optional(),
  cursor: cursorText(UUID).optional(),
});
export const deliveryPage = z.object({ next: z.string().nullable(), results: z.array(webhookDelivery) });
export type DeliveryPage = z.infer<typeof deliveryPage>;

export const replayFailed = z.object({
  since: z.iso.datetime({ offset: true, error: 'Write a time such as 2026-12-24T18:00:00Z.' }),
});
export type ReplayFailed = z.input<typeof replayFailed>;
export const replayed = z.object({ replayed: z.int() });
export type Replayed = z.infer<typeof replayed>;
