import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail that the server has accepted. */
export type ReceivedMail = { messageId: string; to: string; subject: string };

const headerOf = (raw: string, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(raw.replaceAll(/\r\n[ \t]+/g, ' '))?.[1]?.trim() ?? '';

/** A mail server on a free port. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** When set, the server stores a mail and does not confirm it. */
  isSilentAfterData = false;
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      buffer(stream).then((bytes) => {
        const raw = bytes.toString();
        this.received.push({
          messageId: headerOf(raw, 'Message-ID'),
          to: envelope.rcptTo.map(({ address }) => address).join(', '),
          subject: headerOf(raw, 'Subject'),
        });
        if (!this.isSilentAfterData) done();
      }, done);
    },
  });

  static async open(): Promise<MailServer> {
    const mails = new MailServer();
    // A client that disconnects is what the proofs cause.
    mails.#server.on('error', () => undefined);
    mails.#server.listen(0, '127.0.0.1');
    await once(mails.#server.server, 'listening');
    return mails;
  }

  get port(): number {
    const address = this.#server.server.address();
    if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
    return address.port;
  }

  /** Distinct mails to an address; a mail that was sent twice has the same Message-ID. */
  mailsTo(address: string): ReceivedMail[] {
    const byId = new Map(this.received.filter(({ to }) => to === address).map((mail) => [mail.messageId, mail]));
    return [...byId.values()];
  }

  close(): Promise<void> {
    return new Promise((closed) => this.#server.close(() => closed()));
  }
}
