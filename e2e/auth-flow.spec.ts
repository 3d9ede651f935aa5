import { randomUUID } from 'node:crypto';
import { CART_URL } from './page-objects/cart.ts';
import { CHECKOUT_URL, orderSummary } from './page-objects/checkout.ts';
import { button, expectFieldError, field, fillFields, formAlert, heading, link } from './page-objects/forms.ts';
import { waitForMailedLink } from './page-objects/mailbox.ts';
import { expectToast } from './page-objects/overlays.ts';
import { fetchProductsInStock, fetchServerCart } from './support/api.ts';
import { expectAccessible, expectOnScreen } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { signIn } from './support/shoppers.ts';
import { readGuestCart, readLocalStorage, writeGuestCart } from './support/storage.ts';

/** Registration, sign-in and password reset against the shop's own server, mail and identity provider. */

const PASSWORD = 'palm oil and yam';
const LOGIN_FOR_CHECKOUT = `/login?next=${encodeURIComponent(CHECKOUT_URL)}`;

/** Fills in and submits the open registration form. @returns the email address */
const fillRegistration = async (page: Page, email = `${randomUUID()}@mail.test`): Promise<string> => {
  await fillFields(page, {
    'First Name': 'Adaeze',
    'Last Name': 'Obi',
    Email: email,
    Password: PASSWORD,
    'Confirm Password': PASSWORD,
  });
  await button(page, 'Sign Up').click();
  return email;
};
/** Registers a new shopper in the page's browser, without the form. @returns the email address */
const register = async (page: Page): Promise<string> => {
  const email = `${randomUUID()}@mail.test`;
  const data = { first_name: 'Adaeze', last_name: 'Obi', email, password: PASSWORD, confirm_password: PASSWORD };
  const response = await page.request.post('/backend/register/', { data });
  expect(response.ok(), await response.text()).toBe(true);
  return email;
};
const submitLogin = async (page: Page, email: string, password = PASSWORD) => {
  await fillFields(page, { Email: email, Password: password });
  await button(page, 'Sign In').click();
};

test.use({
  expectedErrors: [
    /Failed to load resource.*\/backend\/(login|register|verify-email|profile|password-reset|accounts|api\/saved-ids|user\/messages)/,
  ],
});

test(
  'who registers from the checkout and verifies by mail is at the checkout after the login, with the products of the guest cart',
  {
    tag: [
      '@ACCOUNT-16',
      '@ACCOUNT-20',
      '@ACCOUNT-21',
      '@ACCOUNT-23',
      '@ACCOUNT-38',
      '@ACCOUNT-57',
      '@ACCOUNT-58',
      '@SANDBOX-1',
    ],
  },
  async ({ page, context }, info) => {
    await page.clock.install();
    const [yam, oil] = await fetchProductsInStock(page, 2);
    if (!yam || !oil) throw new Error('The demo market has fewer than two products in stock');
    const line = ({ id, title, price }: typeof yam, quantity: number) => ({
      product_id: id,
      title,
      image: '',
      quantity,
      price: String(price),
      weight: 1,
    });
    await page.goto('/robots.txt');
    await writeGuestCart(page, JSON.stringify({ cart: [line(yam, 2), line(oil, 1)], subtotal: 0 }));
    await openPage(page, CART_URL);
    await button(page, 'Checkout').click();
    await expect
      .poll(async () => {
        await page.clock.fastForward(1000);
        return new URL(page.url()).pathname + new URL(page.url()).search;
      })
      .toBe(LOGIN_FOR_CHECKOUT);
    await link(page, 'Create an account').click();
    const email = await fillRegistration(page);
    await expect(heading(page, 'Verify Your Email')).toBeVisible();
    // Open the link in another tab, as email programs do.
    const tab = await context.newPage();
    await openPage(tab, await waitForMailedLink(page, email, '/verify-email/'));
    await button(tab, 'Confirm Email').click();
    await expect(tab.getByText('Email verification successful! You can now login.')).toBeVisible();
    await tab.waitForURL(LOGIN_FOR_CHECKOUT);
    await submitLogin(tab, email);
    await expect(tab).toHaveURL(CHECKOUT_URL);
    await expectToast(tab, 'Login successful');
    await expect(heading(tab, 'Checkout')).toBeVisible();
    // On phones the items are folded.
    for (const { title } of [yam, oil]) await expect(orderSummary(tab)).toContainText(title);
    expect(await readGuestCart(tab)).toBeNull();
    const token = (await readLocalStorage(tab, 'authToken')) ?? '';
    expect(await fetchServerCart(tab, token)).toEqual([
      [yam.id, 2],
      [oil.id, 1],
    ]);
    await tab.screenshot({ path: info.outputPath('checkout.png') });
  },
);

