import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MailRefused } from './mail.port.ts';
import { letter, mailSuite } from './mail.suite.ts';
import { SmtpMail } from './smtp.mail.ts';

const FROM = 'Sokuwa <care@shop.test>';
type Arrived = { from: string; to: string[]; raw: string };

/** The parts of a message that a reader of mail needs: headers unfolded, encoded words and bodies decoded. */
const read = (raw: string) => {
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
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      decodeBody(kind.toUpperCase() === 'B' ? 'base64' : 'quoted-printable', word.replaceAll('_', ' ')),
    );
const parse = (raw: string) => {
  const { headers, body } = read(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => read(part.replace(/^\r\n/, '')));
  const part = (type: string): string => {
    const found = parts.find((one) => one.headers.get('content-type')?.startsWith(type));
    return decodeBody(found?.headers.get('content-transfer-encoding'), found?.body.replace(/\r\n$/, '') ?? '');
  };
  return {
    headers,
    id: /<([^@]+)@/.exec(headers.get('message-id') ?? '')?.[1] ?? '',
    subject: decodeWords(headers.get('subject') ?? ''),
    text: part('text/plain'),
    html: part('text/html'),
  };
};

let server: SMTPServer;
let port: number;
const arrived: Arrived[] = [];
/** What the server says to a receiver, where it doesn't take the mail. */
let refusal: { responseCode: number; message: string } | undefined;
beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      username === 'shop' && password === 'p@ss/word' ? done(null, { user: 'shop' }) : done(new Error('Who?')),
    onRcptTo: (_address, _session, done) =>
      refusal ? done(Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode })) : done(),
    onData: (stream, { envelope }, done) => {
      buffer(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        arrived.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: raw.toString() });
        done();
      }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => new Promise<void>((done) => server.close(done)));
beforeEach(() => {
  refusal = undefined;
});

const open = (url = `smtp://127.0.0.1:${port}`) => new SmtpMail(url, FROM);
const arrivedFor = (to: string) => arrived.filter((mail) => mail.to.includes(to));

describe('SMTP', () => {
  mailSuite(() => ({ mail: open(), arrived: async (to) => arrivedFor(to).map(({ raw }) => parse(raw)) }));

  it('names the shop as sender, and answers nobody', async () => {
    const sent = letter();
    await open().send(sent);
    const [mail] = arrivedFor(sent.to);
    expect(mail?.from).toBe('care@shop.test');
    const { headers } = parse(mail?.raw ?? '');
    expect(headers.get('from')).toBe(FROM);
    expect(headers.get('to')).toBe(sent.to);
    expect(headers.get('message-id')).toBe(`<${sent.id}@shop.test>`);
    expect(headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('lets mail programs end what one may end, with one click', async () => {
    const [plain, news] = [letter(), letter({ unsubscribe: 'https://shop.test/stop/a-b_c' })];
    await open().send(plain);
    await open().send(news);
    const headersOf = (to: string) => parse(arrivedFor(to)[0]?.raw ?? '').headers;
    expect(headersOf(plain.to).has('list-unsubscribe')).toBe(false);
    expect(headersOf(news.to).get('list-unsubscribe')).toBe('<https://shop.test/stop/a-b_c>');
    expect(headersOf(news.to).get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  it('has whoever it is told answered, under a name that can name nobody else', async () => {
    const sent = letter({
      replyTo: { name: 'Ngozi "N" <boss@evil.test>,\r\nBcc: x@evil.test', address: 'n@mail.test' },
    });
    await open().send(sent);
    const { headers } = parse(arrivedFor(sent.to)[0]?.raw ?? '');
    expect(headers.get('from')).toBe(FROM);
    expect(headers.has('bcc')).toBe(false);
    expect(decodeWords(headers.get('reply-to') ?? '')).toMatch(/<n@mail\.test>$/);
    expect(arrived.filter(({ to }) => to.some((one) => one.endsWith('evil.test')))).toEqual([]);
  });

  it('signs in with what the address says', async () => {
    const sent = letter();
    await open(`smtp://shop:p%40ss%2Fword@127.0.0.1:${port}`).send(sent);
    expect(arrivedFor(sent.to)).toHaveLength(1);
  });

  it.each([
    [550, '5.1.1 No such user here'],
    [553, 'Mailbox name not allowed'],
  ])('a receiver that is refused by %i is refused for good', async (responseCode, message) => {
    refusal = { responseCode, message };
    await expect(open().send(letter())).rejects.toThrow(MailRefused);
  });

  it.each([
    [450, '4.2.1 Mailbox busy'],
    [452, 'Too many recipients'],
    [550, '5.7.1 Relaying denied'],
  ])('a receiver that is refused by %i %s may be taken later', async (responseCode, message) => {
    refusal = { responseCode, message };
    const sending = open().send(letter());
    await expect(sending).rejects.toThrow(message);
    await expect(sending).rejects.not.toBeInstanceOf(MailRefused);
  });

  it('a wrong password loses nothing: it may be set right', async () => {
    const sending = open(`smtp://shop:wrong@127.0.0.1:${port}`).send(letter());
    await expect(sending).rejects.toThrow(/Invalid login|Who/);
    await expect(sending).rejects.not.toBeInstanceOf(MailRefused);
  });

  it('a server that is away or says nothing is tried again later', async () => {
    await expect(open('smtp://127.0.0.1:1').send(letter())).rejects.toThrow('ECONNREFUSED');
    const silent: Server = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const mute = typeof address === 'object' && address ? address.port : 0;
    const sending = new SmtpMail(`smtp://127.0.0.1:${mute}`, FROM, { greetingTimeout: 50 }).send(letter());
    await expect(sending).rejects.toThrow(/Greeting/);
    silent.close();
  });
});
