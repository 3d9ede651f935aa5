import type { Database } from '../platform/database.ts';
import { createWorker, enqueueAll, type JobWorker, jobKind, PermanentJobError } from '../platform/jobs.ts';
import { type MailPort, MailRefused, type OutgoingMail } from '../ports/mail/mail.port.ts';
import type { Mail } from './mail.ts';

/** Retries for two days, with delays that double up to half an hour, so that no mail is lost while the server is unavailable. */
const sendMail = jobKind<Mail>('send_mail', { limit: 150, minDelaySeconds: 15, maxDelaySeconds: 1800 });

/** The name of the jobs that send mail. */
export const MAIL_JOBS = sendMail.name;

/**
 * Queues mails in the caller's transaction: each is sent once if that commits, and never if it is rolled back.
 * @param mails their texts are plain text; templates escape them
 */
export const queueMails = (tx: Database, mails: readonly Mail[]): Promise<void> =>
  enqueueAll(
    tx,
    sendMail,
    mails.map((mail) => ({ data: mail, key: mail.key === undefined ? undefined : `${mail.kind} ${mail.key}` })),
  );

/** Queues a mail, as `queueMails` does. */
export const queueMail = (tx: Database, mail: Mail): Promise<void> => queueMails(tx, [mail]);

/** The Reply-To address; undefined means the shop's. */
const replyTo = (mail: Mail): OutgoingMail['replyTo'] =>
  mail.kind === 'support_message' ? { name: mail.full_name, address: mail.email } : undefined;

/**
 * Composes and sends a mail immediately, for callers with a separate queue.
 * @param id the mail's id, the same for every attempt
 * @throws as the port does
 */
export const composeAndSend = async (port: MailPort, publicUrl: string, id: string, mail: Mail): Promise<void> => {
  // Loaded with the first mail, because templates and renderer need more memory than the rest of the server.
  const { compose } = await import('./templates/index.ts');
  await port.send({ id, to: mail.to, replyTo: replyTo(mail), ...(await compose(mail, publicUrl)) });
};

/** Mails that one node sends at the same time, each on a separate connection. */
const BATCH_SIZE = 8;

/** The job that sends queued mails. A permanent refusal is not retried. */
export const mailWorkers = ({ mail: port, publicUrl }: { mail: MailPort; publicUrl: string }): JobWorker[] => [
  createWorker(
    sendMail,
    async (mail, { id }) => {
      try {
        await composeAndSend(port, publicUrl, id, mail);
      } catch (error) {
        if (error instanceof MailRefused)
          throw new PermanentJobError(`A mail (${mail.kind}) was refused: ${error.message}`);
        throw error;
      }
    },
    { batchSize: BATCH_SIZE },
  ),
];
