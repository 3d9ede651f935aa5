import type { Database } from '../platform/database.ts';
import { enqueue, GiveUp, jobKind, type Work, work } from '../platform/jobs.ts';
import { type MailPort, MailRefused } from '../ports/mail/mail.port.ts';
import type { Mail } from './mail.ts';

/** Tries for two days: after a minute the waits double up to half an hour, so that a server that is away loses nothing. */
const sendMail = jobKind<Mail>('send_mail', { limit: 150, firstWait: 15, longestWait: 1800 });

/**
 * Queues a mail in the caller's transaction: what is rolled back is never mailed, what is committed is mailed once.
 * @param mail its texts are the shop's or the shopper's own words; templates escape them
 */
export const queueMail = (tx: Database, mail: Mail): Promise<void> =>
  enqueue(tx, sendMail, mail, { key: mail.key === undefined ? undefined : `${mail.kind} ${mail.key}` });

/** Who sends what is queued. */
export const mailWork = ({ mail: port, shopUrl }: { mail: MailPort; shopUrl: string }): Work =>
  work(sendMail, async (mail, { id }) => {
    // Loaded with the first mail: templates and what renders them weigh more than the rest of the shop.
    const { compose } = await import('./templates/index.ts');
    try {
      await port.send({ id, to: mail.to, ...(await compose(mail, shopUrl)) });
    } catch (error) {
      if (error instanceof MailRefused) throw new GiveUp(`A mail (${mail.kind}) was refused: ${error.message}`);
      throw error;
    }
  });
