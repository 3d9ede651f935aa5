import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  addMember,
  ageLinks,
  lastLink,
  logIn,
  mailedLinks,
  openVerificationLink,
  post,
  registration,
} from '../testing/account.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openSecondNode } from '../testing/second-node.ts';
import { addAccount, openTestShop, type TestShop } from '../testing/shop.ts';
import { Passwords } from './passwords.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const register = (fields: Record<string, unknown> = {}) => post(shop, '/register/', registration(fields));
const profile = (headers: Record<string, string>) => shop.app.inject({ url: '/backend/profile/', headers });
const reset = (link: { uid: string; token: string }, new_password: string) =>
  post(shop, '/password-reset-confirm', { uid: link.uid, token: link.token, new_password });
const address = () => registration().email;
const rowOf = (email: string) =>
  shop.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

describe('registration', () => {
  it('makes an account that opens nothing until the mailed link is followed', {
    tags: ['@ACCOUNT-46', '@ACCOUNT-48'],
  }, async () => {
    const form = registration({ first_name: ' Ngọzi ', last_name: "O'Brien-Ẹ̀ze" });
    const answer = await post(shop, '/register/', form);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ message: expect.stringContaining('Registration successful') });
    expectRefusal((await logIn(shop, form)).response, 'email_not_verified');
    const link = await lastLink(shop, form.email);
    expect(link.url).toBe(`http://shop.test/verify-email/${link.uid}/${link.token}`);
    const verified = await openVerificationLink(shop, link);
    expect(verified.json()).toEqual({ message: 'Email verification successful! You can now login.' });
    const { headers } = await logIn(shop, form);
    expect((await profile(headers)).json().user).toEqual({
      first_name: 'Ngọzi'.normalize('NFC'),
      last_name: "O'Brien-Ẹ̀ze".normalize('NFC'),
      email: form.email,
    });
    // The link's mail, and a welcome.
    expect((await shop.mailbox.read(form.email)).length).toBe(1);
    await shop.jobs.runDue();
    expect((await shop.mailbox.read(form.email)).map(({ subject }) => subject)).toContain('Welcome to Sokuwa');
  });

  it('keeps neither the password nor the link, but their hashes', async () => {
    const form = registration();
    await post(shop, '/register/', form);
    const { token } = await lastLink(shop, form.email);
    const { rows } = await sql<{ row: string }>`
      select a::text || l::text as row from account a join mail_link l on l.account_id = a.id
      where a.email = ${form.email}`.execute(shop.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(rows[0]?.row).not.toContain(form.password);
    expect(rows[0]?.row).not.toContain(token);
  });

  it.each([
    ['as it is', (email: string) => email],
    ['in capitals', (email: string) => email.toUpperCase()],
    ['with blanks around it', (email: string) => ` ${email} `],
  ])('refuses an address that has an account, written %s', async (_, write) => {
    const { email } = await addMember(shop);
    const answer = await register({ email: write(email) });
    expectRefusal(answer, 'email_exists');
    expect(answer.json().error).toBe('Email already exists.');
    expect(await mailedLinks(shop, email)).toHaveLength(1);
  });

  it('refuses it for one that is not verified yet, too', async () => {
    const form = registration();
    await post(shop, '/register/', form);
    expectRefusal(await post(shop, '/register/', form), 'email_exists');
  });

  it.each([
    ['7 characters', 'abcdefg', 'password_too_short'],
    ['none', '', 'password_too_short'],
    ['7 characters of two halves each', '🍠'.repeat(7), 'password_too_short'],
    ['129 characters', 'x'.repeat(129), 'password_too_long'],
    ['10,000 characters', 'x'.repeat(10_000), 'password_too_long'],
  ] as const)('refuses a password of %s', { tags: ['@ACCOUNT-43', '@ACCOUNT-44'] }, async (_, password, code) => {
    const form = registration({ password });
    const answer = await post(shop, '/register/', form);
    expectRefusal(answer, code);
    expect(answer.json().error).toBe(answer.json().detail);
    expect(await mailedLinks(shop, form.email)).toEqual([]);
  });

  it.each([
    ['8 characters', 'abcdefgh'],
    ['128 characters', 'x'.repeat(128)],
    ['128 characters of two halves each', '🍠'.repeat(128)],
    ['blanks', '          '],
    ['what could be SQL or markup', "'; drop table account; --<b>"],
    ['a NUL', 'seven\0eight'],
  ])('takes a password of %s, and logs in by it', { tags: ['@ACCOUNT-43', '@ACCOUNT-44'] }, async (_, password) => {
    const { response: answer } = await logIn(shop, await addMember(shop, { password }));
    expect(answer.statusCode).toBe(200);
  });

  it('knows a password however its letters are composed', async () => {
    const { email } = await addMember(shop, { password: 'Ẹ̀kọ́ dára púpọ̀'.normalize('NFD') });
    const { response: answer } = await logIn(shop, { email, password: 'Ẹ̀kọ́ dára púpọ̀'.normalize('NFC') });
    expect(answer.statusCode).toBe(200);
  });

  it('refuses two passwords that differ', { tags: ['@ACCOUNT-45'] }, async () => {
    expectRefusal(
      await register({ password: 'moon and stars', confirm_password: 'moon and star' }),
      'passwords_differ',
    );
  });

  it.each([
    ['first_name', ''],
    ['first_name', '   '],
    ['first_name', 'x'.repeat(81)],
    ['first_name', 'Ada\0'],
    ['first_name', 'Ada\nObi'],
    ['first_name', 'Ada\u202eibO'],
    ['first_name', 'Ada\ud800'],
    ['first_name', 7],
    ['first_name', null],
    ['first_name', ['Ada']],
    ['last_name', ''],
    ['last_name', { a: 1 }],
    ['email', ''],
    ['email', 'ada'],
    ['email', 'ada@mail'],
    ['email', '@mail.test'],
    ['email', 'ada@@mail.test'],
    ['email', 'ada obi@mail.test'],
    ['email', 'ada@mail..test'],
    ['email', 'ada@mail.test\nbcc: all@mail.test'],
    ['email', 'аda@mail.test'],
    ['email', 'ada@mаil.test'],
    ['email', 'ada\0@mail.test'],
    ['email', `${'x'.repeat(250)}@mail.test`],
    ['email', 7],
    ['password', 12345678],
    ['confirm_password', null],
  ])('refuses %s = %j, and says so under its name', { tags: ['@ACCOUNT-42'] }, async (field, value) => {
    const answer = await register({
      [field]: value,
      ...(field === 'password' && { confirm_password: 'moon and stars' }),
    });
    expectRefusal(answer, 'invalid_input');
    expect(Object.keys(answer.json().errors)).toEqual([field]);
    expect(answer.json().error).toBeUndefined();
  });

  it.each(['first_name', 'last_name', 'email', 'password', 'confirm_password'])(
    'refuses a form without %s',
    { tags: ['@ACCOUNT-41'] },
    async (field) => {
      const { [field]: _, ...form } = registration() as Record<string, unknown>;
      const answer = await post(shop, '/register/', form);
      expectRefusal(answer, 'invalid_input');
      expect(Object.keys(answer.json().errors)).toEqual([field]);
    },
  );

  it('takes names of 80 characters and of every script, as text', async () => {
    for (const name of ['x'.repeat(80), '李', 'عائشة', 'ሰላም', '<b>Ada</b>', "Robert'); drop table account;--"]) {
      const { email } = await addMember(shop, { first_name: name });
      expect((await rowOf(email)).first_name).toBe(name);
    }
  });

  it('takes no notice of fields that are none of the form', async () => {
    const { email } = await addMember(shop, { id: 1, password_hash: 'x', role: 'admin', picture_key: 'people/x' });
    expect(await rowOf(email)).toMatchObject({ picture_key: null, password_hash: expect.stringContaining('argon2id') });
    const form = registration({ verified_at: '2020-01-01', verified: true });
    await post(shop, '/register/', form);
    expect((await rowOf(form.email)).verified_at).toBeNull();
  });
});

