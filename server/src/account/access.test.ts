import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  addMember,
  ageLinks,
  lastLink,
  logIn,
  openVerificationLink,
  post,
  readMailedLinks,
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
const readProfile = (headers: Record<string, string>) => shop.app.inject({ url: '/backend/profile/', headers });
const reset = (link: { uid: string; token: string }, new_password: string) =>
  post(shop, '/password-reset-confirm', { uid: link.uid, token: link.token, new_password });
const newEmail = () => registration().email;
const selectAccount = (email: string) =>
  shop.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

describe('registration', () => {
  it('creates an account that can log in only after its mailed link was followed', {
    tags: ['@ACCOUNT-46', '@ACCOUNT-48'],
  }, async () => {
    const form = registration({ first_name: ' Ngọzi ', last_name: "O'Brien-Ẹ̀ze" });
    const response = await post(shop, '/register/', form);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ message: expect.stringContaining('Registration successful') });
    expectRefusal((await logIn(shop, form)).response, 'email_not_verified');
    const link = await lastLink(shop, form.email);
    expect(link.url).toBe(`http://shop.test/verify-email/${link.uid}/${link.token}`);
    const verified = await openVerificationLink(shop, link);
    expect(verified.json()).toEqual({ message: 'Email verification successful! You can now login.' });
    const { headers } = await logIn(shop, form);
    expect((await readProfile(headers)).json().user).toEqual({
      first_name: 'Ngọzi'.normalize('NFC'),
      last_name: "O'Brien-Ẹ̀ze".normalize('NFC'),
      email: form.email,
    });
    // Besides the link's mail, a welcome mail.
    expect((await shop.mailbox.read(form.email)).length).toBe(1);
    await shop.jobs.runDue();
    expect((await shop.mailbox.read(form.email)).map(({ subject }) => subject)).toContain('Welcome to Sokuwa');
  });

  it('stores only hashes of the password and of the link', async () => {
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
    ['unchanged', (email: string) => email],
    ['in upper case', (email: string) => email.toUpperCase()],
    ['with surrounding spaces', (email: string) => ` ${email} `],
  ])('refuses an email address that has an account, written %s', async (_, write) => {
    const { email } = await addMember(shop);
    const response = await register({ email: write(email) });
    expectRefusal(response, 'email_exists');
    expect(response.json().error).toBe('Email already exists.');
    expect(await readMailedLinks(shop, email)).toHaveLength(1);
  });

  it('refuses an email address that has an unverified account', async () => {
    const form = registration();
    await post(shop, '/register/', form);
    expectRefusal(await post(shop, '/register/', form), 'email_exists');
  });

  it.each([
    ['7 characters', 'abcdefg', 'password_too_short'],
    ['0 characters', '', 'password_too_short'],
    ['7 characters outside the Basic Multilingual Plane', '🍠'.repeat(7), 'password_too_short'],
    ['129 characters', 'x'.repeat(129), 'password_too_long'],
    ['10,000 characters', 'x'.repeat(10_000), 'password_too_long'],
  ] as const)('refuses a password of %s', { tags: ['@ACCOUNT-43', '@ACCOUNT-44'] }, async (_, password, code) => {
    const form = registration({ password });
    const response = await post(shop, '/register/', form);
    expectRefusal(response, code);
    expect(response.json().error).toBe(response.json().detail);
    expect(await readMailedLinks(shop, form.email)).toEqual([]);
  });

  it.each([
    ['8 characters', 'okra&yam'],
    ['128 characters', 'moon and stars, '.repeat(8)],
    ['128 characters outside the Basic Multilingual Plane', '🍠🍚🌽🍌🥜🐟🍲🌶'.repeat(16)],
    ['letters between spaces', '   okra   '],
    ['SQL and markup', "'; drop table account; --<b>"],
    ['a NUL character', 'seven\0eight'],
  ])('accepts a password of %s and logs in with it', { tags: ['@ACCOUNT-43', '@ACCOUNT-44'] }, async (_, password) => {
    const { response } = await logIn(shop, await addMember(shop, { password }));
    expect(response.statusCode).toBe(200);
  });

  it.each([
    ['a common password', 'iloveyou'],
    ['a common password in other letter case', 'PassWord123'],
    ['a repetition', '123123123'],
    ['a sequence', '0987654321'],
    ["the shop's name and a number", 'Sokuwa-2026'],
    ['the email address', 'Ada.Adichie@mail.test'],
    ['the first part of the email address and a number', 'ada.adichie1'],
  ])('refuses %s as a password', { tags: ['@ACCOUNT-151'] }, async (_, password) => {
    const form = registration({ email: 'ada.adichie@mail.test', password });
    const response = await post(shop, '/register/', form);
    expectRefusal(response, 'password_too_common');
    expect(response.json().error).toBe(response.json().detail);
    expect(await readMailedLinks(shop, form.email)).toEqual([]);
  });

  it('names a password that is too short or differs before one that is too common', {
    tags: ['@ACCOUNT-43', '@ACCOUNT-45'],
  }, async () => {
    expectRefusal(await register({ password: 'qwerty' }), 'password_too_short');
    expectRefusal(await register({ password: 'iloveyou', confirm_password: 'iloveyou2' }), 'passwords_differ');
  });

  it('accepts a password in every Unicode normalization form', async () => {
    const { email } = await addMember(shop, { password: 'Ẹ̀kọ́ dára púpọ̀'.normalize('NFD') });
    const { response } = await logIn(shop, { email, password: 'Ẹ̀kọ́ dára púpọ̀'.normalize('NFC') });
    expect(response.statusCode).toBe(200);
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
  ])('refuses %s = %j with an error for that field', { tags: ['@ACCOUNT-42'] }, async (field, value) => {
    const response = await register({
      [field]: value,
      ...(field === 'password' && { confirm_password: 'moon and stars' }),
    });
    expectRefusal(response, 'invalid_input');
    expect(Object.keys(response.json().errors)).toEqual([field]);
    expect(response.json().error).toBeUndefined();
  });

  it.each(['first_name', 'last_name', 'email', 'password', 'confirm_password'])(
    'refuses a body without %s',
    { tags: ['@ACCOUNT-41'] },
    async (field) => {
      const { [field]: _, ...form } = registration() as Record<string, unknown>;
      const response = await post(shop, '/register/', form);
      expectRefusal(response, 'invalid_input');
      expect(Object.keys(response.json().errors)).toEqual([field]);
    },
  );

  it('accepts names of 80 characters, of any script and with markup, and stores them unchanged', async () => {
    for (const name of ['x'.repeat(80), '李', 'عائشة', 'ሰላም', '<b>Ada</b>', "Robert'); drop table account;--"]) {
      const { email } = await addMember(shop, { first_name: name });
      expect((await selectAccount(email)).first_name).toBe(name);
    }
  });

  it('ignores unknown fields', async () => {
    const { email } = await addMember(shop, {
      id: 1,
      password_hash: 'x',
      role: 'admin',
      picture_key: 'people/x',
    });
    expect(await selectAccount(email)).toMatchObject({
      picture_key: null,
      password_hash: expect.stringContaining('argon2id'),
    });
    const form = registration({ verified_at: '2020-01-01', verified: true });
    await post(shop, '/register/', form);
    expect((await selectAccount(form.email)).verified_at).toBeNull();
  });
});