test(
  'who confirms on another device enters the password there, and returns to the checkout after the login',
  {
    tag: ['@ACCOUNT-21', '@ACCOUNT-145', '@ACCOUNT-146'],
  },
  async ({ page, browser, baseURL }, info) => {
    await openPage(page, CHECKOUT_URL);
    await expect(page).toHaveURL(LOGIN_FOR_CHECKOUT);
    await link(page, 'Create an account').click();
    const email = await fillRegistration(page);
    await expect(heading(page, 'Verify Your Email')).toBeVisible();
    const mailLink = await waitForMailedLink(page, email, '/verify-email/');
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, ...(baseURL && { baseURL }) });
    const phonePage = await phone.newPage();
    await openPage(phonePage, mailLink);
    await button(phonePage, 'Confirm Email').click();
    await expect(field(phonePage, 'Password')).toBeFocused();
    await expectOnScreen(field(phonePage, 'Password'));
    await expectAccessible(phonePage);
    await phonePage.screenshot({ path: info.outputPath('password.png') });
    await button(phonePage, 'Confirm Email').click();
    await expectFieldError(phonePage, 'Password', 'Enter your password');
    await fillFields(phonePage, { Password: 'a wrong guess' });
    await button(phonePage, 'Confirm Email').click();
    await expectFieldError(
      phonePage,
      'Password',
      'This is not the password of the account. Please try again, or set a new one.',
    );
    await fillFields(phonePage, { Password: PASSWORD });
    await button(phonePage, 'Confirm Email').click();
    await expect(phonePage.getByText('Email verification successful! You can now login.')).toBeVisible();
    await phonePage.waitForURL(LOGIN_FOR_CHECKOUT);
    await submitLogin(phonePage, email);
    await expect(phonePage).toHaveURL(CHECKOUT_URL);
    await phone.close();
  },
);

test('a stranger who registers an address never gets into the account that its owner confirms', {
  tag: ['@ACCOUNT-139', '@ACCOUNT-145'],
}, async ({ page, browser, baseURL }) => {
  // The stranger.
  const email = await register(page);
  // The owner of the address, in another browser.
  const owner = await browser.newContext({ ...(baseURL && { baseURL }) });
  const ownerPage = await owner.newPage();
  await openPage(ownerPage, await waitForMailedLink(page, email, '/verify-email/'));
  await button(ownerPage, 'Confirm Email').click();
  await expect(ownerPage.getByText('This is not the browser in which the account was created.')).toBeVisible();
  await openPage(page, '/login');
  await submitLogin(page, email);
  await expect(formAlert(page)).toContainText('Please verify your email address first');
  await link(ownerPage, 'Set a new password').click();
  await expect(heading(ownerPage, 'Forgot your password?')).toBeVisible();
  await fillFields(ownerPage, { Email: email });
  await button(ownerPage, 'Request Reset Link').click();
  await expect(heading(ownerPage, 'Check Your Inbox')).toBeVisible();
  await openPage(ownerPage, await waitForMailedLink(page, email, '/reset-password'));
  await fillFields(ownerPage, { 'New Password': 'shea and millet', 'Confirm New Password': 'shea and millet' });
  await button(ownerPage, 'Reset Password').click();
  await ownerPage.waitForURL('/login');
  await submitLogin(page, email);
  await expect(formAlert(page)).toContainText('Please check your email and password and try again.');
  await submitLogin(ownerPage, email, 'shea and millet');
  await expect(ownerPage).toHaveURL('/');
  await owner.close();
});

