import { brand } from '@sokuwa/contract/brand.ts';
import type { contactSupport } from '@sokuwa/contract/support/support.schemas.ts';
import type { z } from 'zod';
import type { Person, PersonalDataReaders } from '../account/index.ts';
import { composeAndSend } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import { createWorker, enqueue, type JobWorker, jobKind } from '../platform/jobs.ts';
import { getNetwork, type RateLimit, type RateLimiter } from '../platform/rate-limiter.ts';
import type { Refused } from '../platform/refusal.ts';
import { type MailPort, MailRefused } from '../ports/mail/mail.port.ts';
import * as store from './support.sql.ts';

const HOUR_SECONDS = 3600;
/** The limit per network is higher, because many users may share one address. */
const LIMITS = {
  network: { action: 'support by address', maxAttempts: 30, windowSeconds: HOUR_SECONDS },
  email: { action: 'support by email', maxAttempts: 10, windowSeconds: HOUR_SECONDS },
} satisfies Record<string, RateLimit>;
/** The same text within this time is a repeated submit, not a second message. */
const DUPLICATE_WINDOW_SECONDS = 60;
/** Delivered messages are deleted after this many days. */
const RETENTION_DAYS = 90;

/** Delivers every undelivered message. It also runs every minute, so a lost job loses no message. */
const deliverJob = jobKind('deliver_to_support', { limit: 0 });

/**
 * Stores a message of the contact form; a job delivers it to support.
 * @param ipAddress of the request
 * @returns undefined when stored; too_many_requests above the hourly limits
 */
export const storeSupportMessage = async (
  { db, rateLimiter }: { db: Database; rateLimiter: RateLimiter },
  message: z.output<typeof contactSupport>,
  ipAddress: string,
): Promise<Refused<'too_many_requests'> | undefined> => {
  const throttled = await rateLimiter.consume(
    { limit: LIMITS.network, key: getNetwork(ipAddress) },
    { limit: LIMITS.email, key: message.email.toLowerCase() },
  );
  if (throttled) return throttled;
  return db.transaction().execute(async (trx) => {
    await store.insertUnlessRepeated(trx, message, DUPLICATE_WINDOW_SECONDS);
    await enqueue(trx, deliverJob, {});
    return undefined;
  });
};

type Delivery = { db: Database; mail: MailPort; publicUrl: string };

/**
 * Lifetime of a claim; longer than the mail server's time-out. If a node stops while sending, another one sends the
 * message after this time.
 */
const CLAIM_MS = 10 * 60 * 1000;

/**
 * Delivers one message. No transaction is open while the mail is sent.
 * @returns its id, and the error if it failed; undefined if no message is left
 */
const deliverOne = async ({ db, mail, publicUrl }: Delivery, skippedIds: readonly string[]) => {
  const message = await store.claimNextUndelivered(db, skippedIds, CLAIM_MS);
  if (!message) return undefined;
  const { id, full_name, email, subject, content, created_at } = message;
  const data = { full_name, email, subject, content, written_at: created_at.toISOString() };
  try {
    await composeAndSend(mail, publicUrl, id, { kind: 'support_message', to: brand.email, ...data });
  } catch (error) {
    await store.releaseClaim(db, id);
    return { id, error };
  }
  await store.updateDelivered(db, id);
  return { id, error: undefined };
};

/**
 * Delivers all undelivered messages, oldest first. While mail is unavailable they stay in the table.
 * @throws the first error, for the log
 */
const deliver = async (delivery: Delivery): Promise<void> => {
  const failed: { id: string; error: unknown }[] = [];
  for (;;) {
    const done = await deliverOne(
      delivery,
      failed.map(({ id }) => id),
    );
    if (!done) break;
    if (done.error === undefined) continue;
    failed.push(done);
    // A refused message does not stop the others; an unavailable server is retried in a minute.
    if (!(done.error instanceof MailRefused)) break;
  }
  await store.deleteDelivered(delivery.db, RETENTION_DAYS);
  if (failed[0]) throw failed[0].error;
};

/** The job that delivers waiting messages, every minute. */
export const supportWorkers = (delivery: Delivery): JobWorker[] => [
  createWorker(deliverJob, () => deliver(delivery), { cron: '* * * * *' }),
];

export const supportReaders = {
  support: (db, { email }) => store.selectSupportMessages(db, email),
} satisfies Partial<PersonalDataReaders>;

/** Deletes a person's delivered messages; undelivered ones are still delivered. */
export const deleteSupportMessages = (trx: Database, { email }: Person): Promise<void> =>
  store.deleteSupportMessages(trx, email);