describe('login', () => {
  it('returns the buyer token and the token for replies', {
    tags: ['@ACCOUNT-14', '@SESSION-14'],
  }, async () => {
    const { response, headers } = await logIn(shop, await addMember(shop));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      merchant_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(response.headers['cache-control']).toBe('no-store');
    expect((await readProfile(headers)).statusCode).toBe(200);
    expectRefusal(await readProfile({ authorization: `Token ${response.json().merchant_token}` }), 'token_invalid');
  });

  it('ignores case and surrounding spaces of the email address', async () => {
    const { email, password } = await addMember(shop);
    for (const variant of [email.toUpperCase(), ` ${email} `])
      expect((await logIn(shop, { email: variant, password })).response.statusCode).toBe(200);
  });

  it('refuses a wrong password and an unknown email address with the same response', async () => {
    const { email, password } = await addMember(shop);
    const refusals = [
      await post(shop, '/login/', { email, password: `${password}x` }),
      await post(shop, '/login/', { email, password: password.toUpperCase() }),
      await post(shop, '/login/', { email, password: 'x'.repeat(10_000) }),
      await post(shop, '/login/', { email: newEmail(), password }),
      await post(shop, '/login/', { email: 'not an address', password }),
      await post(shop, '/login/', { email: 'a\0b@mail.test', password }),
      await post(shop, '/login/', { email: '\ud800@mail.test', password }),
      await post(shop, '/login/', { email: "' or 1=1--", password }),
      await post(shop, '/login/', { email: 'x'.repeat(100_000), password }),
    ];
    for (const response of refusals) expectRefusal(response, 'login_failed');
  });

  it('verifies one hash for a known and for an unknown email address', async () => {
    const { email, password } = await addMember(shop);
    const verify = vi.spyOn(Passwords.prototype, 'verify');
    for (const candidate of [email, newEmail(), 'not an address']) {
      await post(shop, '/login/', { email: candidate, password: `${password}x` });
      expect(verify, candidate).toHaveBeenCalledTimes(1);
      verify.mockClear();
    }
    verify.mockRestore();
  });

  it('refuses an account without a password', async () => {
    const email = newEmail();
    await addAccount(shop.db, { email });
    for (const password of ['', ' ', 'null', 'undefined'])
      expect((await post(shop, '/login/', { email, password })).statusCode).not.toBe(200);
    expectRefusal(await post(shop, '/login/', { email, password: 'moon and stars' }), 'login_failed');
  });

  it('returns email_not_verified only when the password is correct', async () => {
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
    const response = await post(shop, '/login/', payload, { 'content-type': 'application/json' });
    expectRefusal(response, 'invalid_input');
    expect(Object.keys(response.json().errors)).toEqual(fields);
  });

  it('rehashes a password that was hashed with weaker parameters', async () => {
    const { email, password } = await addMember(shop);
    const weak = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    await shop.db.updateTable('account').set({ password_hash: weak }).where('email', '=', email).execute();
    expect((await logIn(shop, { email, password })).response.statusCode).toBe(200);
    const { password_hash } = await selectAccount(email);
    expect(password_hash).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect((await logIn(shop, { email, password })).response.statusCode).toBe(200);
    expect((await selectAccount(email)).password_hash).toBe(password_hash);
  });
});

