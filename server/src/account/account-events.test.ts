import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ageLinks, lastLink, logIn, openVerificationLink, post, registration } from '../testing/account.ts';
import { Browser } from '../testing/browser.ts';
import { personForm, signInAtProvider } from '../testing/identity.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

const logged: string[] = [];
const logStream = { write: (line: string) => void logged.push(line) };

let shop: TestShop;
let form: ReturnType<typeof registration>;
let account: number;
beforeAll(async () => {
  shop = await openTestShop({ LOG_LEVEL: 'info', RATE_LIMIT_FACTOR: '1' }, undefined, { logStream });
});
afterAll(() => shop.close());
beforeEach(async () => {
  form = registration();
  await post(shop, '/register/', form);
  account = await findAccount(form.email);
  logged.length = 0;
});

const findAccount = async (email: string): Promise<number> =>
  (await shop.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
/** The lines of account events since the last call, without the fields that all lines have. */
const takeEvents = () => {
  const lines: Record<string, unknown>[] = logged.splice(0).map((line) => JSON.parse(line));
  return lines
    .filter(({ msg }) => msg === 'account event')
    .map(({ level, time, pid, hostname, reqId, msg, ...event }) => event);
};
const verify = async () => openVerificationLink(shop, await lastLink(shop, form.email));
const deleteAccount = (headers: Record<string, string>) =>
  shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers });

describe('the log has the account and the outcome of', { tags: ['@ACCOUNT-152'] }, () => {
  it('sign-ins, successful and refused', async () => {
    await logIn(shop, form);
    expect(takeEvents()).toEqual([{ event: 'login', account, outcome: 'email_not_verified' }]);
    await verify();
    takeEvents();
    await logIn(shop, { ...form, password: 'not the password' });
    await logIn(shop, { ...form, email: 'nobody@mail.test' });
    await logIn(shop, form);
    expect(takeEvents()).toEqual([
      { event: 'login', account, outcome: 'login_failed' },
      { event: 'login', outcome: 'login_failed' },
      { event: 'login', account, outcome: 'success' },
    ]);
  });

  it('sign-ins that are refused as too many', async () => {
    for (let n = 0; n < 11; n++) await logIn(shop, { ...form, password: 'not the password' });
    const events = takeEvents();
    expect(events.slice(0, 10)).toEqual(Array(10).fill({ event: 'login', account, outcome: 'login_failed' }));
    expect(events.slice(10)).toEqual([{ event: 'login', outcome: 'too_many_requests' }]);
  });

  it('sign-ins with the identity provider', async () => {
    const email = 'events@mail.test';
    const browser = new Browser(shop.app);
    const callback = await signInAtProvider(browser, personForm({ email }));
    const signIn = () => browser.postJson('/backend/accounts/google/login/callback/', callback);
    await signIn();
    await signIn();
    expect(takeEvents()).toEqual([
      { event: 'identity_login', account: await findAccount(email), outcome: 'success' },
      { event: 'identity_login', outcome: 'identity_expired' },
    ]);
  });

  it('email verifications and the requests for their links', async () => {
    const { uid, token } = await lastLink(shop, form.email);
    await post(shop, '/resend-verification-email', { email: form.email });
    await post(shop, '/resend-verification-email', { email: 'nobody@mail.test' });
    await post(shop, `/verify-email/${uid}/${token}`, { password: 'not the password' });
    await post(shop, `/verify-email/${uid}/${token}`, { password: form.password });
    await openVerificationLink(shop, { uid, token });
    expect(takeEvents()).toEqual([
      { event: 'verification_request', account, outcome: 'success' },
      { event: 'verification_request', outcome: 'not_found_or_active' },
      { event: 'email_verification', account, outcome: 'password_wrong' },
      { event: 'email_verification', account, outcome: 'success' },
      { event: 'email_verification', account, outcome: 'link_used' },
    ]);
  });

  it('password resets and the requests for their links', async () => {
    await post(shop, '/password-reset', { email: form.email });
    await post(shop, '/password-reset', { email: 'nobody@mail.test' });
    const { uid, token } = await lastLink(shop, form.email);
    const reset = (fields: object = {}) =>
      post(shop, '/password-reset-confirm', { uid, token, new_password: 'a new password', ...fields });
    await reset({ new_password: 'short' });
    await reset({ token: 'x'.repeat(43) });
    await ageLinks(shop, 2);
    await reset();
    await ageLinks(shop, -2);
    await reset();
    expect(takeEvents()).toEqual([
      { event: 'password_reset_request', account, outcome: 'success' },
      { event: 'password_reset_request', outcome: 'email_not_found' },
      { event: 'password_reset', outcome: 'password_too_short' },
      { event: 'password_reset', account, outcome: 'link_invalid' },
      { event: 'password_reset', account, outcome: 'link_expired' },
      { event: 'password_reset', account, outcome: 'success' },
    ]);
  });

  it('account deletions', async () => {
    await verify();
    const { headers } = await logIn(shop, form);
    takeEvents();
    await deleteAccount(headers);
    expect(takeEvents()).toEqual([{ event: 'account_deletion', account, outcome: 'success' }]);
  });
});

it('an account event has the id of its request, and no email address, token or password', {
  tags: ['@ACCOUNT-152'],
}, async () => {
  const { uid, token } = await lastLink(shop, form.email);
  await openVerificationLink(shop, { uid, token });
  await logIn(shop, { ...form, password: 'not the password' });
  const { response, headers } = await logIn(shop, form);
  const events = logged.filter((line) => line.includes('account event'));
  expect(events).toHaveLength(3);
  expect(JSON.parse(events[2] ?? '')).toMatchObject({ level: 30, reqId: response.headers['x-request-id'] });
  const secrets = [form.email, form.password, 'not the password', token, headers.authorization.slice('Token '.length)];
  for (const secret of secrets) expect(logged.join('')).not.toContain(secret);
});

it('the line of a refused request has the account of its token, the line of a successful one has not', {
  tags: ['@ACCOUNT-152'],
}, async () => {
  await verify();
  const { headers } = await logIn(shop, form);
  logged.length = 0;
  await shop.app.inject({ url: '/backend/profile/', headers });
  await shop.app.inject({ url: '/backend/order-detail/7F3KQ2M9XW4T', headers });
  const [read, refused] = logged.map((line) => JSON.parse(line));
  expect(read).toMatchObject({ msg: 'request', status: 200 });
  expect(read).not.toHaveProperty('account');
  expect(refused).toMatchObject({ msg: 'request', status: 404, account });
});

it('the line of a call that the limit of requests refuses has the account that it was counted for', {
  tags: ['@ACCOUNT-152'],
}, async () => {
  await verify();
  const { headers } = await logIn(shop, form);
  const readStatus = async () => (await shop.app.inject({ url: '/backend/profile/', headers })).statusCode;
  while ((await readStatus()) === 200) logged.length = 0;
  expect(JSON.parse(logged.at(-1) ?? '{}')).toMatchObject({ msg: 'request', status: 429, account });
});

it('a sign-in that fails unexpectedly is logged as an error', { tags: ['@ACCOUNT-152'] }, async () => {
  await verify();
  takeEvents();
  await sql`alter table session rename to lost_session`.execute(shop.db);
  const { statusCode } = await post(shop, '/login/', form);
  await sql`alter table lost_session rename to session`.execute(shop.db);
  expect(statusCode).toBe(500);
  expect(takeEvents()).toEqual([{ event: 'login', account, outcome: 'error' }]);
});
