import type { Route } from '@playwright/test';
import { cartButton } from './page-objects/cart.ts';
import { button, expectFieldError, field, fillFields, formAlert, heading, link } from './page-objects/forms.ts';
import { accountButton, openDropdown } from './page-objects/layout.ts';
import { expectToast } from './page-objects/overlays.ts';
import { fetchProductsInStock, fetchServerCart } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { abortRequests, holdRequests, mockResponse } from './support/network.ts';
import { createShopper } from './support/shoppers.ts';
import {
  readGuestCart,
  readLocalStorage,
  readStoredTokens,
  writeGuestCart,
  writeStoredToken,
} from './support/storage.ts';

/** Sign-in by password and by the third-party provider. */

const ADA = { Email: 'ada@mail.test', Password: 'palm oil and yam' };
const LOGIN = '/login/';
const WRONG_CREDENTIALS = 'Please check your email and password and try again.';

/** Mocks the login with the token of a new shopper, which the server accepts. */
const mockLogin = async (page: Page) => {
  const { token } = await createShopper();
  const sent = await mockResponse(page, LOGIN, 200, { token, merchant_token: 'for-replies' });
  return { token, sent };
};
const submitLogin = async (page: Page) => {
  await fillFields(page, ADA);
  await button(page, 'Sign In').click();
};
const makeGuestLine = (id: number, quantity: number) => ({
  product_id: id,
  title: `Item ${id}`,
  image: '',
  quantity,
  price: '10',
  weight: 0.5,
});

test('a login sends the credentials but no empty guest cart, stores both tokens, shows a toast and opens the home page', {
  tag: ['@ACCOUNT-14', '@ACCOUNT-15', '@ACCOUNT-19', '@ACCOUNT-20', '@ACCOUNT-23', '@SESSION-14'],
}, async ({ page }) => {
  const { token, sent } = await mockLogin(page);
  let mergeCalls = 0;
  page.on('request', (request) => {
    if (request.url().includes('save-bulk-items')) mergeCalls += 1;
  });
  await openPage(page, '/login');
  await writeGuestCart(page, '{"cart":[],"subtotal":0}');
  await fillFields(page, { ...ADA, Email: ` ${ADA.Email} ` });
  await field(page, 'Password').press('Enter');
  await expect(page).toHaveURL('/');
  await expectToast(page, 'Login successful');
  expect(sent).toEqual([{ email: ADA.Email, password: ADA.Password }]);
  expect(mergeCalls).toBe(0);
  expect([await readLocalStorage(page, 'authToken'), await readLocalStorage(page, 'merchantToken')]).toEqual([
    token,
    'for-replies',
  ]);
  // The header shows the shopper without a reload.
  const menu = await openDropdown(page, accountButton(page));
  await expect(menu.getByText('Hi, Ada')).toBeVisible();
});

test('the login returns to the page with the Account menu that linked to it, or to the page in next, but never to another site', {
  tag: ['@ACCOUNT-20', '@ACCOUNT-22'],
}, async ({ page }) => {
  await mockLogin(page);
  await openPage(page, '/product/list?section=newArrivals&page=1');
  const menu = await openDropdown(page, accountButton(page));
  await menu.getByRole('link', { name: 'Sign In' }).click();
  await expect(heading(page, 'Welcome back')).toBeVisible();
  // The registration page passes the path on.
  await link(page, 'Create an account').click();
  await link(page, 'Log in').click();
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await submitLogin(page);
  await expect(page).toHaveURL('/product/list?section=newArrivals&page=1');

  for (const [next, target] of [
    ['/product/list?section=hotDeals&page=1', '/product/list?section=hotDeals&page=1'],
    // web/src/lib/login-redirect.test.ts has all kinds of addresses.
    ['https://elsewhere.example/', '/'],
  ] as const)
    await test.step(next, async () => {
      await writeStoredToken(page, null);
      await openPage(page, `/login?next=${encodeURIComponent(next)}`);
      await submitLogin(page);
      await expect(page).toHaveURL(target);
    });
});