describe('the login', () => {
  it('answers two tokens, that of the buyer and that for replies', {
    tags: ['@ACCOUNT-14', '@SESSION-14'],
  }, async () => {
    const { response: answer, headers } = await logIn(shop, await addMember(shop));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      merchant_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await profile(headers)).statusCode).toBe(200);
    expectRefusal(await profile({ authorization: `Token ${answer.json().merchant_token}` }), 'token_invalid');
  });

  it('takes the address however it is written', async () => {
    const { email, password } = await addMember(shop);
    for (const written of [email.toUpperCase(), ` ${email} `])
      expect((await logIn(shop, { email: written, password })).response.statusCode).toBe(200);
  });

  it('refuses a wrong password and an unknown address alike', async () => {
    const { email, password } = await addMember(shop);
    const refusals = [
      await post(shop, '/login/', { email, password: `${password}x` }),
      await post(shop, '/login/', { email, password: password.toUpperCase() }),
      await post(shop, '/login/', { email, password: 'x'.repeat(10_000) }),
      await post(shop, '/login/', { email: address(), password }),
      await post(shop, '/login/', { email: 'not an address', password }),
      await post(shop, '/login/', { email: 'a\0b@mail.test', password }),
      await post(shop, '/login/', { email: '\ud800@mail.test', password }),
      await post(shop, '/login/', { email: "' or 1=1--", password }),
      await post(shop, '/login/', { email: 'x'.repeat(100_000), password }),
    ];
    for (const answer of refusals) expectRefusal(answer, 'login_failed');
  });

  it('does the same work for an unknown address as for a known one', async () => {
    const { email, password } = await addMember(shop);
    const verify = vi.spyOn(Passwords.prototype, 'verify');
    for (const asked of [email, address(), 'not an address']) {
      await post(shop, '/login/', { email: asked, password: `${password}x` });
      expect(verify, asked).toHaveBeenCalledTimes(1);
      verify.mockClear();
    }
    verify.mockRestore();
  });

  it('lets nobody in without a password of their own', async () => {
    const email = address();
    await addAccount(shop.db, { email });
    for (const password of ['', ' ', 'null', 'undefined'])
      expect((await post(shop, '/login/', { email, password })).statusCode).not.toBe(200);
    expectRefusal(await post(shop, '/login/', { email, password: 'moon and stars' }), 'login_failed');
  });

  it('says that an address is not verified only to whoever knows the password', async () => {
    const form = registration();
    await post(shop, '/register/', form);
    expectRefusal(await post(shop, '/login/', { email: form.email, password: 'wrong password' }), 'login_failed');
    expectRefusal(await post(shop, '/login/', form), 'email_not_verified');
  });

  it.each([
    [{ email: 'ada@mail.test' }, ['password']],
    [{ password: 'moon and stars' }, ['email']],
    [{ email: '', password: '' }, ['email', 'password']],
    [{ email: ['ada@mail.test'], password: { $ne: '' } }, ['email', 'password']],
    [{ email: null, password: 12345678 }, ['email', 'password']],
    [[], ['body']],
    ['"text"', ['body']],
  ])('refuses %j', async (payload, fields) => {
    const answer = await post(shop, '/login/', payload, { 'content-type': 'application/json' });
    expectRefusal(answer, 'invalid_input');
    expect(Object.keys(answer.json().errors)).toEqual(fields);
  });

  it('hashes a password anew that was hashed with weaker parameters', async () => {
    const { email, password } = await addMember(shop);
    const weak = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    await shop.db.updateTable('account').set({ password_hash: weak }).where('email', '=', email).execute();
    expect((await logIn(shop, { email, password })).response.statusCode).toBe(200);
    const { password_hash } = await rowOf(email);
    expect(password_hash).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect((await logIn(shop, { email, password })).response.statusCode).toBe(200);
    expect((await rowOf(email)).password_hash).toBe(password_hash);
  });
});