describe('a verification link', () => {
  it('is valid once', { tags: ['@ACCOUNT-57', '@ACCOUNT-61'] }, async () => {
    const form = registration();
    await post(shop, '/register/', form);
    const link = await lastLink(shop, form.email);
    expect((await openVerificationLink(shop, link)).statusCode).toBe(200);
    expectRefusal(await openVerificationLink(shop, link), 'link_used');
  });

  it('is valid for 24 hours', { tags: ['@ACCOUNT-61'] }, async () => {
    const [inTime, tooLate] = [registration(), registration()];
    await post(shop, '/register/', inTime);
    const link = await lastLink(shop, inTime.email);
    await ageLinks(shop, 23.9);
    expect((await openVerificationLink(shop, link)).statusCode).toBe(200);
    await post(shop, '/register/', tooLate);
    const expired = await lastLink(shop, tooLate.email);
    await ageLinks(shop, 24.1);
    expectRefusal(await openVerificationLink(shop, expired), 'link_expired');
    expectRefusal((await logIn(shop, tooLate)).response, 'email_not_verified');
  });

  it('is refused when it was altered, belongs to another account, or has another purpose', {
    tags: ['@ACCOUNT-61'],
  }, async () => {
    const [form, other] = [registration(), registration()];
    await post(shop, '/register/', form);
    await post(shop, '/register/', other);
    const [link, foreign] = [await lastLink(shop, form.email), await lastLink(shop, other.email)];
    await post(shop, '/password-reset', { email: form.email });
    const resetLink = await lastLink(shop, form.email);
    const alterLastCharacter = (text: string) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A');
    for (const invalid of [
      { ...link, uid: foreign.uid },
      { ...link, token: foreign.token },
      { ...link, token: alterLastCharacter(link.token) },
      { ...link, uid: alterLastCharacter(link.uid) },
      { ...link, token: link.token.slice(1) },
      { ...link, token: `${link.token}A` },
      { ...link, uid: `${link.uid}=` },
      { ...link, uid: '1' },
      { ...link, uid: 'A'.repeat(22) },
      { ...link, token: 'A'.repeat(43) },
      { ...link, token: '%00' },
      { ...link, token: "' or true--" },
      { ...link, uid: 'x'.repeat(1500) },
      resetLink,
    ])
      expectRefusal(
        await openVerificationLink(shop, {
          uid: invalid.uid,
          token: invalid.token === '%00' ? '%00' : encodeURIComponent(invalid.token),
        }),
        'link_invalid',
      );
    expect((await openVerificationLink(shop, link)).statusCode).toBe(200);
  });

  it('is refused after its account was deleted', async () => {
    const form = registration();
    await post(shop, '/register/', form);
    const link = await lastLink(shop, form.email);
    await shop.db.deleteFrom('account').where('email', '=', form.email).execute();
    expectRefusal(await openVerificationLink(shop, link), 'link_invalid');
  });
});

