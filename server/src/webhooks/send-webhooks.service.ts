import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { brand } from '@sokuwa/contract/brand.ts';
import { WEBHOOK_LOG_DAYS } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import type { FastifyBaseLogger } from 'fastify';
import { queueMail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import { DecryptionError, type Encryption, encryptAgain } from '../platform/encryption.ts';
import type { MerchantId } from '../platform/ids.ts';
import type { PostWebhook } from './post-webhook.ts';
import { type AttemptOutcome, composeBody, judgeAttempt, type LinkBases } from './webhooks.rules.ts';
import { secretContext } from './webhooks.service.ts';
import * as store from './webhooks.sql.ts';

export type SendDeps = LinkBases & {
  db: Database;
  encryption: Encryption | undefined;
  postWebhook: PostWebhook;
  /** Name and mail address of a merchant. */
  findMerchantContact(db: Database, id: MerchantId): Promise<{ name: string; email: string | null } | undefined>;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Endpoints to which one node sends at the same time. Those that fail have slots of their own, so that they never delay the others. */
const SLOTS = { working: 32, failing: 8 };
/** How many of these slots one merchant can have, who may have ten endpoints that all hang. */
const MAX_SLOTS_OF_MERCHANT = { working: 4, failing: 2 };
/** Longer than an attempt: the worker that has reserved an endpoint renews it after each. Another one takes over when it has stopped. */
const LEASE_SECONDS = 60;
/** Webhooks that are sent to an endpoint before others have their turn. */
const MAX_IN_A_ROW = 20;
/** While endpoints are slow, new events of others are looked for this often. */
const POLL_MS = 1000;
/** A job ends after this time, and cron starts the next one. */
const MAX_JOB_MS = 5 * 60_000;
const CLEANUP_BATCH = 1000;

/**
 * The headers of one attempt (Standard Webhooks). All secrets of the endpoint sign.
 * @throws DecryptionError if the current one cannot be read; replaced ones that cannot be read do not sign
 */
const signedHeaders = async (
  { db, encryption }: SendDeps,
  { event_id, endpoint_id }: store.DueDelivery,
  body: Buffer,
  now: Date,
): Promise<Record<string, string>> => {
  if (!encryption) throw new Error('webhooks cannot be signed: ENCRYPTION_KEY is not set');
  const { Webhook } = await import('standardwebhooks');
  const sign = (ciphertext: string) =>
    new Webhook(encryption.decrypt(ciphertext, secretContext(endpoint_id))).sign(event_id, now, body.toString());
  const [current, ...replaced] = await store.selectSecrets(db, endpoint_id);
  const signatures = current === undefined ? [] : [sign(current)];
  for (const ciphertext of replaced)
    try {
      signatures.push(sign(ciphertext));
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error;
    }
  return {
    'content-type': 'application/json',
    'user-agent': `${brand.name} webhooks`,
    'webhook-id': event_id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
};

/** Mails the merchant once about each series of failures, and when the endpoint is disabled. */
const mailFailure = async (
  { findMerchantContact }: SendDeps,
  trx: Database,
  { endpoint_id, merchant_id, url, failing_since, type }: store.DueDelivery,
  { disable }: AttemptOutcome,
  now: Date,
): Promise<void> => {
  const contact = await findMerchantContact(trx, merchant_id);
  if (!contact?.email) return;
  const key = `${endpoint_id} ${(failing_since ?? now).toISOString()}`;
  const merchant = { key, to: contact.email, store_name: contact.name, url };
  if (disable) await queueMail(trx, { kind: 'webhook_disabled', ...merchant, reason: disable });
  else await queueMail(trx, { kind: 'webhook_failed', ...merchant, event_type: type });
};

/** Stores the outcome of an attempt, and what follows from it. @returns whether anything else can be sent to the endpoint now */
const recordAttempt = (
  deps: SendDeps,
  due: store.DueDelivery,
  outcome: AttemptOutcome,
  timing: { startedAt: Date; durationMs: number },
): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    if (!(await store.lockEndpoint(trx, due.endpoint_id))) return false;
    if (!(await store.insertAttempt(trx, due, timing, outcome))) return false;
    const hasFailed = outcome.failure !== null;
    await store.updateEndpointState(trx, due.endpoint_id, {
      hasFailed,
      availableInSeconds: outcome.pauseSeconds > 0 ? outcome.pauseSeconds : LEASE_SECONDS,
    });
    if (outcome.disable) {
      await store.disableEndpoint(trx, due.endpoint_id, outcome.disable);
      await store.failPending(trx, due.endpoint_id);
    }
    if (outcome.status === 'failed') await mailFailure(deps, trx, due, outcome, timing.startedAt);
    return outcome.pauseSeconds === 0 && !outcome.disable;
  });

/** Signs and sends a webhook. */
const attempt = async (deps: SendDeps, due: store.DueDelivery, body: Buffer, startedAt: Date) => {
  let headers: Record<string, string>;
  try {
    headers = await signedHeaders(deps, due, body, startedAt);
  } catch (err) {
    if (!(err instanceof DecryptionError)) throw err;
    deps.log.warn({ err, endpoint: due.endpoint_id }, 'the secret of a webhook cannot be decrypted');
    return { failure: 'secret' } as const;
  }
  return deps.postWebhook(due.url, { headers, body });
};

/** Attempts the due deliveries of an endpoint that this worker has reserved, one after the other, then releases it. */
const sendToEndpoint = async (deps: SendDeps, endpointId: string): Promise<void> => {
  for (let sent = 0; sent < MAX_IN_A_ROW; sent++) {
    const due = await store.selectDue(deps.db, endpointId);
    if (!due) break;
    const startedAt = new Date();
    const body = composeBody(due, deps);
    const startMs = performance.now();
    const result = await attempt(deps, due, body, startedAt);
    const outcome = judgeAttempt(result, {
      tries: due.tries + 1,
      failingSince: due.failing_since,
      now: new Date(),
      random: Math.random(),
    });
    const durationMs = Math.round(performance.now() - startMs);
    if (!(await recordAttempt(deps, due, outcome, { startedAt, durationMs }))) return;
  }
  await store.updateEndpointState(deps.db, endpointId, { availableInSeconds: 0 });
};

/**
 * Sends all webhooks that are due, to many endpoints at the same time (WEBHOOK-11) and to each one after the other (WEBHOOK-15). Safe to run on
 * several nodes at once.
 * A node that stops loses nothing: another one repeats the attempt, with the same id (WEBHOOK-4).
 */
export const sendDueWebhooks = async (deps: SendDeps): Promise<void> => {
  /** What is being sent, with the merchant. */
  const running = { working: new Map<Promise<void>, MerchantId>(), failing: new Map<Promise<void>, MerchantId>() };
  const endsAt = performance.now() + MAX_JOB_MS;
  const countRunning = () => running.working.size + running.failing.size;
  /** @returns the number of endpoints to which it has begun to send */
  const start = async (pool: keyof typeof SLOTS): Promise<number> => {
    const limit = SLOTS[pool] - running[pool].size;
    if (limit === 0 || performance.now() > endsAt) return 0;
    const claim = {
      limit,
      isFailing: pool === 'failing',
      leaseSeconds: LEASE_SECONDS,
      maxPerMerchant: MAX_SLOTS_OF_MERCHANT[pool],
      running: [...running[pool].values()],
    };
    const endpoints = await store.claimEndpoints(deps.db, claim);
    for (const { id, merchant_id } of endpoints) {
      // The reservation ends by itself, and the attempt is repeated.
      const sending = sendToEndpoint(deps, id)
        .catch((err) => deps.log.warn({ err, endpoint: id }, 'webhooks could not be sent'))
        .finally(() => running[pool].delete(sending));
      running[pool].set(sending, merchant_id);
    }
    return endpoints.length;
  };
  for (;;) {
    const wasRunning = countRunning();
    const started = (await start('working')) + (await start('failing'));
    // What has ended during the claims may have occupied the slots that others of the merchant wait for.
    if (wasRunning + started === 0) return;
    if (countRunning() === 0) continue;
    const all = [...running.working.keys(), ...running.failing.keys()];
    const poll = new AbortController();
    await Promise.race([...all, wait(POLL_MS, undefined, { signal: poll.signal }).catch(() => undefined)]);
    poll.abort();
  }
};

/** Deletes old events with their log and secrets that have ended, and encrypts secrets again that an older key has encrypted. */
export const cleanWebhooks = async ({ db, encryption }: Pick<SendDeps, 'db' | 'encryption'>): Promise<void> => {
  while ((await store.deleteEventsBefore(db, WEBHOOK_LOG_DAYS, CLEANUP_BATCH)) === CLEANUP_BATCH);
  await store.deleteEndedSecrets(db);
  if (!encryption) return;
  await encryptAgain(
    encryption,
    await store.selectSecretsOfOldKeys(db, encryption.currentPrefix),
    ({ endpoint_id }) => secretContext(endpoint_id),
    ({ id, ciphertext }, renewed) => store.updateCiphertext(db, id, ciphertext, renewed),
  );
};