describe('a link that verifies', () => {
  it('works once', { tags: ['@ACCOUNT-57', '@ACCOUNT-61'] }, async () => {
    const form = registration();
    await post(shop, '/register/', form);
    const link = await lastLink(shop, form.email);
    expect((await openVerificationLink(shop, link)).statusCode).toBe(200);
    expectRefusal(await openVerificationLink(shop, link), 'link_used');
  });

  it('works for a day', { tags: ['@ACCOUNT-61'] }, async () => {
    const [late, later] = [registration(), registration()];
    await post(shop, '/register/', late);
    const link = await lastLink(shop, late.email);
    await ageLinks(shop, 23.9);
    expect((await openVerificationLink(shop, link)).statusCode).toBe(200);
    await post(shop, '/register/', later);
    const expired = await lastLink(shop, later.email);
    await ageLinks(shop, 24.1);
    expectRefusal(await openVerificationLink(shop, expired), 'link_expired');
    expectRefusal((await logIn(shop, later)).response, 'email_not_verified');
  });

  it('is refused when anything about it was changed, or it is another one', { tags: ['@ACCOUNT-61'] }, async () => {
    const [form, other] = [registration(), registration()];
    await post(shop, '/register/', form);
    await post(shop, '/register/', other);
    const [link, foreign] = [await lastLink(shop, form.email), await lastLink(shop, other.email)];
    await post(shop, '/password-reset', { email: form.email });
    const forReset = await lastLink(shop, form.email);
    const last = (text: string) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A');
    for (const wrong of [
      { ...link, uid: foreign.uid },
      { ...link, token: foreign.token },
      { ...link, token: last(link.token) },
      { ...link, uid: last(link.uid) },
      { ...link, token: link.token.slice(1) },
      { ...link, token: `${link.token}A` },
      { ...link, uid: `${link.uid}=` },
      { ...link, uid: '1' },
      { ...link, uid: 'A'.repeat(22) },
      { ...link, token: 'A'.repeat(43) },
      { ...link, token: '%00' },
      { ...link, token: "' or true--" },
      { ...link, uid: 'x'.repeat(1500) },
      forReset,
    ])
      expectRefusal(
        await openVerificationLink(shop, {
          uid: wrong.uid,
          token: wrong.token === '%00' ? '%00' : encodeURIComponent(wrong.token),
        }),
        'link_invalid',
      );
    expect((await openVerificationLink(shop, link)).statusCode).toBe(200);
  });

  it('goes with its account', async () => {
    const form = registration();
    await post(shop, '/register/', form);
    const link = await lastLink(shop, form.email);
    await shop.db.deleteFrom('account').where('email', '=', form.email).execute();
    expectRefusal(await openVerificationLink(shop, link), 'link_invalid');
  });
});

