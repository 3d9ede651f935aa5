import { createTransport, type Transporter } from 'nodemailer';
import { type MailPort, MailRefused, type OutgoingMail } from './mail.port.ts';

/** Timeouts of the connection and of each response, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Whether the server permanently refused the recipient. Other refusals concern the shop itself (password, sender,
 * reputation: class 5.7 of RFC 3463) and can be corrected, so such mails are retried.
 */
const isRecipientRefused = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('command' in error) || error.command !== 'RCPT TO') return false;
  const response = 'response' in error ? String(error.response) : '';
  return /^5/.test(response) && !/^5\d\d[ -]5\.7\./.test(response);
};

const MAIL_ADDRESS = /[^\s<>()",;:]+@[^\s<>()",;:]+/g;

/** An error that can be logged and stored: servers repeat the recipient's address in their responses. */
const withoutAddresses = (error: unknown): Error => {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll(MAIL_ADDRESS, '(address)');
  return isRecipientRefused(error) ? new MailRefused(text) : new Error(text);
};

/** Sends mail by SMTP. */
export class SmtpMail implements MailPort {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #host: string;

  /**
   * @param url smtp://user:password@host:port, or smtps:// for implicit TLS
   * @param from the sender, such as `Shop <care@shop.example>`
   */
  constructor(url: string, from: string, timeouts: Partial<typeof TIMEOUTS> = {}) {
    this.#transport = createTransport({ url, ...TIMEOUTS, ...timeouts });
    this.#from = from;
    this.#host = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  }

  async send({ id, to, replyTo, subject, text, html, unsubscribe }: OutgoingMail): Promise<void> {
    try {
      await this.#transport.sendMail({
        messageId: `<${id}@${this.#host}>`,
        from: this.#from,
        // An object is always one address, whatever it contains.
        to: { name: '', address: to },
        ...(replyTo && { replyTo }),
        subject,
        text,
        html,
        // Suppress automatic replies.
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== undefined && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    } catch (error) {
      throw withoutAddresses(error);
    }
  }

  /** Connects and logs in without sending a mail. @throws the connection's error */
  async greet(): Promise<void> {
    await this.#transport.verify();
  }

  async close(): Promise<void> {
    this.#transport.close();
  }
}
