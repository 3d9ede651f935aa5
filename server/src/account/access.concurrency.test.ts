import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addMember,
  lastLink,
  logIn,
  mailedLinks,
  openVerificationLink,
  post,
  registration,
} from '../testing/account.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';

let shop: TestShop;
/** Another writer, whose transaction holds up whoever comes after it. */
let other: pg.Client;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  other = new pg.Client(shop.connection);
  await other.connect();
});
afterEach(() => other.end());

/** Lets the calls begin while another one on the account is under way, each up to where it has to wait, then go on. */
const atOnce = async <T>(email: string, calls: (() => Promise<T>)[]): Promise<T[]> => {
  await other.query('begin');
  await other.query('select from account where lower(email) = lower($1) for no key update', [email]);
  const begun = calls.map((call) => call());
  await waitUntilBlocked(shop.db, calls.length);
  await other.query('commit');
  return Promise.all(begun);
};
const reset = (link: { uid: string; token: string }, new_password: string) =>
  post(shop, '/password-reset-confirm', { uid: link.uid, token: link.token, new_password });
const profile = (headers: Record<string, string>) => shop.app.inject({ url: '/backend/profile/', headers });

describe('two who register one address at once', () => {
  it.each([
    ['is committed', 'commit', 'email_exists'],
    ['is taken back', 'rollback', undefined],
  ] as const)('the second is answered when the first %s', { tags: ['@ACCOUNT-104'] }, async (_, end, code) => {
    const form = registration();
    await other.query('begin');
    await other.query("insert into account (email, first_name, last_name) values (upper($1), 'A', 'B')", [form.email]);
    const second = post(shop, '/register/', form);
    await waitUntilBlocked(shop.db, 1);
    await other.query(end);
    if (code) expectRefusal(await second, code);
    else expect((await second).statusCode).toBe(200);
    expect(await mailedLinks(shop, form.email)).toHaveLength(code ? 0 : 1);
  });

  it('through the shop: one wins, one mail goes out', { tags: ['@ACCOUNT-104'] }, async () => {
    const form = registration();
    const answers = await Promise.all(
      [form.email, form.email.toUpperCase(), form.email].map((email) => post(shop, '/register/', { ...form, email })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 400)) expectRefusal(answer, 'email_exists');
    const letters = [await mailedLinks(shop, form.email)];
    expect(letters.flat()).toHaveLength(1);
  });
});

describe('a link that two follow at once', () => {
  it('verifies once', { tags: ['@ACCOUNT-104'] }, async () => {
    const form = registration();
    await post(shop, '/register/', form);
    const link = await lastLink(shop, form.email);
    const answers = await atOnce(form.email, [
      () => openVerificationLink(shop, link),
      () => openVerificationLink(shop, link),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 400)) expectRefusal(answer, 'link_used');
  });

  it('sets one password', { tags: ['@ACCOUNT-104'] }, async () => {
    const { email } = await addMember(shop);
    await post(shop, '/password-reset', { email });
    const link = await lastLink(shop, email);
    const passwords = ['the first password', 'the second password'];
    const answers = await atOnce(
      email,
      passwords.map((password) => () => reset(link, password)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const logins = await Promise.all(passwords.map((password) => logIn(shop, { email, password })));
    expect(logins.map(({ response }) => response.statusCode)).toEqual(
      answers.map(({ statusCode }) => (statusCode === 200 ? 200 : 401)),
    );
  });
});

it('of links asked for at once, the last alone is good', { tags: ['@ACCOUNT-104'] }, async () => {
  const { email } = await addMember(shop);
  const ask = () => post(shop, '/password-reset', { email });
  const answers = await atOnce(email, [ask, ask, ask]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const now = new Date();
  const good = await shop.db
    .selectFrom('mail_link')
    .innerJoin('account', 'account.id', 'mail_link.account_id')
    .where('email', '=', email)
    .where('purpose', '=', 'reset_password')
    .where('mail_link.expires_at', '>', now)
    .select('purpose')
    .execute();
  expect(good).toHaveLength(1);
});

it('a login that checked the old password while it was reset opens nothing', { tags: ['@ACCOUNT-104'] }, async () => {
  const member = await addMember(shop);
  await other.query('begin');
  await other.query("update account set password_hash = 'another' where email = $1", [member.email]);
  // Reads the old hash, finds the password right, and waits to open the session.
  const late = post(shop, '/login/', member);
  await waitUntilBlocked(shop.db, 1);
  await other.query('delete from session using account where account_id = id and email = $1', [member.email]);
  await other.query('commit');
  expectRefusal(await late, 'login_failed');
});

describe('an account that is deleted meanwhile', () => {
  const gone = async (email: string, call: () => ReturnType<typeof post>) => {
    await other.query('begin');
    await other.query('delete from account where email = $1', [email]);
    const late = call();
    await waitUntilBlocked(shop.db, 1);
    await other.query('commit');
    return late;
  };

  it('is not logged in to', async () => {
    const member = await addMember(shop);
    expectRefusal(await gone(member.email, () => post(shop, '/login/', member)), 'login_failed');
  });

  it('is not reset', async () => {
    const { email } = await addMember(shop);
    await post(shop, '/password-reset', { email });
    const link = await lastLink(shop, email);
    expectRefusal(await gone(email, () => reset(link, 'a new password')), 'link_invalid');
    const again = await addMember(shop);
    expectRefusal(
      await gone(again.email, () => post(shop, '/password-reset', { email: again.email })),
      'email_not_found',
    );
  });

  it('is not edited', async () => {
    const member = await addMember(shop);
    const { headers } = await logIn(shop, member);
    const edit = () =>
      shop.app.inject({ method: 'PUT', url: '/backend/user-profile-update', headers, payload: { gender: 'F' } });
    expectRefusal(await gone(member.email, edit), 'token_invalid');
  });

  it('is deleted once, whoever asks twice', async () => {
    const email = registration().email;
    await addAccount(shop.db, { email });
    const member = await addMember(shop);
    const { headers } = await logIn(shop, member);
    const remove = () => shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers });
    const answers = await atOnce(member.email, [remove, remove]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expectRefusal(await remove(), 'token_invalid');
    expectRefusal(await profile(headers), 'token_invalid');
  });
});
