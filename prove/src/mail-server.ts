import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail that the server has stored. */
export type ReceivedMail = {
  /** The Message-ID up to its @: the id of the job that sent the mail. */
  id: string;
  to: string;
  subject: string;
  /** Its source, decoded. */
  text: string;
  /** When it arrived, as performance.now(). */
  at: number;
};

const headerOf = (source: string, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(source.replaceAll(/\r\n[ \t]+/g, ' '))?.[1]?.trim() ?? '';

/** Decodes quoted-printable. */
const decode = (source: string): string =>
  source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** A mail server that stores everything it receives. A mail that arrives twice is there twice, with the same id. */
export class MailServer {
  /** In the order of their arrival. */
  readonly received: ReceivedMail[] = [];
  /** When set, the server stores a mail and does not confirm it. */
  isSilentAfterData = false;
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      text(stream).then((source) => {
        this.received.push({
          id: headerOf(source, 'Message-ID').replace(/^<|@.*$/g, ''),
          to: envelope.rcptTo.map(({ address }) => address).join(', '),
          subject: headerOf(source, 'Subject'),
          text: decode(source),
          at: performance.now(),
        });
        if (!this.isSilentAfterData) done();
      }, done);
    },
  });

  /** @param port default: a free one */
  static async open({ host = '127.0.0.1', port = 0 } = {}): Promise<MailServer> {
    const mails = new MailServer();
    // A client that disconnects is what the proofs cause.
    mails.#server.on('error', () => undefined);
    mails.#server.listen(port, host);
    await once(mails.#server.server, 'listening');
    return mails;
  }

  get port(): number {
    const address = this.#server.server.address();
    if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
    return address.port;
  }

  /** Distinct mails to an address. */
  mailsTo(address: string): ReceivedMail[] {
    return [...new Map(this.received.filter(({ to }) => to === address).map((mail) => [mail.id, mail])).values()];
  }

  /** How often each mail arrived, by its id. */
  countCopies(): Map<string, number> {
    return new Map([...Map.groupBy(this.received, ({ id }) => id)].map(([id, copies]) => [id, copies.length]));
  }

  close(): Promise<void> {
    return new Promise((closed) => this.#server.close(() => closed()));
  }
}
