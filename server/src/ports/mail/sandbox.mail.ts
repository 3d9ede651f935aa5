import type { Database } from '../../platform/database.ts';
import type { MailPort, OutgoingMail } from './mail.port.ts';

export type SentMail = Omit<OutgoingMail, 'replyTo'> & { reply_to: string | null; sent_at: Date };

/** Number of mails that the mailbox stores, and sometimes up to 10% more. */
const MAX_MAILS = 1000;

/** Stores mail in the database instead of sending it; /sandbox/mailbox shows it. */
export class SandboxMail implements MailPort {
  readonly #db: Database;
  readonly #maxMails: number;

  constructor(db: Database, maxMails = MAX_MAILS) {
    this.#db = db;
    this.#maxMails = maxMails;
  }

  async send({ id, to, replyTo, subject, text, html }: OutgoingMail): Promise<void> {
    const stored = await this.#db
      .insertInto('sandbox_mail')
      .values({ id, recipient: to, reply_to: replyTo?.address ?? null, subject, text, html })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('n')
      .executeTakeFirst();
    // Delete old mails only sometimes, because finding them costs more than storing one.
    if (!stored || stored.n % Math.max(1, Math.floor(this.#maxMails / 10)) !== 0) return;
    const oldest = this.#db.selectFrom('sandbox_mail').select('n').orderBy('n', 'desc').offset(this.#maxMails).limit(1);
    await this.#db.deleteFrom('sandbox_mail').where('n', '<=', oldest).execute();
  }

  /** @param to recipient; undefined means all @returns newest first */
  async read(to?: string): Promise<SentMail[]> {
    let mails = this.#db
      .selectFrom('sandbox_mail')
      .select(['id', 'recipient as to', 'reply_to', 'subject', 'text', 'html', 'sent_at']);
    if (to !== undefined) mails = mails.where((eb) => eb(eb.fn('lower', ['recipient']), '=', to.toLowerCase()));
    return mails.orderBy('n', 'desc').execute();
  }

  async find(id: string): Promise<SentMail | undefined> {
    return this.#db
      .selectFrom('sandbox_mail')
      .select(['id', 'recipient as to', 'reply_to', 'subject', 'text', 'html', 'sent_at'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async close(): Promise<void> {}
}