test('login and registration redirect signed-in shoppers home, also after a login in another tab', {
  tag: ['@SHELL-12', '@ACCOUNT-12', '@ACCOUNT-40'],
}, async ({ page, context }) => {
  await openPage(page, '/login');
  const other = await context.newPage();
  await openPage(other, '/register');
  await writeStoredToken(page, (await createShopper()).token);
  await expect(other).toHaveURL('/');
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
  }
});

test.describe('when a login fails', () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\/login\//] });

  test('required fields and every reason of a refusal show an error; an unverified address links to a form for a new mail', {
    tag: ['@ACCOUNT-13', '@ACCOUNT-24', '@ACCOUNT-25', '@ACCOUNT-100'],
  }, async ({ page }) => {
    await openPage(page, '/login');
    await test.step('required fields', async () => {
      const sent = await mockResponse(page, LOGIN, 200, {});
      await button(page, 'Sign In').click();
      await expect(field(page, 'Email')).toBeFocused();
      await expectFieldError(page, 'Email', 'Enter your email address');
      await expectFieldError(page, 'Password', 'Enter your password');
      await field(page, 'Email').fill('a');
      await expect(field(page, 'Email')).not.toHaveAttribute('aria-invalid');
      await expect(field(page, 'Email')).toBeFocused();
      await button(page, 'Sign In').click();
      await expect(field(page, 'Password')).toBeFocused();
      expect(sent).toEqual([]);
      await page.unroute(`**/backend${LOGIN}`);
    });
    await test.step('wrong credentials', async () => {
      await submitLogin(page);
      await expect(formAlert(page)).toContainText('Authentication failed');
      await expect(formAlert(page)).toContainText(WRONG_CREDENTIALS);
      await expect(field(page, 'Email')).toHaveValue(ADA.Email);
      await expect(field(page, 'Password')).toHaveValue(ADA.Password);
      expect(await readLocalStorage(page, 'authToken')).toBeNull();
      await expectAccessible(page);
    });
    await test.step('no response', async () => {
      await abortRequests(page, LOGIN);
      await submitLogin(page);
      await expect(formAlert(page)).toContainText('Network Error. Please check your connection and try again.');
      await expect(formAlert(page)).toContainText('Authentication failed');
    });
    const reasons: [number, string, string][] = [
      [429, 'too_many_requests', 'Too many requests. Please try again in 4 minutes.'],
      [503, 'database_unavailable', 'The shop is briefly unavailable. Please try again.'],
      [403, 'email_not_verified', 'Please verify your email address first'],
    ];
    for (const [status, code, text] of reasons)
      await test.step(code, async () => {
        // For too_many_requests the page shows the server's text, which says when to try again; for other refusals it
        // has its own.
        const message = code === 'too_many_requests' ? text : 'x';
        await mockResponse(page, LOGIN, status, { code, detail: message, message });
        await submitLogin(page);
        await expect(formAlert(page)).toContainText(text);
      });
    await link(page, 'Send the mail again').click();
    await expect(page).toHaveURL('/confirm-email');
    await expect(field(page, 'Email')).toHaveValue(ADA.Email);
  });
});

test('a browser that stores nothing shows an error', { tag: ['@ACCOUNT-98'] }, async ({ page }) => {
  await mockLogin(page);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openPage(page, '/login');
  await submitLogin(page);
  await expect(formAlert(page)).toContainText('Your browser does not let the shop remember that you are signed in.');
});

test('a click before hydration is handled after it', { tag: ['@ACCOUNT-97'] }, async ({ page }) => {
  const { sent } = await mockLogin(page);
  const release = await holdRequests(page, '**/assets/*.js', (route) => route.continue());
  await page.goto('/login', { waitUntil: 'commit' });
  await submitLogin(page);
  await expect(page).toHaveURL('/login');
  release();
  await expect(page).toHaveURL('/');
  expect(sent).toEqual([{ email: ADA.Email, password: ADA.Password }]);
});

