import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastLink, logIn, post, registration } from '../testing/account.ts';
import { expectRefusal, type TestResponse } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { Passwords } from './passwords.ts';

/** A stranger registers the address of another person, who then opens the link in another browser. */

let shop: TestShop;
/** A shop with the real limit of ten failed logins per account and network. */
let limitedShop: TestShop;
/** The registration form, and the cookie that the registering browser stored. */
let form: ReturnType<typeof registration>;
let cookie: string;
let link: { uid: string; token: string };
beforeAll(async () => {
  shop = await openTestShop();
  limitedShop = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(async () => {
  await limitedShop.close();
  await shop.close();
});

const register = async (target: TestShop, fields: Record<string, unknown> = {}) => {
  const sent = registration(fields);
  const response = await post(target, '/register/', sent);
  const setCookie = String(response.headers['set-cookie']);
  return { form: sent, setCookie, cookie: setCookie.split(';')[0] ?? '', link: await lastLink(target, sent.email) };
};
beforeEach(async () => {
  ({ form, cookie, link } = await register(shop));
});

const removedCookie = /^registration=; Max-Age=0; Path=\/;/;
/** Sends the same request as the page of the link. */
const pressConfirm = (browserCookie?: string): Promise<TestResponse> =>
  shop.app.inject({
    url: `/backend/verify-email/${link.uid}/${link.token}`,
    headers: { 'x-same-browser': 'required', ...(browserCookie !== undefined && { cookie: browserCookie }) },
  });
const confirmWith = (password: string, target = shop): Promise<TestResponse> =>
  post(target, `/verify-email/${link.uid}/${link.token}`, { password });
const tryStranger = async () => (await logIn(shop, form)).response;

describe('the page of the mailed link', () => {
  it('verifies in the browser that registered', { tags: ['@ACCOUNT-145'] }, async () => {
    const response = await pressConfirm(cookie);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ message: 'Email verification successful! You can now login.' });
    expect(response.headers['set-cookie']).toMatch(removedCookie);
    expect((await tryStranger()).statusCode).toBe(200);
  });

  it('does not verify in another browser, so that a stranger’s password never works', {
    tags: ['@ACCOUNT-145'],
  }, async () => {
    const other = await register(shop);
    for (const foreign of [undefined, other.cookie, 'registration=x', `registration=${'A'.repeat(43)}`]) {
      const refused = await pressConfirm(foreign);
      expectRefusal(refused, 'password_required');
      expect(refused.headers['set-cookie']).toBeUndefined();
      expectRefusal(await tryStranger(), 'email_not_verified');
    }
    // The link is still valid.
    expect((await pressConfirm(cookie)).statusCode).toBe(200);
  });

  it('verifies in another browser with the password', { tags: ['@ACCOUNT-145', '@ACCOUNT-146'] }, async () => {
    expectRefusal(await confirmWith('a wrong guess'), 'password_wrong');
    expectRefusal(await confirmWith('x'.repeat(200)), 'password_wrong');
    expectRefusal(await tryStranger(), 'email_not_verified');
    const response = await confirmWith(form.password);
    expect(response.json()).toEqual({ message: 'Email verification successful! You can now login.' });
    expect(response.headers['set-cookie']).toMatch(removedCookie);
    expect((await tryStranger()).statusCode).toBe(200);
    expectRefusal(await confirmWith(form.password), 'link_used');
  });

  it('verifies everywhere after the owner has set a new password, which replaces the stranger’s', {
    tags: ['@ACCOUNT-139', '@ACCOUNT-145'],
  }, async () => {
    await post(shop, '/password-reset', { email: form.email });
    const { uid, token } = await lastLink(shop, form.email);
    const reset = await post(shop, '/password-reset-confirm', { uid, token, new_password: 'a password of the owner' });
    expect(reset.statusCode).toBe(200);
    expectRefusal(await tryStranger(), 'login_failed');
    expect((await pressConfirm()).statusCode).toBe(200);
    expectRefusal(await tryStranger(), 'login_failed');
    const { response } = await logIn(shop, { email: form.email, password: 'a password of the owner' });
    expect(response.statusCode).toBe(200);
  });

  it('asks for the password of an account that an earlier version registered', { tags: ['@ACCOUNT-145'] }, async () => {
    await shop.db
      .updateTable('account')
      .set({ registration_secret_hash: null })
      .where('email', '=', form.email)
      .execute();
    expectRefusal(await pressConfirm(cookie), 'password_required');
  });
});

it('a link that is requested again in another browser does not make that browser the registering one', {
  tags: ['@ACCOUNT-145'],
}, async () => {
  const resent = await post(shop, '/resend-verification-email', { email: form.email });
  expect(resent.headers['set-cookie']).toBeUndefined();
  link = await lastLink(shop, form.email);
  expectRefusal(await pressConfirm(), 'password_required');
  expect((await pressConfirm(cookie)).statusCode).toBe(200);
});

it('a refused registration sets no cookie', { tags: ['@ACCOUNT-145'] }, async () => {
  const again = await post(shop, '/register/', registration({ email: form.email }));
  expectRefusal(again, 'email_exists');
  expect(again.headers['set-cookie']).toBeUndefined();
});

it('wrong passwords count as failed logins', { tags: ['@ACCOUNT-146'] }, async () => {
  ({ form, link } = await register(limitedShop));
  for (let n = 0; n < 10; n++) expectRefusal(await confirmWith('a wrong guess', limitedShop), 'password_wrong');
  expectRefusal(await confirmWith(form.password, limitedShop), 'too_many_requests');
  expectRefusal((await logIn(limitedShop, form)).response, 'too_many_requests');
});

it('passwords that were not checked because too many others waited do not count as failed logins', async () => {
  ({ form, link } = await register(limitedShop));
  const busy = vi.spyOn(Passwords.prototype, 'verify').mockResolvedValue({ refused: 'too_busy' });
  for (let n = 0; n < 12; n++) expectRefusal(await confirmWith(form.password, limitedShop), 'too_busy');
  busy.mockRestore();
  expect((await confirmWith(form.password, limitedShop)).statusCode).toBe(200);
});

it('the cookie is hidden from scripts, not sent by other sites, and cannot be set by other hosts', async () => {
  const { setCookie } = await register(shop);
  const [pair, ...attributes] = setCookie.split('; ');
  expect(pair).toMatch(/^registration=[\w-]{43}$/);
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']);
  const secure = await openTestShop({ PUBLIC_URL: 'https://shop.test' });
  const response = await post(secure, '/register/', registration());
  expect(String(response.headers['set-cookie'])).toMatch(/^__Host-registration=.*; Secure(;|$)/);
  await secure.close();
});
