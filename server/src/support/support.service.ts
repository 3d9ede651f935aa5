import { brand } from '@sokuwa/contract/brand.ts';
import type { contactSupport } from '@sokuwa/contract/support/support.schemas.ts';
import type { z } from 'zod';
import type { Person, PersonalDataReaders } from '../account/index.ts';
import { sendNow } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import { createWorker, enqueue, type JobWorker, jobKind } from '../platform/jobs.ts';
import { networkOf, type RateLimit, type RateLimiter } from '../platform/rate-limiter.ts';
import type { Refused } from '../platform/refusal.ts';
import { type MailPort, MailRefused } from '../ports/mail/mail.port.ts';
import * as store from './support.sql.ts';

const HOUR = 3600;
/** An address on the network may be a whole town behind its carrier, so it may more (docs/decisions/sessions-and-sign-in.md). */
const LIMITS = {
  network: { action: 'support by address', maxAttempts: 30, windowSeconds: HOUR },
  email: { action: 'support by email', maxAttempts: 10, windowSeconds: HOUR },
} satisfies Record<string, RateLimit>;
/** Seconds within which the same words are a second press, not a second message. */
const SAME_WITHIN = 60;
/** Days for which a message is kept once it is delivered. */
const KEPT = 90;

/** Brings whatever waits in its table, so a job that is lost loses nothing: the next minute brings another. */
const deliverJob = jobKind('deliver_to_support', { limit: 0 });

/**
 * Keeps what somebody wrote by the contact form; a job brings it to support.
 * @param address where the request comes from
 * @returns undefined when it is kept; too_many_requests beyond so many an hour
 */
export const keepForSupport = async (
  { db, rateLimiter }: { db: Database; rateLimiter: RateLimiter },
  message: z.output<typeof contactSupport>,
  address: string,
): Promise<Refused<'too_many_requests'> | undefined> => {
  const throttled =
    (await rateLimiter.consume(LIMITS.network, networkOf(address))) ??
    (await rateLimiter.consume(LIMITS.email, message.email.toLowerCase()));
  if (throttled) return throttled;
  return db.transaction().execute(async (trx) => {
    await store.insertOnce(trx, message, SAME_WITHIN);
    await enqueue(trx, deliverJob, {});
    return undefined;
  });
};

type Delivery = { db: Database; mail: MailPort; publicUrl: string };

/** Delivers one message. @returns its id, and what went wrong if something did; undefined when none waits */
const deliverOne = ({ db, mail, publicUrl }: Delivery, passed: readonly string[]) =>
  db.transaction().execute(async (trx) => {
    const message = await store.lockWaiting(trx, passed);
    if (!message) return undefined;
    const { id, full_name, email, subject, content, created_at } = message;
    const about = { full_name, email, subject, content, written_at: created_at.toISOString() };
    try {
      await sendNow(mail, publicUrl, id, { kind: 'support_message', to: brand.email, ...about });
    } catch (error) {
      return { id, error };
    }
    await store.setDelivered(trx, id);
    return { id, error: undefined };
  });

/**
 * Brings what waits to support, the oldest first. It goes on waiting while mail is down, for as long as that takes.
 * @throws what went wrong, for the log
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
    // One message may be at fault; a server that is away is asked again in a minute.
    if (!(done.error instanceof MailRefused)) break;
  }
  await store.deleteOld(delivery.db, KEPT);
  if (failed[0]) throw failed[0].error;
};

export const supportWorkers = (delivery: Delivery): JobWorker[] => [
  createWorker(deliverJob, () => deliver(delivery), { cron: '* * * * *' }),
];

export const supportReaders = {
  support: (db, { email }) => store.selectSupportMessages(db, email),
} satisfies Partial<PersonalDataReaders>;

/** Deletes the person's messages that were delivered; the others still have to be. */
export const forgetSupportMessages = (trx: Database, { email }: Person): Promise<void> =>
  store.deleteSupportMessages(trx, email);
