import type { Database } from '../platform/database.ts';
import { createWorker, enqueue, type JobWorker, jobKind, PermanentJobError } from '../platform/jobs.ts';
import { type Letter, type MailPort, MailRefused } from '../ports/mail/mail.port.ts';
import type { Mail } from './mail.ts';

/** Tries for two days: after a minute the waits double up to half an hour, so that a server that is away loses nothing. */
const sendMail = jobKind<Mail>('send_mail', { limit: 150, minDelaySeconds: 15, maxDelaySeconds: 1800 });

/** What the jobs that send mail are called. */
export const MAIL_JOBS = sendMail.name;

/**
 * Queues a mail in the caller's transaction: what is rolled back is never mailed, what is committed is mailed once.
 * @param mail its texts are the shop's or the shopper's own words; templates escape them
 */
export const queueMail = (tx: Database, mail: Mail): Promise<void> =>
  enqueue(tx, sendMail, mail, { key: mail.key === undefined ? undefined : `${mail.kind} ${mail.key}` });

/** Who is answered, where it is not the shop. */
const replyTo = (mail: Mail): Letter['replyTo'] =>
  mail.kind === 'support_message' ? { name: mail.full_name, address: mail.email } : undefined;

/**
 * Composes a mail and hands it over at once, for those who keep themselves what is to be sent.
 * @param id the mail's own, the same at every attempt
 * @throws as the port does
 */
export const sendNow = async (port: MailPort, publicUrl: string, id: string, mail: Mail): Promise<void> => {
  // Loaded with the first mail: templates and what renders them weigh more than the rest of the shop.
  const { compose } = await import('./templates/index.ts');
  await port.send({ id, to: mail.to, replyTo: replyTo(mail), ...(await compose(mail, publicUrl)) });
};

/** Mails that one node hands over at once, each on a connection of its own. */
const BATCH_SIZE = 8;

export const mailWorkers = ({ mail: port, publicUrl }: { mail: MailPort; publicUrl: string }): JobWorker[] => [
  createWorker(
    sendMail,
    async (mail, { id }) => {
      try {
        await sendNow(port, publicUrl, id, mail);
      } catch (error) {
        if (error instanceof MailRefused)
          throw new PermanentJobError(`A mail (${mail.kind}) was refused: ${error.message}`);
        throw error;
      }
    },
    { batchSize: BATCH_SIZE },
  ),
];