describe('the page to return to', () => {
  it('is part of every emailed link', { tags: ['@ACCOUNT-21'] }, async () => {
    const form = registration();
    const next = '/product/list?section=searchQuery&query=a%26b';
    const query = `?${new URLSearchParams({ next })}`;
    await post(shop, `/register/${query}`, form);
    for (const request of [undefined, '/resend-verification-email', '/password-reset']) {
      if (request !== undefined) await post(shop, request + query, { email: form.email });
      const { url, uid, token } = await lastLink(shop, form.email);
      expect(new URL(url).searchParams.get('next'), request).toBe(next);
      expect([uid.length, token.length]).toEqual([22, 43]);
    }
  });

  it('is left out when it leads to another site', { tags: ['@ACCOUNT-22'] }, async () => {
    for (const next of [
      '//elsewhere.example',
      '/\\elsewhere.example',
      'https://elsewhere.example/',
      '/a\nb',
      'order',
    ]) {
      const form = registration();
      const response = await post(shop, `/register/?${new URLSearchParams({ next })}`, form);
      expect(response.statusCode).toBe(200);
      expect((await lastLink(shop, form.email)).url).not.toContain('next');
    }
  });
});

describe('resending the verification link', () => {
  const resend = (email: unknown) => post(shop, '/resend-verification-email', { email });

  it('mails a new link; using one link ends the others', { tags: ['@ACCOUNT-65', '@ACCOUNT-71'] }, async () => {
    const form = registration();
    await post(shop, '/register/', form);
    const first = await lastLink(shop, form.email);
    const response = await resend(form.email.toUpperCase());
    expect(response.statusCode).toBe(200);
    const [second, ...others] = await readMailedLinks(shop, form.email);
    expect(others).toHaveLength(1);
    expect((await openVerificationLink(shop, first)).statusCode).toBe(200);
    expectRefusal(await openVerificationLink(shop, second ?? first), 'link_expired');
  });

  it('is refused for a verified account and for an unknown email address', async () => {
    const { email } = await addMember(shop);
    for (const response of [await resend(email), await resend(newEmail())]) {
      expectRefusal(response, 'not_found_or_active');
      expect(response.json().error).toBe('User not found or already active.');
    }
    expect(await readMailedLinks(shop, email)).toHaveLength(1);
  });

  it.each(['', 'ada', 'ada@mail', 'ada @mail.test', 'a\0@mail.test', 'é@mail.test', null, 7, ['ada@mail.test']])(
    'is refused for the email address %j, and so is a password reset',
    { tags: ['@ACCOUNT-64', '@ACCOUNT-73'] },
    async (email) => {
      for (const path of ['/resend-verification-email', '/password-reset']) {
        const response = await post(shop, path, { email });
        expectRefusal(response, 'invalid_input');
        expect(Object.keys(response.json().errors)[0]).toMatch(/^email/);
        expectRefusal(await post(shop, path, {}), 'invalid_input');
      }
    },
  );
});

