import { isIP } from 'node:net';
import type { WebhookBody, webhookEvents } from '@sokuwa/contract/webhooks/webhook-events.schemas.ts';
import { MAX_WEBHOOK_BYTES, type WebhookType } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import { isLoopbackAddress, isPublicAddress, type PostResult } from '../platform/public-fetch.ts';

/** Delays after each failed attempt: about fifty hours together. */
const RETRY_DELAYS_SECONDS = [60, 300, 1800, 7200, 5 * 3600, 10 * 3600, 14 * 3600, 18 * 3600];
export const MAX_TRIES = RETRY_DELAYS_SECONDS.length + 1;
/** Each delay is longer by up to this share, so that events of the same moment are spread. */
const JITTER = 0.2;
/** A receiver cannot ask for a longer pause. */
const MAX_RETRY_AFTER_SECONDS = 24 * 3600;
/** No other webhook is sent to an endpoint for this long after an attempt that shows that it is down or overloaded. */
const PAUSE_SECONDS = 60;
/** An endpoint of which all attempts have failed for this long is disabled. */
const DISABLE_AFTER_MS = 5 * 24 * 3600_000;

/** The event of a webhook as it is queued. What follows from it is added when it is sent. */
export type WebhookData<T extends keyof typeof webhookEvents> = Omit<
  WebhookBody<T>['data'],
  'links' | 'has_more_lines'
>;

/** Where links of webhooks lead. Both without a final slash. */
export type LinkBases = { apiUrl: string; publicUrl: string };

const ORDER_EVENTS: readonly string[] = ['order.paid', 'order.cancelled'] satisfies WebhookType[];

/** The calls and pages that show more about an event. */
const linksOf = (type: string, data: Record<string, unknown>, { apiUrl, publicUrl }: LinkBases): object | undefined => {
  if (type === ('message.received' satisfies WebhookType))
    return { message: `${apiUrl}/merchant/messages/${data.message_id}/` };
  if (ORDER_EVENTS.includes(type)) return { order: `${apiUrl}/merchant/orders/${data.fulfilment_id}/` };
  if (type === ('return.requested' satisfies WebhookType))
    return { return: `${apiUrl}/merchant/returns/${data.return_id}/` };
  if (type === ('product.low_stock' satisfies WebhookType))
    return { product: `${publicUrl}/product/details/${data.product_id}` };
  return undefined;
};

/**
 * The body of a webhook: at most MAX_WEBHOOK_BYTES, so the last lines of a very large order are left out (WEBHOOK-3). The same event has
 * the same body at every attempt.
 */
export const composeBody = (
  { type, data, created_at }: { type: string; data: Record<string, unknown>; created_at: Date },
  bases: LinkBases,
): Buffer => {
  const links = linksOf(type, data, bases);
  const toBytes = (content: object) =>
    Buffer.from(
      JSON.stringify({ type, timestamp: created_at.toISOString(), data: { ...content, ...(links && { links }) } }),
    );
  if (!Array.isArray(data.lines)) return toBytes(data);
  const lines: unknown[] = data.lines;
  for (let count = lines.length; ; count--) {
    const bytes = toBytes({ ...data, lines: lines.slice(0, count), has_more_lines: count < lines.length });
    if (bytes.length <= MAX_WEBHOOK_BYTES || count === 0) return bytes;
  }
};

/** Outside production receivers on the same machine are called too, so that they can be developed. */
export const callableAddresses = (isProduction: boolean): ((address: string) => boolean) =>
  isProduction ? isPublicAddress : (address) => isPublicAddress(address) || isLoopbackAddress(address);

/**
 * Whether an endpoint may have this URL: in production only https on its own port (WEBHOOK-2). A name is checked at each attempt, when it is resolved.
 * @param url a valid one
 */
export const isCallableUrl = (url: string, isProduction: boolean): boolean => {
  const { protocol, port, hostname } = new URL(url);
  if (isProduction && (protocol !== 'https:' || port !== '')) return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || callableAddresses(isProduction)(host);
};

/** Seconds of the header Retry-After, which is a number or a date (RFC 9110, section 10.2.3). */
export const parseRetryAfter = (value: string | undefined, now: Date): number => {
  if (value === undefined) return 0;
  const seconds = /^\d{1,10}$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), MAX_RETRY_AFTER_SECONDS) : 0;
};

/** Responses that say that the receiver is overloaded or down. */
const SLOW_DOWN = new Set([429, 502, 503, 504]);

/** What follows from an attempt. */
export type AttemptOutcome = {
  statusCode: number | null;
  failure: 'timeout' | 'connection' | 'address' | 'redirect' | 'status' | 'secret' | null;
  status: 'pending' | 'delivered' | 'failed';
  /** Until the next attempt of a pending delivery. */
  retrySeconds: number | null;
  /** Until anything is sent to the endpoint again. */
  pauseSeconds: number;
  /** Why the endpoint is disabled now. */
  disable: 'gone' | 'failing' | null;
};

/**
 * What follows from the result of an attempt (WEBHOOK-6 to WEBHOOK-9).
 * @param tries attempts since the event was queued or replayed, this one included
 * @param failingSince since when all attempts of the endpoint have failed
 * @param random 0 to 1
 */
export const judgeAttempt = (
  result: PostResult | { failure: 'secret' },
  { tries, failingSince, now, random }: { tries: number; failingSince: Date | null; now: Date; random: number },
): AttemptOutcome => {
  const statusCode = 'status' in result ? result.status : null;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300)
    return { statusCode, failure: null, status: 'delivered', retrySeconds: null, pauseSeconds: 0, disable: null };
  const failure =
    'failure' in result ? result.failure : result.status >= 300 && result.status < 400 ? 'redirect' : 'status';
  const isFailingLong = failingSince !== null && now.getTime() - failingSince.getTime() >= DISABLE_AFTER_MS;
  const disable = statusCode === 410 ? 'gone' : isFailingLong ? 'failing' : null;
  const retryAfter = 'status' in result ? parseRetryAfter(result.retryAfter, now) : 0;
  const isDown = failure === 'timeout' || failure === 'connection' || SLOW_DOWN.has(statusCode ?? 0);
  const delay = RETRY_DELAYS_SECONDS[tries - 1];
  const isOver = delay === undefined || disable !== null;
  return {
    statusCode,
    failure,
    status: isOver ? 'failed' : 'pending',
    retrySeconds: isOver ? null : Math.max(retryAfter, Math.round(delay * (1 + JITTER * random))),
    pauseSeconds: Math.max(retryAfter, isDown ? PAUSE_SECONDS : 0),
    disable,
  };
};