describe('a verification that is sent again', () => {
  const resend = (email: unknown) => post(shop, '/resend-verification-email', { email });

  it('carries a new link, and ends the one before', { tags: ['@ACCOUNT-65', '@ACCOUNT-71'] }, async () => {
    const form = registration();
    await post(shop, '/register/', form);
    const first = await lastLink(shop, form.email);
    const answer = await resend(form.email.toUpperCase());
    expect(answer.statusCode).toBe(200);
    const [second, ...others] = await mailedLinks(shop, form.email);
    expect(others).toHaveLength(1);
    expectRefusal(await openVerificationLink(shop, first), 'link_expired');
    expect((await openVerificationLink(shop, second ?? first)).statusCode).toBe(200);
  });

  it('is refused for whoever is verified, and for whoever has no account', async () => {
    const { email } = await addMember(shop);
    for (const answer of [await resend(email), await resend(address())]) {
      expectRefusal(answer, 'not_found_or_active');
      expect(answer.json().error).toBe('User not found or already active.');
    }
    expect(await mailedLinks(shop, email)).toHaveLength(1);
  });

  it.each(['', 'ada', 'ada@mail', 'ada @mail.test', 'a\0@mail.test', 'é@mail.test', null, 7, ['ada@mail.test']])(
    'is refused for %j, as is a reset',
    { tags: ['@ACCOUNT-64', '@ACCOUNT-73'] },
    async (email) => {
      for (const path of ['/resend-verification-email', '/password-reset']) {
        const answer = await post(shop, path, { email });
        expectRefusal(answer, 'invalid_input');
        expect(Object.keys(answer.json().errors)[0]).toMatch(/^email/);
        expectRefusal(await post(shop, path, {}), 'invalid_input');
      }
    },
  );
});