test('a shopper who has an account already, or requests the email again, returns to the checkout after the login too', {
  tag: ['@ACCOUNT-21', '@ACCOUNT-51'],
}, async ({ page }) => {
  const email = await register(page);
  await openPage(page, CHECKOUT_URL);
  await expect(page).toHaveURL(LOGIN_FOR_CHECKOUT);
  await link(page, 'Create an account').click();
  await fillRegistration(page, email);
  await expect(formAlert(page)).toContainText('Email already exists. Please login or try verifying your email');
  const logInLink = formAlert(page).getByRole('link', { name: 'Log in' });
  await expect(logInLink).toHaveAttribute('href', LOGIN_FOR_CHECKOUT);
  await link(page, 'Send the mail again').click();
  await expect(field(page, 'Email')).toHaveValue(email);
  await button(page, 'Confirm').click();
  await expect(link(page, 'Back To Login')).toHaveAttribute('href', LOGIN_FOR_CHECKOUT);
  await expect(async () => {
    const mailLink = new URL(await waitForMailedLink(page, email, '/verify-email/'));
    expect(mailLink.searchParams.get('next')).toBe(CHECKOUT_URL);
  }).toPass();
  await openPage(page, await waitForMailedLink(page, email, '/verify-email/'));
  await button(page, 'Confirm Email').click();
  await page.waitForURL(LOGIN_FOR_CHECKOUT);
  await link(page, 'Forgot password?').click();
  await expect(heading(page, 'Forgot your password?')).toBeVisible();
  await fillFields(page, { Email: email });
  await button(page, 'Request Reset Link').click();
  await openPage(page, await waitForMailedLink(page, email, '/reset-password'));
  await fillFields(page, { 'New Password': 'shea and millet', 'Confirm New Password': 'shea and millet' });
  await button(page, 'Reset Password').click();
  await page.waitForURL(LOGIN_FOR_CHECKOUT);
  await submitLogin(page, email, 'shea and millet');
  await expect(page).toHaveURL(CHECKOUT_URL);
});

test('the login never redirects to another site', { tag: ['@ACCOUNT-22'] }, async ({ page, baseURL }) => {
  await signIn(page);
  const origin = new URL(baseURL ?? '').origin;
  // web/src/lib/login-redirect.test.ts has all kinds of addresses.
  for (const [path, next] of [
    ['/login', '//elsewhere.example'],
    ['/register', '/\t/elsewhere.example'],
  ] as const) {
    await page.goto(`${path}?${new URLSearchParams({ next })}`, { waitUntil: 'domcontentloaded' });
    await expect(page, `${path} ${next}`).toHaveURL(`${origin}/`);
  }
});

test('an unverified email address cannot log in and can request a new link; a link works once', {
  tag: ['@ACCOUNT-48', '@ACCOUNT-61', '@ACCOUNT-71'],
}, async ({ page }) => {
  const email = await register(page);
  await openPage(page, '/login');
  await submitLogin(page, email);
  await expect(formAlert(page)).toContainText('Please verify your email address first');
  const firstLink = await waitForMailedLink(page, email, '/verify-email/');
  await link(page, 'Send the mail again').click();
  await button(page, 'Confirm').click();
  await expect(heading(page, 'Check your email')).toBeVisible();
  let secondLink = firstLink;
  await expect(async () => {
    secondLink = await waitForMailedLink(page, email, '/verify-email/');
    expect(secondLink).not.toBe(firstLink);
  }).toPass();
  // The first link still works; using it ends the second one.
  await openPage(page, firstLink);
  await button(page, 'Confirm Email').click();
  await expect(page.getByText('Email verification successful! You can now login.')).toBeVisible();
  await openPage(page, firstLink);
  await button(page, 'Confirm Email').click();
  await expect(formAlert(page)).toContainText('This link has been used already.');
  await openPage(page, secondLink);
  await button(page, 'Confirm Email').click();
  await expect(formAlert(page)).toContainText('This link has expired.');
});

