import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MailRefused } from './mail.port.ts';
import { createMail, mailSuite } from './mail.suite.ts';
import { SmtpMail } from './smtp.mail.ts';

const FROM = 'Sokuwa <care@shop.test>';
type ReceivedMail = { from: string; to: string[]; raw: string };

/** Splits a message into its unfolded headers and its body. */
const splitMessage = (raw: string) => {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { headers, body: rest.join('\r\n\r\n') };
};
const decodeBody = (encoding: string | undefined, body: string): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};
/** Decodes the encoded words of a header (RFC 2047). */
const decodeHeader = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      decodeBody(encoding.toUpperCase() === 'B' ? 'base64' : 'quoted-printable', word.replaceAll('_', ' ')),
    );
const parseMail = (raw: string) => {
  const { headers, body } = splitMessage(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitMessage(part.replace(/^\r\n/, '')));
  const part = (type: string): string => {
    const found = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type));
    return decodeBody(found?.headers.get('content-transfer-encoding'), found?.body.replace(/\r\n$/, '') ?? '');
  };
  return {
    headers,
    id: /<([^@]+)@/.exec(headers.get('message-id') ?? '')?.[1] ?? '',
    subject: decodeHeader(headers.get('subject') ?? ''),
    text: part('text/plain'),
    html: part('text/html'),
  };
};

let server: SMTPServer;
let port: number;
const received: ReceivedMail[] = [];
/** The server's refusal of every recipient, if any. */
let refusal: { responseCode: number; message: string } | undefined;
beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      username === 'shop' && password === 'p@ss/word' ? done(null, { user: 'shop' }) : done(new Error('Unknown user')),
    onRcptTo: (_address, _session, done) =>
      refusal ? done(Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode })) : done(),
    onData: (stream, { envelope }, done) => {
      buffer(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: raw.toString() });
        done();
      }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
beforeEach(() => {
  refusal = undefined;
});

const open = (url = `smtp://127.0.0.1:${port}`) => new SmtpMail(url, FROM);
const receivedBy = (to: string) => received.filter((mail) => mail.to.includes(to));

describe('SMTP', () => {
  mailSuite(() => ({ mail: open(), readReceived: async (to) => receivedBy(to).map(({ raw }) => parseMail(raw)) }));

  it('names the shop as sender and suppresses automatic replies', async () => {
    const sent = createMail();
    await open().send(sent);
    const [mail] = receivedBy(sent.to);
    expect(mail?.from).toBe('care@shop.test');
    const { headers } = parseMail(mail?.raw ?? '');
    expect(headers.get('from')).toBe(FROM);
    expect(headers.get('to')).toBe(sent.to);
    expect(headers.get('message-id')).toBe(`<${sent.id}@shop.test>`);
    expect(headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('offers one-click unsubscribe if the mail has a URL for it', async () => {
    const [plain, news] = [createMail(), createMail({ unsubscribe: 'https://shop.test/stop/a-b_c' })];
    await open().send(plain);
    await open().send(news);
    const headersOf = (to: string) => parseMail(receivedBy(to)[0]?.raw ?? '').headers;
    expect(headersOf(plain.to).has('list-unsubscribe')).toBe(false);
    expect(headersOf(news.to).get('list-unsubscribe')).toBe('<https://shop.test/stop/a-b_c>');
    expect(headersOf(news.to).get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  it('sets Reply-To, and its name cannot add other addresses', async () => {
    const sent = createMail({
      replyTo: { name: 'Ngozi "N" <boss@evil.test>,\r\nBcc: x@evil.test', address: 'n@mail.test' },
    });
    await open().send(sent);
    const { headers } = parseMail(receivedBy(sent.to)[0]?.raw ?? '');
    expect(headers.get('from')).toBe(FROM);
    expect(headers.has('bcc')).toBe(false);
    expect(decodeHeader(headers.get('reply-to') ?? '')).toMatch(/<n@mail\.test>$/);
    expect(received.filter(({ to }) => to.some((address) => address.endsWith('evil.test')))).toEqual([]);
  });

  it('logs in with the user and password of the URL', async () => {
    const sent = createMail();
    await open(`smtp://shop:p%40ss%2Fword@127.0.0.1:${port}`).send(sent);
    expect(receivedBy(sent.to)).toHaveLength(1);
  });

  it.each([
    [550, '5.1.1 No such user here'],
    [553, 'Mailbox name not allowed'],
  ])('a recipient that is refused with %i %s is refused permanently', async (responseCode, message) => {
    refusal = { responseCode, message };
    await expect(open().send(createMail())).rejects.toThrow(MailRefused);
  });

  it.each([
    [450, '4.2.1 Mailbox busy'],
    [452, 'Too many recipients'],
    [550, '5.7.1 Relaying denied'],
  ])('a recipient that is refused with %i %s can be retried', async (responseCode, message) => {
    refusal = { responseCode, message };
    const sending = open().send(createMail());
    await expect(sending).rejects.toThrow(message);
    await expect(sending).rejects.not.toBeInstanceOf(MailRefused);
  });

  it.each([450, 550])('the error of a recipient that is refused with %i contains no address', async (responseCode) => {
    const mail = createMail();
    refusal = { responseCode, message: `5.1.1 <${mail.to}>: Recipient address ${mail.to} rejected` };
    const error = await open()
      .send(mail)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    // Logs and the job queue store every property of an error.
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(mail.to);
    expect((error as Error).message).toContain('Recipient address (address) rejected');
  });

  it('a wrong password is not a permanent refusal', async () => {
    const sending = open(`smtp://shop:wrong@127.0.0.1:${port}`).send(createMail());
    await expect(sending).rejects.toThrow(/Invalid login|Unknown user/);
    await expect(sending).rejects.not.toBeInstanceOf(MailRefused);
  });

  it('an unavailable or silent server is not a permanent refusal', async () => {
    await expect(open('smtp://127.0.0.1:1').send(createMail())).rejects.toThrow('ECONNREFUSED');
    const silent: Server = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const silentPort = typeof address === 'object' && address ? address.port : 0;
    const sending = new SmtpMail(`smtp://127.0.0.1:${silentPort}`, FROM, { greetingTimeout: 50 }).send(createMail());
    await expect(sending).rejects.toThrow(/Greeting/);
    silent.close();
  });
});
