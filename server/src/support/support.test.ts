import { sendToSupport } from '@sokuwa/contract/support/support.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../platform/database.ts';
import { openJobs } from '../platform/jobs.ts';
import { MailRefused, type OutgoingMail } from '../ports/mail/mail.port.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';
import { supportWorkers } from './support.service.ts';

let shop: TestShop;
let dead: FastifyInstance;
beforeAll(async () => {
  [shop, dead] = [await openTestShop(), await openShopWithoutDatabase()];
});
afterAll(async () => {
  await dead.close();
  await shop.close();
});
afterEach(() => sql`truncate support_message`.execute(shop.db));

const CARE = 'care@sokuwa.example';
const form = (parts: Record<string, unknown> = {}) => ({
  full_name: 'Ngozi "N" Eze <boss@evil.test>',
  email: 'ngozi@mail.test',
  subject: 'Where is my yam?',
  content: 'I ordered it on Monday.\n<b>Please</b> look.',
  ...parts,
});
const send = (payload: object | string, app = shop.app, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/backend/contact-support/send/', payload, headers });
const waiting = async () =>
  (await shop.db.selectFrom('support_message').select('subject').where('delivered_at', 'is', null).execute()).length;

describe('a message to support', () => {
  it('is kept, and mailed to support once, which answers its sender', {
    tags: ['@SUPPORT-11', '@SUPPORT-26'],
  }, async () => {
    const answers = await Promise.all([send(form()), send(form())]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ message: 'Message sent successfully!' });
    }
    expect(await waiting()).toBe(1);
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await waiting()).toBe(0);
    const [letter, ...others] = await shop.mailbox.read(CARE);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ subject: '[Contact] Where is my yam?', reply_to: 'ngozi@mail.test' });
    expect(letter?.text).toContain('<b>Please</b> look.');
    expect(letter?.text).toContain('Ngozi "N" Eze <boss@evil.test>');
    expect(letter?.html).not.toContain('<b>Please');
  });

  it('that says something else is another one', async () => {
    await send(form({ subject: 'A' }));
    await send(form({ subject: 'B' }));
    expect(await waiting()).toBe(2);
  });

  it.each([
    [{ full_name: ' ' }, { full_name: ['Please fill in your full name'] }],
    [{ email: '' }, { email: ['Please fill in your email address'] }],
    [{ email: 'ngozi' }, { email: ['Enter a valid email address.'] }],
    [
      { email: 'a@b.c\r\nBcc: x@y.z' },
      { email: ['Enter a valid email address.', 'Enter an email address in plain letters.'] },
    ],
    [{ subject: undefined }, { subject: ['Please fill in your subject'] }],
    [{ subject: 'a\r\nBcc: x@y.z' }, { subject: ['Write this without control characters.'] }],
    [{ content: '\n' }, { content: ['Please fill in your message'] }],
    [{ content: 'x'.repeat(5001) }, { content: ['Write 5000 characters at most.'] }],
  ])('%j is refused, with the reason beside its field', { tags: ['@SUPPORT-28'] }, async (parts, errors) => {
    const answer = await send(form(parts));
    expectRefusal(answer, 'invalid_input');
    expect(answer.json().errors).toEqual(errors);
    expect(await waiting()).toBe(0);
  });

  it('is refused in every way that the contract declares', { tags: ['@SUPPORT-28'] }, async () => {
    const strict = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    const refused = {
      invalid_input: await send({}),
      invalid_json: await send('{', shop.app, { 'content-type': 'application/json' }),
      unsupported_media_type: await send('a=1', shop.app, { 'content-type': 'text/plain' }),
      payload_too_large: await send({ x: 'y'.repeat(300_000) }),
      database_unavailable: await send(form(), dead),
      too_many_requests: await (async () => {
        for (let n = 0; n < 10; n++) expect((await send(form({ subject: `${n}` }), strict.app)).statusCode).toBe(200);
        return send(form({ email: 'NGOZI@mail.test' }), strict.app);
      })(),
    };
    for (const code of sendToSupport.refusals) expectRefusal(refused[code], code);
    // Another sender is still heard, until the network has said enough.
    for (let n = 0; n < 19; n++)
      expect((await send(form({ email: `n${n}@mail.test` }), strict.app)).statusCode).toBe(200);
    expectRefusal(await send(form({ email: 'last@mail.test' }), strict.app), 'too_many_requests');
    await strict.close();
  });
});