test('a protected page redirects guests to the login and opens after it; a password reset replaces the password and ends all sessions', {
  tag: ['@ACCOUNT-3', '@ACCOUNT-20', '@ACCOUNT-75', '@ACCOUNT-86', '@ACCOUNT-92', '@ACCOUNT-151'],
}, async ({ page }) => {
  const email = await register(page);
  const { pathname } = new URL(await waitForMailedLink(page, email, '/verify-email/'));
  expect((await page.request.get(`/backend${pathname}`)).ok()).toBe(true);
  // The page that Back returns to.
  await page.goto('/robots.txt');
  await openPage(page, '/profile');
  await expect(page).toHaveURL('/login?next=%2Fprofile');
  await submitLogin(page, email);
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('main').getByText(email).last()).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/\/login/);

  const headers = { authorization: `Token ${await readLocalStorage(page, 'authToken')}` };
  expect((await page.request.get('/backend/profile/', { headers })).status()).toBe(200);
  await openPage(page, '/forgot-password');
  await fillFields(page, { Email: email });
  await button(page, 'Request Reset Link').click();
  await expect(heading(page, 'Check Your Inbox')).toBeVisible();

  await openPage(page, await waitForMailedLink(page, email, '/reset-password'));
  await fillFields(page, { 'New Password': 'short', 'Confirm New Password': 'short' });
  await button(page, 'Reset Password').click();
  await expectFieldError(page, 'New Password', 'Password must be at least 8 characters.');
  await fillFields(page, { 'New Password': 'iloveyou', 'Confirm New Password': 'iloveyou' });
  await button(page, 'Reset Password').click();
  await expectFieldError(
    page,
    'New Password',
    'This password is too common or easy to guess. Please choose another one.',
  );
  await fillFields(page, { 'New Password': 'shea and millet', 'Confirm New Password': 'shea and millet' });
  await button(page, 'Reset Password').click();
  await expectToast(page, 'Password reset was successful! You can now log in.');
  expect((await page.request.get('/backend/profile/', { headers })).status()).toBe(401);
  await page.waitForURL('/login');
  await submitLogin(page, email);
  await expect(formAlert(page)).toContainText('Please check your email and password and try again.');
  await submitLogin(page, email, 'shea and millet');
  await expect(page).toHaveURL('/');
});

test.describe('sign-in with the identity provider', () => {
  test('signs the user in and returns to the previous page', {
    tag: ['@ACCOUNT-10', '@ACCOUNT-20', '@ACCOUNT-30', '@ACCOUNT-33'],
  }, async ({ page }) => {
    await openPage(page, '/profile');
    await expect(page).toHaveURL('/login?next=%2Fprofile');
    await button(page, 'Continue with Google').click();
    await page.getByRole('button', { name: 'Adaeze Nwosu' }).click();
    await expect(page).toHaveURL('/profile');
    await expectToast(page, 'Google login successful');
    expect(await readLocalStorage(page, 'authToken')).toMatch(/^[\w-]{43}$/);
    expect(await readLocalStorage(page, 'merchantToken')).toMatch(/^[\w-]{43}$/);
  });

  test('signs nobody in when the user cancels or has no verified email address, and then still returns to the previous page', {
    tag: ['@ACCOUNT-21', '@ACCOUNT-31', '@ACCOUNT-34'],
  }, async ({ page }) => {
    await openPage(page, CHECKOUT_URL);
    await button(page, 'Continue with Google').click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(formAlert(page)).toHaveText('Google authentication failed');
    expect(await readLocalStorage(page, 'authToken')).toBeNull();
    await expect(link(page, 'Back to Login')).toHaveAttribute('href', LOGIN_FOR_CHECKOUT);
    await link(page, 'Back to Login').click();
    await expect(field(page, 'Email')).toBeVisible();

    await button(page, 'Continue with Google').click();
    await page.getByRole('button', { name: 'Tunde Afolabi' }).click();
    await expect(formAlert(page)).toContainText('Failed to authenticate with Google. Please try again');
    await expect(formAlert(page)).toContainText('Google has not verified your email address.');

    await button(page, 'Continue with Google').click();
    await page.getByRole('button', { name: 'Kwame Mensah' }).click();
    await expect(page).toHaveURL(CHECKOUT_URL);
    expect(await page.evaluate(() => sessionStorage.getItem('signInReturnPath'))).toBeNull();
  });
});