describe('a password reset', () => {
  const ask = (email: string) => post(shop, '/password-reset', { email });

  it('sets a new password by a mailed link, and ends every session', {
    tags: ['@ACCOUNT-74', '@ACCOUNT-87', '@ACCOUNT-92'],
  }, async () => {
    const member = await addMember(shop);
    const [phone, laptop] = [(await logIn(shop, member)).headers, (await logIn(shop, member)).headers];
    const answer = await ask(member.email);
    expect(answer.statusCode).toBe(200);
    const link = await lastLink(shop, member.email);
    expect(link.url).toBe(`http://shop.test/reset-password/?uid=${link.uid}&token=${link.token}`);
    // Asked for, nothing has changed.
    expect((await profile(phone)).statusCode).toBe(200);
    const done = await reset(link, 'a new password');
    expect(done.statusCode).toBe(200);
    for (const headers of [phone, laptop]) expectRefusal(await profile(headers), 'token_invalid');
    expectRefusal((await logIn(shop, member)).response, 'login_failed');
    expect((await logIn(shop, { ...member, password: 'a new password' })).response.statusCode).toBe(200);
  });

  it('ends sessions on every node at once: nothing about them is kept', { tags: ['@SESSION-12'] }, async () => {
    const member = await addMember(shop);
    const { headers } = await logIn(shop, member);
    await ask(member.email);
    const link = await lastLink(shop, member.email);
    const other = await openSecondNode(shop);
    const there = () => other.inject({ url: '/backend/profile/', headers });
    expect((await there()).statusCode).toBe(200);
    await reset(link, 'a new password');
    expectRefusal(await there(), 'token_invalid');
    await other.close();
  });

  it('refuses an address without an account', async () => {
    const answer = await ask(address());
    expectRefusal(answer, 'email_not_found');
    expect(answer.json().error).toBe('Email not found');
  });

  it('works once, for an hour, and the last link alone', { tags: ['@ACCOUNT-91'] }, async () => {
    const { email } = await addMember(shop);
    await ask(email);
    const first = await lastLink(shop, email);
    await ask(email);
    const second = await lastLink(shop, email);
    expectRefusal(await reset(first, 'a new password'), 'link_expired');
    expect((await reset(second, 'a new password')).statusCode).toBe(200);
    expectRefusal(await reset(second, 'another password'), 'link_used');
    await ask(email);
    const third = await lastLink(shop, email);
    await ageLinks(shop, 1.1);
    expectRefusal(await reset(third, 'another password'), 'link_expired');
    expect((await logIn(shop, { email, password: 'a new password' })).response.statusCode).toBe(200);
  });

  it('is refused by a link that is altered, foreign or for something else', async () => {
    const [mine, other] = [await addMember(shop), await addMember(shop)];
    await ask(mine.email);
    await ask(other.email);
    const [link, foreign] = [await lastLink(shop, mine.email), await lastLink(shop, other.email)];
    const form = registration();
    await post(shop, '/register/', form);
    for (const wrong of [
      { ...link, uid: foreign.uid },
      { ...link, token: foreign.token },
      { ...link, token: '' },
      { ...link, uid: '' },
      { ...link, token: 'x'.repeat(10_000) },
      { ...link, token: '\0' },
      await lastLink(shop, form.email),
    ])
      expectRefusal(await reset(wrong, 'a new password'), 'link_invalid');
    expect((await reset(link, 'a new password')).statusCode).toBe(200);
    expect((await logIn(shop, other)).response.statusCode).toBe(200);
  });

  it.each([
    ['seven77', 'password_too_short'],
    ['x'.repeat(10_000), 'password_too_long'],
  ] as const)(
    'refuses the password %.10s, and the link stays good',
    { tags: ['@ACCOUNT-86'] },
    async (password, code) => {
      const { email } = await addMember(shop);
      await ask(email);
      const link = await lastLink(shop, email);
      expectRefusal(await reset(link, password), code);
      expect((await reset(link, 'x'.repeat(128))).statusCode).toBe(200);
    },
  );

  it.each([{}, { uid: 'a' }, { uid: 'a', token: 'b' }, { uid: 1, token: [], new_password: null }])(
    'refuses %j',
    async (payload) => {
      expectRefusal(await post(shop, '/password-reset-confirm', payload), 'invalid_input');
    },
  );

  it('verifies nothing: whoever was not verified still has to be', async () => {
    const form = registration();
    await post(shop, '/register/', form);
    await ask(form.email);
    const link = await lastLink(shop, form.email);
    expect((await reset(link, 'a new password')).statusCode).toBe(200);
    expectRefusal(await post(shop, '/login/', { email: form.email, password: 'a new password' }), 'email_not_verified');
  });
});

it('a mail that cannot be queued leaves no account behind', async () => {
  await sql`alter schema pgboss rename to lost`.execute(shop.db);
  const form = registration();
  expect((await post(shop, '/register/', form)).statusCode).toBe(500);
  await sql`alter schema lost rename to pgboss`.execute(shop.db);
  expect((await post(shop, '/register/', form)).statusCode).toBe(200);
});