describe('while mail is down', () => {
  it('messages wait in the database, and all of them are brought once it is back', {
    tags: ['@SUPPORT-27', '@SETTING-16'],
  }, async () => {
    const pool = openPool(shop.connection, 2, () => undefined);
    let trouble: Error | undefined = new Error('connect ECONNREFUSED');
    let tried = 0;
    const taken: OutgoingMail[] = [];
    const mail = {
      send: async (letter: OutgoingMail) => {
        tried++;
        if (trouble) throw trouble;
        taken.push(letter);
      },
      close: async () => undefined,
    };
    const jobs = openJobs({
      pool,
      connection: shop.connection,
      workers: supportWorkers({ db: shop.db, mail, publicUrl: 'http://shop.test' }),
      report: () => undefined,
    });
    for (const subject of ['A', 'B', 'C']) await send(form({ subject }));
    const failures = await jobs.runDue();
    expect(new Set(failures)).toEqual(new Set([trouble]));
    // Each round asks a server that is away once.
    expect(tried).toBe(failures.length);
    expect(await waiting()).toBe(3);

    trouble = undefined;
    await send(form({ subject: 'D' }));
    expect(await jobs.runDue()).toEqual([]);
    expect(taken.map(({ subject }) => subject)).toEqual(['A', 'B', 'C', 'D'].map((one) => `[Contact] ${one}`));
    expect(taken[0]?.replyTo).toEqual({ name: form().full_name, address: form().email });
    expect(await waiting()).toBe(0);
    await jobs.stop();
    await pool.end();
  });

  it('one message that is refused keeps no other waiting', async () => {
    const pool = openPool(shop.connection, 2, () => undefined);
    const taken: string[] = [];
    const refusal = new MailRefused('550 No');
    const mail = {
      send: async ({ subject }: OutgoingMail) => {
        if (subject.endsWith('A')) throw refusal;
        taken.push(subject);
      },
      close: async () => undefined,
    };
    const jobs = openJobs({
      pool,
      connection: shop.connection,
      workers: supportWorkers({ db: shop.db, mail, publicUrl: 'http://shop.test' }),
      report: () => undefined,
    });
    await send(form({ subject: 'A' }));
    await send(form({ subject: 'B' }));
    expect(new Set(await jobs.runDue())).toEqual(new Set([refusal]));
    expect(taken).toEqual(['[Contact] B']);
    expect(await waiting()).toBe(1);
    await jobs.stop();
    await pool.end();
  });
});

describe('what was written to support', () => {
  it('is in the export of the account with the address, goes with it once delivered, and after 90 days', async () => {
    const headers = await signIn(shop.db, await addAccount(shop.db, { email: 'Ngozi@mail.test' }));
    await send(form());
    await send(form({ email: 'other@mail.test' }));
    const data = (await shop.app.inject({ url: '/backend/user-data-export/', headers })).json();
    expect(data.support).toEqual([
      { subject: form().subject, content: form().content, at: expect.stringMatching(/Z$/) },
    ]);
    expect(await shop.jobs.runDue()).toEqual([]);
    await shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers });
    const kept = () => shop.db.selectFrom('support_message').select('email').execute();
    expect(await kept()).toEqual([{ email: 'other@mail.test' }]);
    await sql`update support_message set delivered_at = now() - interval '91 days'`.execute(shop.db);
    await send(form());
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await kept()).toEqual([{ email: 'ngozi@mail.test' }]);
  });
});
