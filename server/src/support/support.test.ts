import { sendToSupport } from '@sokuwa/contract/support/support.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../platform/database.ts';
import { enqueue, jobKind, openJobs } from '../platform/jobs.ts';
import { MailRefused, type OutgoingMail } from '../ports/mail/mail.port.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';
import { supportWorkers } from './support.service.ts';

let shop: TestShop;
let appWithoutDatabase: FastifyInstance;
beforeAll(async () => {
  [shop, appWithoutDatabase] = [await openTestShop(), await openShopWithoutDatabase()];
});
afterAll(async () => {
  await appWithoutDatabase.close();
  await shop.close();
});
afterEach(() => sql`truncate support_message`.execute(shop.db));

const SUPPORT_ADDRESS = 'care@sokuwa.example';
const createForm = (parts: Record<string, unknown> = {}) => ({
  full_name: 'Ngozi "N" Eze <boss@evil.test>',
  email: 'ngozi@mail.test',
  subject: 'Where is my yam?',
  content: 'I ordered it on Monday.\n<b>Please</b> look.',
  ...parts,
});
const send = (payload: object | string, app = shop.app, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/backend/contact-support/send/', payload, headers });
const countUndelivered = async () =>
  (await shop.db.selectFrom('support_message').select('subject').where('delivered_at', 'is', null).execute()).length;

describe('a message to support', () => {
  it('is stored, and mailed to support once with the sender as Reply-To', {
    tags: ['@SUPPORT-11', '@SUPPORT-26'],
  }, async () => {
    const responses = await Promise.all([send(createForm()), send(createForm())]);
    for (const response of responses) {
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({ message: 'Message sent successfully!' });
    }
    expect(await countUndelivered()).toBe(1);
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await countUndelivered()).toBe(0);
    const [mail, ...others] = await shop.mailbox.read(SUPPORT_ADDRESS);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: '[Contact] Where is my yam?', reply_to: 'ngozi@mail.test' });
    expect(mail?.text).toContain('<b>Please</b> look.');
    expect(mail?.text).toContain('Ngozi "N" Eze <boss@evil.test>');
    expect(mail?.html).not.toContain('<b>Please');
  });

  it('with another subject is stored separately', async () => {
    await send(createForm({ subject: 'A' }));
    await send(createForm({ subject: 'B' }));
    expect(await countUndelivered()).toBe(2);
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
  ])('with %j is refused with the reason for its field', { tags: ['@SUPPORT-28'] }, async (parts, errors) => {
    const response = await send(createForm(parts));
    expectRefusal(response, 'invalid_input');
    expect(response.json().errors).toEqual(errors);
    expect(await countUndelivered()).toBe(0);
  });

  it('is refused with every refusal of the contract', { tags: ['@SUPPORT-28'] }, async () => {
    const strictShop = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    const responses = {
      invalid_input: await send({}),
      invalid_json: await send('{', shop.app, { 'content-type': 'application/json' }),
      unsupported_media_type: await send('a=1', shop.app, { 'content-type': 'text/plain' }),
      payload_too_large: await send({ x: 'y'.repeat(300_000) }),
      database_unavailable: await send(createForm(), appWithoutDatabase),
      too_many_requests: await (async () => {
        for (let n = 0; n < 10; n++)
          expect((await send(createForm({ subject: `${n}` }), strictShop.app)).statusCode).toBe(200);
        return send(createForm({ email: 'NGOZI@mail.test' }), strictShop.app);
      })(),
    };
    for (const code of sendToSupport.refusals) expectRefusal(responses[code], code);
    // Other senders are accepted until the limit of the network is reached.
    for (let n = 0; n < 19; n++)
      expect((await send(createForm({ email: `n${n}@mail.test` }), strictShop.app)).statusCode).toBe(200);
    expectRefusal(await send(createForm({ email: 'last@mail.test' }), strictShop.app), 'too_many_requests');
    await strictShop.close();
  });
});

