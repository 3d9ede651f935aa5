/** The events that a merchant can subscribe to. */
export const WEBHOOK_TYPES = [
  'order.paid',
  'order.cancelled',
  'return.requested',
  'message.received',
  'product.low_stock',
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];
/** Sent on request, whatever the endpoint is subscribed to. */
export const TEST_TYPE = 'webhook.test';

export const MAX_WEBHOOK_ENDPOINTS = 10;
export const WEBHOOK_URL_MAX = 1000;
/** Maximum bytes of a webhook's body. */
export const MAX_WEBHOOK_BYTES = 20_000;
/** A product is low in stock when it has this many pieces or fewer. */
export const LOW_STOCK = 5;
/** Hours for which a replaced secret signs too. */
export const OLD_SECRET_HOURS = 24;
/** Days after which events and their deliveries are deleted. */
export const WEBHOOK_LOG_DAYS = 30;
/** Deliveries per page of the log. */
export const DELIVERIES_PAGE_SIZE = 50;

/** `pending`: not attempted yet, or failed and tried again later. `failed`: given up; it can be replayed. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
/**
 * Why an attempt failed: no response in time; no connection, or none with valid TLS; an address that the shop does not call, such as one
 * inside a network; a redirect, which is not followed; another status than 2xx; a secret that the shop cannot read any more: rotate it.
 */
export const ATTEMPT_FAILURES = ['timeout', 'connection', 'address', 'redirect', 'status', 'secret'] as const;
/** Why the shop disabled an endpoint: it responded with 410; or all attempts failed for days. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;
