import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type Mail = {
  /** The id of the job that sent it. */
  id: string;
  to: string;
  /** Its source, decoded. */
  text: string;
};

export type Mailbox = {
  /** As a value of SMTP_URL. */
  url: string;
  /** All mails, in the order of their arrival. A mail that arrived twice is there twice. */
  mails: readonly Mail[];
  close(): Promise<void>;
};

/** Decodes quoted-printable. */
const decode = (source: string): string =>
  source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const parse = (source: string): Mail => {
  const header = (name: string) => new RegExp(`^${name}: <?([^\\s<>]+)>?`, 'mi').exec(source)?.[1] ?? '';
  return { id: header('Message-ID').split('@', 1)[0] ?? '', to: header('To'), text: decode(source) };
};

/** Starts a mail server that keeps everything it receives. */
export const openMailbox = async (): Promise<Mailbox> => {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      text(stream).then((source) => {
        mails.push(parse(source));
        done();
      }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};
