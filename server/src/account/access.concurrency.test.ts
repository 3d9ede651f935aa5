import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addMember,
  lastLink,
  logIn,
  openVerificationLink,
  post,
  readMailedLinks,
  registration,
} from '../testing/account.ts';
import { expectRefusal } from '../testing/responses.ts';
import {
  addAccount,
  openTestShop,
  type TestShop,
  waitUntilBlocked,
  waitUntilChangesAndLocksWait,
} from '../testing/shop.ts';

let shop: TestShop;
/** A client of the test, with a transaction that blocks the shop's. */
let blocker: pg.Client;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  blocker = new pg.Client(shop.connection);
  await blocker.connect();
});
afterEach(() => blocker.end());

const selectIdByEmail = (email: string) =>
  shop.db.selectFrom('account').where('email', '=', email).select('id').executeTakeFirstOrThrow();

/** Starts the calls while the account is locked, and unlocks it when all of them wait for the lock. */
const runConcurrently = async <T>(email: string, calls: (() => Promise<T>)[]): Promise<T[]> => {
  const { id } = await selectIdByEmail(email);
  await blocker.query('begin');
  await blocker.query('select from account where lower(email) = lower($1) for no key update', [email]);
  const responses = calls.map((call) => call());
  await waitUntilChangesAndLocksWait(shop, shop.db, id, calls.length);
  await blocker.query('commit');
  return Promise.all(responses);
};
const reset = (link: { uid: string; token: string }, new_password: string) =>
  post(shop, '/password-reset-confirm', { uid: link.uid, token: link.token, new_password });
const readProfile = (headers: Record<string, string>) => shop.app.inject({ url: '/backend/profile/', headers });

describe('concurrent registrations of one email address', () => {
  it.each([
    ['commits', 'commit', 'email_exists'],
    ['rolls back', 'rollback', undefined],
  ] as const)('the second one completes when the first %s', { tags: ['@ACCOUNT-104'] }, async (_, end, code) => {
    const form = registration();
    await blocker.query('begin');
    await blocker.query("insert into account (email, first_name, last_name) values (upper($1), 'A', 'B')", [
      form.email,
    ]);
    const second = post(shop, '/register/', form);
    await waitUntilBlocked(shop.db, 1);
    await blocker.query(end);
    if (code) expectRefusal(await second, code);
    else expect((await second).statusCode).toBe(200);
    expect(await readMailedLinks(shop, form.email)).toHaveLength(code ? 0 : 1);
  });

  it('create one account and send one mail', { tags: ['@ACCOUNT-104'] }, async () => {
    const form = registration();
    const responses = await Promise.all(
      [form.email, form.email.toUpperCase(), form.email].map((email) => post(shop, '/register/', { ...form, email })),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400]);
    for (const response of responses.filter(({ statusCode }) => statusCode === 400))
      expectRefusal(response, 'email_exists');
    expect(await readMailedLinks(shop, form.email)).toHaveLength(1);
  });
});

describe('concurrent uses of one link', () => {
  it('verify the email address once', { tags: ['@ACCOUNT-104'] }, async () => {
    const form = registration();
    await post(shop, '/register/', form);
    const link = await lastLink(shop, form.email);
    const responses = await runConcurrently(form.email, [
      () => openVerificationLink(shop, link),
      () => openVerificationLink(shop, link),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    for (const response of responses.filter(({ statusCode }) => statusCode === 400))
      expectRefusal(response, 'link_used');
  });

  it('set one password', { tags: ['@ACCOUNT-104'] }, async () => {
    const { email } = await addMember(shop);
    await post(shop, '/password-reset', { email });
    const link = await lastLink(shop, email);
    const passwords = ['the first password', 'the second password'];
    const responses = await runConcurrently(
      email,
      passwords.map((password) => () => reset(link, password)),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const logins = await Promise.all(passwords.map((password) => logIn(shop, { email, password })));
    expect(logins.map(({ response }) => response.statusCode)).toEqual(
      responses.map(({ statusCode }) => (statusCode === 200 ? 200 : 401)),
    );
  });
});

it('concurrently requested links are all valid', { tags: ['@ACCOUNT-91'] }, async () => {
  const { email } = await addMember(shop);
  const requestReset = () => post(shop, '/password-reset', { email });
  const responses = await runConcurrently(email, [requestReset, requestReset, requestReset]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const now = new Date();
  const validLinks = await shop.db
    .selectFrom('mail_link')
    .innerJoin('account', 'account.id', 'mail_link.account_id')
    .where('email', '=', email)
    .where('purpose', '=', 'reset_password')
    .where('mail_link.expires_at', '>', now)
    .select('purpose')
    .execute();
  expect(validLinks).toHaveLength(3);
});

it('a login with the old password opens no session when the password is reset during the login', {
  tags: ['@ACCOUNT-104'],
}, async () => {
  const member = await addMember(shop);
  await blocker.query('begin');
  await blocker.query("update account set password_hash = 'another' where email = $1", [member.email]);
  // The login verifies the old hash and then waits for the account's lock.
  const login = post(shop, '/login/', member);
  await waitUntilBlocked(shop.db, 1);
  await blocker.query('delete from session using account where account_id = id and email = $1', [member.email]);
  await blocker.query('commit');
  expectRefusal(await login, 'login_failed');
});

describe('an account that is deleted during a call', () => {
  const callDuringDeletion = async (email: string, call: () => ReturnType<typeof post>) => {
    await blocker.query('begin');
    await blocker.query('delete from account where email = $1', [email]);
    const { id } = await selectIdByEmail(email);
    const response = call();
    await waitUntilChangesAndLocksWait(shop, shop.db, id, 1);
    await blocker.query('commit');
    return response;
  };

  it('is refused by a login', async () => {
    const member = await addMember(shop);
    expectRefusal(await callDuringDeletion(member.email, () => post(shop, '/login/', member)), 'login_failed');
  });

  it('is refused by a password reset', async () => {
    const { email } = await addMember(shop);
    await post(shop, '/password-reset', { email });
    const link = await lastLink(shop, email);
    expectRefusal(await callDuringDeletion(email, () => reset(link, 'a new password')), 'link_invalid');
    const secondMember = await addMember(shop);
    expectRefusal(
      await callDuringDeletion(secondMember.email, () => post(shop, '/password-reset', { email: secondMember.email })),
      'email_not_found',
    );
  });

  it('is refused by a profile edit', async () => {
    const member = await addMember(shop);
    const { headers } = await logIn(shop, member);
    const edit = () =>
      shop.app.inject({ method: 'PUT', url: '/backend/user-profile-update', headers, payload: { gender: 'F' } });
    expectRefusal(await callDuringDeletion(member.email, edit), 'token_invalid');
  });
});

it('two concurrent requests delete an account once', async () => {
  const email = registration().email;
  await addAccount(shop.db, { email });
  const member = await addMember(shop);
  const { headers } = await logIn(shop, member);
  const remove = () => shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers });
  const responses = await runConcurrently(member.email, [remove, remove]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expectRefusal(await remove(), 'token_invalid');
  expectRefusal(await readProfile(headers), 'token_invalid');
});