describe('a password reset', () => {
  const requestReset = (email: string) => post(shop, '/password-reset', { email });

  it('sets a new password with a mailed link and ends every session', {
    tags: ['@ACCOUNT-74', '@ACCOUNT-87', '@ACCOUNT-92'],
  }, async () => {
    const member = await addMember(shop);
    const [phone, laptop] = [(await logIn(shop, member)).headers, (await logIn(shop, member)).headers];
    const response = await requestReset(member.email);
    expect(response.statusCode).toBe(200);
    const link = await lastLink(shop, member.email);
    expect(link.url).toBe(`http://shop.test/reset-password/?uid=${link.uid}&token=${link.token}`);
    // The request alone changes nothing.
    expect((await readProfile(phone)).statusCode).toBe(200);
    const confirmed = await reset(link, 'a new password');
    expect(confirmed.statusCode).toBe(200);
    for (const headers of [phone, laptop]) expectRefusal(await readProfile(headers), 'token_invalid');
    expectRefusal((await logIn(shop, member)).response, 'login_failed');
    expect((await logIn(shop, { ...member, password: 'a new password' })).response.statusCode).toBe(200);
  });

  it('refuses a common password and leaves the link valid', { tags: ['@ACCOUNT-151'] }, async () => {
    const { email } = await addMember(shop);
    await requestReset(email);
    const link = await lastLink(shop, email);
    for (const password of ['iloveyou', 'Sokuwa12', email])
      expectRefusal(await reset(link, password), 'password_too_common');
    expect((await reset(link, 'a new password')).statusCode).toBe(200);
  });

  it('does not apply to the login: an older account with a common password keeps it', {
    tags: ['@ACCOUNT-151'],
  }, async () => {
    const { email } = await addMember(shop);
    const password_hash = await new Passwords().hash('iloveyou');
    if (typeof password_hash !== 'string') throw new Error('The hash queue is full.');
    await shop.db.updateTable('account').set({ password_hash }).where('email', '=', email).execute();
    expect((await logIn(shop, { email, password: 'iloveyou' })).response.statusCode).toBe(200);
  });

  it('ends the sessions on every node at once, because no node caches them', { tags: ['@SESSION-12'] }, async () => {
    const member = await addMember(shop);
    const { headers } = await logIn(shop, member);
    await requestReset(member.email);
    const link = await lastLink(shop, member.email);
    const other = await openSecondNode(shop);
    const profileOnOtherNode = () => other.inject({ url: '/backend/profile/', headers });
    expect((await profileOnOtherNode()).statusCode).toBe(200);
    await reset(link, 'a new password');
    expectRefusal(await profileOnOtherNode(), 'token_invalid');
    await other.close();
  });

  it('is refused for an email address without an account', async () => {
    const response = await requestReset(newEmail());
    expectRefusal(response, 'email_not_found');
    expect(response.json().error).toBe('Email not found');
  });

  it('accepts any of several links once, for one hour, and then ends the others', {
    tags: ['@ACCOUNT-91'],
  }, async () => {
    const { email } = await addMember(shop);
    await requestReset(email);
    const first = await lastLink(shop, email);
    await requestReset(email);
    const second = await lastLink(shop, email);
    expect((await reset(first, 'a new password')).statusCode).toBe(200);
    expectRefusal(await reset(first, 'another password'), 'link_used');
    expectRefusal(await reset(second, 'another password'), 'link_expired');
    await requestReset(email);
    const third = await lastLink(shop, email);
    await ageLinks(shop, 1.1);
    expectRefusal(await reset(third, 'another password'), 'link_expired');
    expect((await logIn(shop, { email, password: 'a new password' })).response.statusCode).toBe(200);
  });

  it('is refused with a link that was altered, belongs to another account, or has another purpose', async () => {
    const [own, other] = [await addMember(shop), await addMember(shop)];
    await requestReset(own.email);
    await requestReset(other.email);
    const [link, foreign] = [await lastLink(shop, own.email), await lastLink(shop, other.email)];
    const form = registration();
    await post(shop, '/register/', form);
    for (const invalid of [
      { ...link, uid: foreign.uid },
      { ...link, token: foreign.token },
      { ...link, token: '' },
      { ...link, uid: '' },
      { ...link, token: 'x'.repeat(10_000) },
      { ...link, token: '\0' },
      await lastLink(shop, form.email),
    ])
      expectRefusal(await reset(invalid, 'a new password'), 'link_invalid');
    expect((await reset(link, 'a new password')).statusCode).toBe(200);
    expect((await logIn(shop, other)).response.statusCode).toBe(200);
  });

  it.each([
    ['seven77', 'password_too_short'],
    ['x'.repeat(10_000), 'password_too_long'],
  ] as const)(
    'refuses the password %.10s and leaves the link valid',
    { tags: ['@ACCOUNT-86'] },
    async (password, code) => {
      const { email } = await addMember(shop);
      await requestReset(email);
      const link = await lastLink(shop, email);
      expectRefusal(await reset(link, password), code);
      expect((await reset(link, 'moon and stars, '.repeat(8))).statusCode).toBe(200);
    },
  );

  it.each([{}, { uid: 'a' }, { uid: 'a', token: 'b' }, { uid: 1, token: [], new_password: null }])(
    'refuses %j',
    async (payload) => {
      expectRefusal(await post(shop, '/password-reset-confirm', payload), 'invalid_input');
    },
  );

  it('is reported by mail', { tags: ['@ACCOUNT-142'] }, async () => {
    const { email } = await addMember(shop);
    await requestReset(email);
    expect((await reset(await lastLink(shop, email), 'a new password')).statusCode).toBe(200);
    expect(await shop.jobs.runDue()).toEqual([]);
    const [mail] = await shop.mailbox.read(email);
    expect(mail?.subject).toBe('Your Sokuwa password was changed');
    expect(mail?.text).toContain('http://shop.test/forgot-password');
  });

  it('verifies the email address, so the password of a stranger who registered it is no longer valid', {
    tags: ['@ACCOUNT-139'],
  }, async () => {
    const form = registration();
    await post(shop, '/register/', form);
    await requestReset(form.email);
    const link = await lastLink(shop, form.email);
    expect((await reset(link, 'a new password')).statusCode).toBe(200);
    expect((await post(shop, '/login/', { email: form.email, password: 'a new password' })).statusCode).toBe(200);
    expectRefusal(await post(shop, '/login/', form), 'login_failed');
  });
});

it('creates no account when its mail cannot be queued', async () => {
  await sql`alter schema pgboss rename to renamed`.execute(shop.db);
  const form = registration();
  expect((await post(shop, '/register/', form)).statusCode).toBe(500);
  await sql`alter schema renamed rename to pgboss`.execute(shop.db);
  expect((await post(shop, '/register/', form)).statusCode).toBe(200);
});