test.describe('an expired token', () => {
  test.use({
    expectedErrors: [/Failed to load resource.*\/backend\/(profile|api\/cart|api\/saved-ids|user\/messages)\//],
  });

  test('is removed, so that the shopper can sign in', { tag: ['@SESSION-13'] }, async ({ page }) => {
    await mockLogin(page);
    await page.goto('/robots.txt');
    await writeStoredToken(page, 'dead');
    await page.evaluate(() => localStorage.setItem('merchantToken', 'dead'));
    // The page redirects, unless the first call is refused before.
    await page.goto('/login');
    await expect.poll(() => readStoredTokens(page)).toEqual([null, null]);
    await openPage(page, '/login');
    await submitLogin(page);
    await expectToast(page, 'Login successful');
  });
});

test.describe('the guest cart', () => {
  test.use({ expectedErrors: [/Failed to load resource.*(save-bulk-items|\/backend\/profile)/] });

  test('is merged into the account by the login, and toasts list what could not be added', {
    tag: ['@ACCOUNT-16', '@ACCOUNT-17', '@ACCOUNT-18'],
  }, async ({ page }) => {
    const { token } = await mockLogin(page);
    await openPage(page, '/login');
    const [yam, oil] = await fetchProductsInStock(page, 2);
    if (!yam || !oil) throw new Error('The demo market has too few products in stock');
    const lines = [makeGuestLine(yam.id, 2), makeGuestLine(oil.id, 999_999), makeGuestLine(2_000_000_000, 1)];
    await writeGuestCart(page, JSON.stringify({ cart: lines, subtotal: 0 }));
    const sent = page.waitForRequest('**/backend/api/cart/save-bulk-items/');
    await submitLogin(page);
    const request = await sent;
    expect(request.headers().authorization).toBe(`Token ${token}`);
    expect(request.postDataJSON()).toEqual({
      cart_items: lines.map(({ product_id, quantity, weight }) => ({ product_id, quantity, weight })),
    });
    await expect(page).toHaveURL('/');
    const accountCart = await fetchServerCart(page, token);
    const pieces = accountCart.find(([id]) => id === oil.id)?.[1] ?? 0;
    expect(accountCart.map(([id]) => id)).toEqual([yam.id, oil.id]);
    await expectToast(page, `Only ${pieces} of 999999 pieces of ${oil.title} could be added to your cart`);
    await expectToast(page, 'Item 2000000000 is not sold any more, so it is not in your cart');
    expect(await readGuestCart(page)).toBeNull();
    await expect(cartButton(page)).toHaveAccessibleName(`Cart, ${pieces + 2} items`);
  });

  test('stays when merging fails, and can be merged on the cart page', {
    tag: ['@ACCOUNT-26', '@ACCOUNT-27'],
  }, async ({ page }) => {
    const { token } = await mockLogin(page);
    await openPage(page, '/login?next=%2Fproduct%2Fshopping%2Fcart');
    const [yam] = await fetchProductsInStock(page, 1);
    if (!yam) throw new Error('The demo market has too few products in stock');
    await writeGuestCart(page, JSON.stringify({ cart: [makeGuestLine(yam.id, 2)], subtotal: 0 }));
    await mockResponse(page, '/api/cart/save-bulk-items/', 500, {});
    await submitLogin(page);
    await expectToast(page, 'Failed to synchronize cart. Please try again.');
    await expectToast(page, 'Login successful');
    await expect(page).toHaveURL('/product/shopping/cart');
    expect((await readGuestCart(page))?.cart).toHaveLength(1);
    await expect(page.getByText('2 Items from before you signed in are not in this cart yet.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/backend/api/cart/save-bulk-items/');
    await button(page, 'Add to this cart').click();
    await expect(page.getByRole('link', { name: yam.title }).first()).toBeVisible();
    await expect(button(page, 'Add to this cart')).toBeHidden();
    expect(await readGuestCart(page)).toBeNull();
    expect(await fetchServerCart(page, token)).toEqual([[yam.id, 2]]);
  });
});

test.describe('the third-party sign-in', () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\/accounts\/google/] });
  const BEGIN = '/accounts/google/login/?next=%2Forder';
  const FINISH = '/accounts/google/login/callback/';
  const RETURN = '/accounts/google/callback?state=s';

  test('shows an error when it cannot start, else opens the URL from the server and passes the page to return to', {
    tag: ['@ACCOUNT-10', '@ACCOUNT-31'],
  }, async ({ page }) => {
    await openPage(page, '/login?next=%2Forder');
    const failures: [name: string, respond: (route: Route) => Promise<void>][] = [
      ['a server error', (route) => route.fulfill({ status: 503, json: {} })],
      ['no response', (route) => route.abort()],
    ];
    for (const [name, respond] of failures)
      await test.step(name, async () => {
        // Both have the same text, so wait until the earlier alert is gone.
        const release = await holdRequests(page, `**/backend${BEGIN}`, respond);
        await button(page, 'Continue with Google').click();
        await expect(formAlert(page)).toBeHidden();
        release();
        await expect(formAlert(page)).toHaveText('Google login failed. Please try again.');
      });
    await mockResponse(page, BEGIN, 200, { authorization_url: `${process.env.SHOP_ORIGIN}/my-interest?at=provider` });
    await button(page, 'Continue with Google').click();
    await expect(page).toHaveURL('/my-interest?at=provider');
  });

  test('signs in and returns to the page', { tag: ['@ACCOUNT-29', '@ACCOUNT-30'] }, async ({ page }) => {
    const sent = await mockResponse(page, FINISH, 200, {
      token: (await createShopper()).token,
      merchant_token: 'm',
      next: '/product/list?section=hotDeals&page=1',
    });
    await page.goto(`${RETURN}&code=c&scope=openid&authuser=0`);
    await expect(page).toHaveURL('/product/list?section=hotDeals&page=1');
    await expectToast(page, 'Google login successful');
    expect(sent).toEqual([{ code: 'c', state: 's' }]);
    expect(await readLocalStorage(page, 'merchantToken')).toBe('m');
  });

  test('shows an error with links when it is refused or fails, and sends nothing when its page is opened without a sign-in', {
    tag: ['@ACCOUNT-31'],
  }, async ({ page }) => {
    const sent = await mockResponse(page, FINISH, 400, { code: 'identity_expired', detail: 'x', message: 'x' });
    await page.goto('/accounts/google/callback');
    await expect(formAlert(page)).toHaveText('Failed to authenticate with Google. Please try again');
    expect(sent).toEqual([]);
    await mockResponse(page, FINISH, 400, { code: 'identity_denied', detail: 'x', message: 'x' });
    await page.goto(`${RETURN}&error=access_denied`);
    await expect(formAlert(page)).toHaveText('Google authentication failed');
    await expectAccessible(page);
    await mockResponse(page, FINISH, 400, { code: 'identity_expired', detail: 'x', message: 'x' });
    await page.goto(`${RETURN}&code=c`);
    await expect(formAlert(page)).toContainText('Failed to authenticate with Google. Please try again');
    await expect(formAlert(page)).toContainText('This sign-in took too long');
    await abortRequests(page, FINISH);
    await page.goto(`${RETURN}&code=c`);
    await expect(formAlert(page)).toHaveText('Failed to authenticate with Google. Please try again');
    await expect(button(page, 'Continue with Google')).toBeVisible();
    await link(page, 'Back to Login').click();
    await expect(heading(page, 'Welcome back')).toBeVisible();
  });
});
