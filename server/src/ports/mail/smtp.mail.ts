import { createTransport, type Transporter } from 'nodemailer';
import { type MailPort, MailRefused, type OutgoingMail } from './mail.port.ts';

/** Milliseconds; a server that says nothing for this long is tried again later. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Whether the server refused the receiver for good. Other refusals are about the shop (its password, its sender, its
 * standing: class 5.7 of RFC 3463), which somebody will set right: what could not be sent meanwhile shall not be lost.
 */
const refusesReceiver = (error: unknown): error is Error => {
  if (!(error instanceof Error) || !('command' in error) || error.command !== 'RCPT TO') return false;
  const answer = 'response' in error ? String(error.response) : '';
  return /^5/.test(answer) && !/^5\d\d[ -]5\.7\./.test(answer);
};

/** Hands mail to a mail server by SMTP. */
export class SmtpMail implements MailPort {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #host: string;

  /**
   * @param url smtp://user:password@host:port, or smtps:// for TLS from the first byte
   * @param from the sender, such as `Shop <care@shop.example>`
   */
  constructor(url: string, from: string, patience: Partial<typeof PATIENCE> = {}) {
    this.#transport = createTransport({ url, ...PATIENCE, ...patience });
    this.#from = from;
    this.#host = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  }

  async send({ id, to, replyTo, subject, text, html, unsubscribe }: OutgoingMail): Promise<void> {
    try {
      await this.#transport.sendMail({
        messageId: `<${id}@${this.#host}>`,
        from: this.#from,
        // As an object it is one address, whatever is in it.
        to: { name: '', address: to },
        ...(replyTo && { replyTo }),
        subject,
        text,
        html,
        // Nobody's holiday note is wanted in answer.
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== undefined && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    } catch (error) {
      if (refusesReceiver(error)) throw new MailRefused(error.message, { cause: error });
      throw error;
    }
  }

  /** Greets the server and logs in, and sends nothing. @throws what stands in the way */
  async greet(): Promise<void> {
    await this.#transport.verify();
  }

  async close(): Promise<void> {
    this.#transport.close();
  }
}