describe('if mail cannot be sent', () => {
  it('messages stay in the database, and all are delivered when the server is available', {
    tags: ['@SUPPORT-27', '@SETTING-16'],
  }, async () => {
    const pool = openPool(shop.connection, 2, () => undefined);
    let failure: Error | undefined = new Error('connect ECONNREFUSED');
    let attempts = 0;
    const delivered: OutgoingMail[] = [];
    const mail = {
      send: async (outgoing: OutgoingMail) => {
        attempts++;
        if (failure) throw failure;
        delivered.push(outgoing);
      },
      close: async () => undefined,
    };
    const jobs = openJobs({
      pool,
      connection: shop.connection,
      workers: supportWorkers({ db: shop.db, mail, publicUrl: 'http://shop.test' }),
      report: () => undefined,
    });
    for (const subject of ['A', 'B', 'C']) await send(createForm({ subject }));
    const failures = await jobs.runDue();
    expect(new Set(failures)).toEqual(new Set([failure]));
    // Each run tries an unavailable server only once.
    expect(attempts).toBe(failures.length);
    expect(await countUndelivered()).toBe(3);

    failure = undefined;
    await send(createForm({ subject: 'D' }));
    expect(await jobs.runDue()).toEqual([]);
    expect(delivered.map(({ subject }) => subject)).toEqual(
      ['A', 'B', 'C', 'D'].map((subject) => `[Contact] ${subject}`),
    );
    expect(delivered[0]?.replyTo).toEqual({ name: createForm().full_name, address: createForm().email });
    expect(await countUndelivered()).toBe(0);
    await jobs.stop();
    await pool.end();
  });

  it('no transaction is open while a mail is sent, and no other node sends the same mail', {
    tags: ['@SUPPORT-26'],
  }, async () => {
    const pool = openPool(shop.connection, 4, () => undefined);
    const sending = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    let attempts = 0;
    const mail = {
      send: async () => {
        attempts++;
        started.resolve();
        await sending.promise;
      },
      close: async () => undefined,
    };
    const openNode = () =>
      openJobs({
        pool,
        connection: shop.connection,
        workers: supportWorkers({ db: shop.db, mail, publicUrl: 'http://shop.test' }),
        report: () => undefined,
      });
    const [first, second] = [openNode(), openNode()];
    await send(createForm());
    const running = first.runDue();
    await started.promise;
    const { rows } = await sql`select query from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(shop.db);
    expect(rows).toEqual([]);
    await enqueue(shop.db, jobKind('deliver_to_support'), {});
    expect(await second.runDue()).toEqual([]);
    expect(attempts).toBe(1);
    sending.resolve();
    expect(await running).toEqual([]);
    expect(await countUndelivered()).toBe(0);
    // Stands for a node that stopped while sending: its claim has ended.
    await sql`update support_message set delivered_at = null, claimed_until = now()`.execute(shop.db);
    await enqueue(shop.db, jobKind('deliver_to_support'), {});
    expect(await second.runDue()).toEqual([]);
    expect(attempts).toBe(2);
    for (const jobs of [first, second]) await jobs.stop();
    await pool.end();
  });

  it('a refused message does not block the others', async () => {
    const pool = openPool(shop.connection, 2, () => undefined);
    const delivered: string[] = [];
    const refusal = new MailRefused('550 No');
    const mail = {
      send: async ({ subject }: OutgoingMail) => {
        if (subject.endsWith('A')) throw refusal;
        delivered.push(subject);
      },
      close: async () => undefined,
    };
    const jobs = openJobs({
      pool,
      connection: shop.connection,
      workers: supportWorkers({ db: shop.db, mail, publicUrl: 'http://shop.test' }),
      report: () => undefined,
    });
    await send(createForm({ subject: 'A' }));
    await send(createForm({ subject: 'B' }));
    expect(new Set(await jobs.runDue())).toEqual(new Set([refusal]));
    expect(delivered).toEqual(['[Contact] B']);
    expect(await countUndelivered()).toBe(1);
    await jobs.stop();
    await pool.end();
  });
});

describe('the messages of a person', () => {
  it('are exported with the account of the address; delivered ones are deleted with it, and after 90 days', async () => {
    const headers = await signIn(shop.db, await addAccount(shop.db, { email: 'Ngozi@mail.test' }));
    await send(createForm());
    await send(createForm({ email: 'other@mail.test' }));
    const data = (await shop.app.inject({ url: '/backend/user-data-export/', headers })).json();
    expect(data.support).toEqual([
      { subject: createForm().subject, content: createForm().content, at: expect.stringMatching(/Z$/) },
    ]);
    expect(await shop.jobs.runDue()).toEqual([]);
    await shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers });
    const selectStored = () => shop.db.selectFrom('support_message').select('email').execute();
    expect(await selectStored()).toEqual([{ email: 'other@mail.test' }]);
    await sql`update support_message set delivered_at = now() - interval '91 days'`.execute(shop.db);
    await send(createForm());
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await selectStored()).toEqual([{ email: 'ngozi@mail.test' }]);
  });
});
