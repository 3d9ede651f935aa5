import { randomBytes } from 'node:crypto';
import {
  MAX_WEBHOOK_ENDPOINTS,
  OLD_SECRET_HOURS,
  TEST_TYPE,
  type WebhookType,
} from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import { type changedWebhook, type newWebhook, webhookId } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import { type Act, recordAudit } from '../platform/audit.ts';
import { type Database, type DryRunOption, runInTransaction } from '../platform/database.ts';
import type { Encryption } from '../platform/encryption.ts';
import type { MerchantId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs.ts';
import type { RateLimit, RateLimiter } from '../platform/rate-limiter.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { sendWebhooksJob } from './webhooks.job-kinds.ts';
import { isCallableUrl, type WebhookData } from './webhooks.rules.ts';
import * as store from './webhooks.sql.ts';

export type WebhookParts = {
  db: Database;
  encryption: Encryption | undefined;
  config: Pick<Config, 'production'>;
  rateLimiter: RateLimiter;
};

const SECRET_BYTES = 32;
const TEST_LIMIT: RateLimit = { action: 'webhook_test', maxAttempts: 10, windowSeconds: 60 };
const REPLAY_LIMIT: RateLimit = { action: 'webhook_replay', maxAttempts: 10, windowSeconds: 60 };
const REPLAY_FAILED_LIMIT: RateLimit = { action: 'webhook_replay_failed', maxAttempts: 10, windowSeconds: 3600 };
/** All secrets of a day sign, so their number must be limited. */
const SECRET_LIMIT: RateLimit = { action: 'webhook_secret', maxAttempts: 20, windowSeconds: 24 * 3600 };

/** The place that a secret is encrypted for. */
export const secretContext = (endpointId: string): string => `webhook_secret ${endpointId}`;

/** Whether the text can be an id. Any other text is not found without a query. */
export const isWebhookId = (id: string): boolean => webhookId.safeParse(id).success;

/**
 * Notifies the programs of a merchant of an event, in the transaction that causes it: nothing is sent if that is rolled back. Nothing is
 * stored if no endpoint is subscribed to the type.
 * @param data the event as in the contract, without links (`webhookEvents`)
 */
export const queueWebhook = async <T extends WebhookType>(
  trx: Database,
  merchantId: MerchantId,
  type: T,
  data: WebhookData<T>,
): Promise<void> => {
  if (await store.insertEvent(trx, { merchantId, type, data })) await enqueue(trx, sendWebhooksJob, {});
};

/** Creates a secret of the endpoint, which signs from now on. @returns it, for its only display */
const addSecret = async (trx: Database, encryption: Encryption, endpointId: string): Promise<string> => {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  await store.insertSecret(trx, endpointId, encryption.encrypt(secret, secretContext(endpointId)));
  return secret;
};

type WithSecret = { endpoint: store.EndpointRow; secret: string };

/**
 * Adds an endpoint (WEBHOOK-1).
 * @returns the endpoint and its secret; webhook_url_refused for a URL that is never called; too_many_webhooks if the merchant has ten;
 *   encryption_unavailable without ENCRYPTION_KEY
 */
export const addEndpoint = async (
  { db, encryption, config }: WebhookParts,
  merchantId: MerchantId,
  { url, event_types }: z.output<typeof newWebhook>,
): Promise<WithSecret | Refused<'webhook_url_refused' | 'too_many_webhooks' | 'encryption_unavailable'>> => {
  if (!encryption) return refuse('encryption_unavailable');
  if (!isCallableUrl(url, config.production)) return refuse('webhook_url_refused');
  return db.transaction().execute(async (trx) => {
    await store.lockEndpointsOf(trx, merchantId);
    if ((await store.selectEndpoints(trx, merchantId)).length >= MAX_WEBHOOK_ENDPOINTS)
      return refuse('too_many_webhooks');
    const endpoint = await store.insertEndpoint(trx, { merchant_id: merchantId, url, event_types });
    return { endpoint, secret: await addSecret(trx, encryption, endpoint.id) };
  });
};

/**
 * Changes an endpoint of the merchant. What is on its way to one that is disabled has failed.
 * @returns webhook_url_refused for a URL that is never called; not_found
 */
export const changeEndpoint = async (
  { db, config }: WebhookParts,
  merchantId: MerchantId,
  id: string,
  { url, event_types, is_enabled }: z.output<typeof changedWebhook>,
): Promise<store.EndpointRow | Refused<'webhook_url_refused' | 'not_found'>> => {
  if (url !== undefined && !isCallableUrl(url, config.production)) return refuse('webhook_url_refused');
  if (!isWebhookId(id)) return refuse('not_found');
  return db.transaction().execute(async (trx) => {
    const changed = await store.updateEndpoint(trx, id, merchantId, {
      ...(url !== undefined && { url }),
      ...(event_types && { event_types }),
      ...(is_enabled !== undefined && { is_enabled }),
    });
    if (!changed) return refuse('not_found');
    if (is_enabled === false) await store.failPending(trx, id);
    return changed;
  });
};

/** Deletes an endpoint of the merchant, with its log. */
export const deleteEndpoint = async (
  { db }: WebhookParts,
  merchantId: MerchantId,
  id: string,
): Promise<Refused<'not_found'> | undefined> =>
  isWebhookId(id) && (await store.deleteEndpoint(db, id, merchantId)) ? undefined : refuse('not_found');

/** `act`: an operator sends it again. */
type ReplayOptions = DryRunOption & { act?: Act };

/** Runs a change of an endpoint of the merchant in a transaction. */
const withEndpoint = async <T>(
  { db }: Pick<WebhookParts, 'db'>,
  merchantId: MerchantId | undefined,
  id: string,
  change: (trx: Database, endpoint: store.EndpointRow) => Promise<T>,
  { dryRun, act }: ReplayOptions = { dryRun: false },
): Promise<T | Refused<'not_found'>> => {
  if (!isWebhookId(id)) return refuse('not_found');
  return runInTransaction(db, { dryRun }, async (trx) => {
    const endpoint = await store.selectEndpoint(trx, id, merchantId);
    if (!endpoint) return refuse('not_found');
    const changed = await change(trx, endpoint);
    if (act && !isRefused(changed))
      await recordAudit(trx, act, { action: 'webhooks replay', subject: `webhook ${id}` });
    return changed;
  });
};

/**
 * Replaces the secret of an endpoint. The old one signs too for OLD_SECRET_HOURS (WEBHOOK-5).
 * @returns the endpoint and its new secret; not_found; encryption_unavailable without ENCRYPTION_KEY; too_many_requests beyond 20 a day
 */
export const rotateSecret = async (
  parts: WebhookParts,
  merchantId: MerchantId,
  id: string,
): Promise<WithSecret | Refused<'not_found' | 'encryption_unavailable' | 'too_many_requests'>> => {
  const { encryption } = parts;
  if (!encryption) return refuse('encryption_unavailable');
  const throttled = await parts.rateLimiter.consume({ limit: SECRET_LIMIT, key: `merchant ${merchantId}` });
  if (throttled) return throttled;
  return withEndpoint(parts, merchantId, id, async (trx, endpoint) => {
    await store.lockEndpointsOf(trx, merchantId);
    await store.endCurrentSecret(trx, id, OLD_SECRET_HOURS);
    return { endpoint, secret: await addSecret(trx, encryption, id) };
  });
};

/**
 * Queues a test event for an endpoint, whatever it is subscribed to (WEBHOOK-14).
 * @returns its delivery; not_found; webhook_disabled; too_many_requests beyond 10 a minute
 */
export const sendTest = async (
  parts: WebhookParts,
  merchantId: MerchantId,
  id: string,
): Promise<store.DeliveryRow | Refused<'not_found' | 'webhook_disabled' | 'too_many_requests'>> => {
  const throttled = await parts.rateLimiter.consume({ limit: TEST_LIMIT, key: `merchant ${merchantId}` });
  if (throttled) return throttled;
  return withEndpoint(parts, merchantId, id, async (trx, endpoint) => {
    if (!endpoint.is_enabled) return refuse('webhook_disabled');
    const delivery = await store.insertEventFor(trx, endpoint, TEST_TYPE, { endpoint_id: id });
    await enqueue(trx, sendWebhooksJob, {});
    return (await store.selectDelivery(trx, id, delivery)) ?? refuse('not_found');
  });
};

/**
 * Sends a webhook again, with the same id and all its retries, also one that was delivered (WEBHOOK-10).
 * @param merchantId the owner, or undefined for an operator
 * @returns the delivery; not_found; webhook_disabled
 */
export const replayDelivery = (
  parts: Pick<WebhookParts, 'db'>,
  merchantId: MerchantId | undefined,
  id: string,
  deliveryId: string,
  options?: ReplayOptions,
): Promise<store.DeliveryRow | Refused<'not_found' | 'webhook_disabled'>> =>
  withEndpoint(
    parts,
    merchantId,
    id,
    async (trx, endpoint) => {
      if (!isWebhookId(deliveryId)) return refuse('not_found');
      if (!endpoint.is_enabled) return refuse('webhook_disabled');
      if (!(await store.updateDue(trx, id, deliveryId))) return refuse('not_found');
      await enqueue(trx, sendWebhooksJob, {});
      return (await store.selectDelivery(trx, id, deliveryId)) ?? refuse('not_found');
    },
    options,
  );

/**
 * Sends all webhooks of an endpoint again that have failed since a time.
 * @param merchantId the owner, or undefined for an operator
 * @returns how many; not_found; webhook_disabled
 */
export const replayFailed = (
  parts: Pick<WebhookParts, 'db'>,
  merchantId: MerchantId | undefined,
  id: string,
  since: Date,
  options?: ReplayOptions,
): Promise<number | Refused<'not_found' | 'webhook_disabled'>> =>
  withEndpoint(
    parts,
    merchantId,
    id,
    async (trx, endpoint) => {
      if (!endpoint.is_enabled) return refuse('webhook_disabled');
      const replayed = await store.updateFailedDue(trx, id, since);
      if (replayed > 0) await enqueue(trx, sendWebhooksJob, {});
      return replayed;
    },
    options,
  );

/**
 * Limits how often a merchant sends webhooks again: each is a request of the shop to a server of the merchant's choice.
 * @param what one webhook, or all that have failed
 * @returns too_many_requests beyond 10 a minute of one, or 10 an hour of all
 */
export const limitReplay = (
  { rateLimiter }: Pick<WebhookParts, 'rateLimiter'>,
  merchantId: MerchantId,
  what: 'one' | 'failed',
): ReturnType<RateLimiter['consume']> =>
  rateLimiter.consume({ limit: what === 'one' ? REPLAY_LIMIT : REPLAY_FAILED_LIMIT, key: `merchant ${merchantId}` });
