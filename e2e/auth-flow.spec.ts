import { randomUUID } from 'node:crypto';
import { CART_URL, cartButton, cartRows } from './page-objects/cart.ts';
import { button, field, fillFields, formAlert, heading, link } from './page-objects/forms.ts';
import { expectToast } from './page-objects/overlays.ts';
import { fetchProductsInStock, fetchServerCart } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { readGuestCart, readLocalStorage, writeGuestCart } from './support/storage.ts';

/** Registration, sign-in and password reset against the shop's own server, mail and identity provider. */

const PASSWORD = 'palm oil and yam';

/** Waits for a mail with a link to this path. @returns the link in the newest mail to the address */
const waitForMailedLink = async (page: Page, to: string, path: string): Promise<string> => {
  let mailLink = '';
  await expect(async () => {
    const response = await page.request.get(`/sandbox/mailbox.json?to=${encodeURIComponent(to)}`);
    const [mail] = await response.json();
    mailLink = mail.links.find((address: string) => new URL(address).pathname.startsWith(path));
    expect(mailLink).toBeTruthy();
  }).toPass();
  return mailLink;
};

/** Submits the registration form with a new email address. @returns the email address */
const submitRegistration = async (page: Page): Promise<string> => {
  const email = `${randomUUID()}@mail.test`;
  await openPage(page, '/register');
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
/** Registers a new shopper and verifies the email address. @returns the email address */
const registerShopper = async (page: Page): Promise<string> => {
  const email = await submitRegistration(page);
  await expect(heading(page, 'Verify Your Email')).toBeVisible();
  await openPage(page, await waitForMailedLink(page, email, '/verify-email/'));
  await button(page, 'Confirm Email').click();
  await expect(page.getByText('Email verification successful! You can now login.')).toBeVisible();
  await page.waitForURL('/login');
  return email;
};
const submitLogin = async (page: Page, email: string, password = PASSWORD) => {
  await fillFields(page, { Email: email, Password: password });
  await button(page, 'Sign In').click();
};

test.use({
  expectedErrors: [
    /Failed to load resource.*\/backend\/(login|verify-email|profile|password-reset|accounts|api\/saved-ids|user\/messages)/,
  ],
});

test('the guest cart is merged into a new account after registration, verification and login', {
  tag: ['@ACCOUNT-16', '@ACCOUNT-20', '@ACCOUNT-23', '@ACCOUNT-38', '@ACCOUNT-57', '@ACCOUNT-58', '@SANDBOX-1'],
}, async ({ page }) => {
  const email = await registerShopper(page);
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
  await writeGuestCart(page, JSON.stringify({ cart: [line(yam, 2), line(oil, 1)], subtotal: 0 }));
  await openPage(page, `/login?next=${encodeURIComponent(CART_URL)}`);
  await submitLogin(page, email);
  await expect(page).toHaveURL(CART_URL);
  await expectToast(page, 'Login successful');
  await expect(cartRows(page)).toHaveCount(2);
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 3 items');
  expect(await readGuestCart(page)).toBeNull();
  const token = (await readLocalStorage(page, 'authToken')) ?? '';
  expect(await fetchServerCart(page, token)).toEqual([
    [yam.id, 2],
    [oil.id, 1],
  ]);
});

test('an unverified email address cannot log in and can request a new link; a link works once', {
  tag: ['@ACCOUNT-48', '@ACCOUNT-61', '@ACCOUNT-71'],
}, async ({ page }) => {
  const email = await submitRegistration(page);
  await link(page, 'Back To Login').click();
  await submitLogin(page, email);
  await expect(formAlert(page)).toContainText('Please verify your email address first');
  const firstLink = await waitForMailedLink(page, email, '/verify-email/');
  await link(page, 'Send the mail again').click();
  await button(page, 'Confirm').click();
  await expect(heading(page, 'Check your mail')).toBeVisible();
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

test('a protected page redirects guests to the login and opens after it', {
  tag: ['@ACCOUNT-3', '@ACCOUNT-20'],
}, async ({ page }) => {
  const email = await registerShopper(page);
  await openPage(page, '/profile');
  await expect(page).toHaveURL('/login?next=%2Fprofile');
  await submitLogin(page, email);
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('main').getByText(email).last()).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/\/login/);
});

test('a password reset replaces the password and ends all earlier sessions', {
  tag: ['@ACCOUNT-75', '@ACCOUNT-86', '@ACCOUNT-92'],
}, async ({ page }) => {
  const email = await registerShopper(page);
  await submitLogin(page, email);
  await expect(page).toHaveURL('/');
  const headers = { authorization: `Token ${await readLocalStorage(page, 'authToken')}` };
  expect((await page.request.get('/backend/profile/', { headers })).status()).toBe(200);
  await openPage(page, '/forgot-password');
  await fillFields(page, { Email: email });
  await button(page, 'Request Reset Link').click();
  await expect(heading(page, 'Check Your Inbox')).toBeVisible();

  await openPage(page, await waitForMailedLink(page, email, '/reset-password'));
  await fillFields(page, { 'New Password': 'short', 'Confirm New Password': 'short' });
  await button(page, 'Reset Password').click();
  await expect(formAlert(page)).toHaveText('Password must be at least 8 characters.');
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
    await openPage(page, '/login?next=%2Fproduct%2Fshopping%2Fcart');
    await button(page, 'Continue with Google').click();
    await page.getByRole('button', { name: 'Adaeze Nwosu' }).click();
    await expect(page).toHaveURL(CART_URL);
    await expectToast(page, 'Google login successful');
    expect(await readLocalStorage(page, 'authToken')).toMatch(/^[\w-]{43}$/);
    expect(await readLocalStorage(page, 'merchantToken')).toMatch(/^[\w-]{43}$/);
  });

  test('signs nobody in when the user cancels, and links back to the login', { tag: ['@ACCOUNT-31'] }, async ({
    page,
  }) => {
    await openPage(page, '/login');
    await button(page, 'Continue with Google').click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(formAlert(page)).toHaveText('Google authentication failed');
    await expectAccessible(page);
    expect(await readLocalStorage(page, 'authToken')).toBeNull();
    await link(page, 'Back to Login').click();
    await expect(field(page, 'Email')).toBeVisible();
  });

  test('is refused when the provider has not verified the email address', {
    tag: ['@ACCOUNT-31', '@ACCOUNT-34'],
  }, async ({ page }) => {
    await openPage(page, '/login');
    await button(page, 'Continue with Google').click();
    await page.getByRole('button', { name: 'Tunde Afolabi' }).click();
    await expect(formAlert(page)).toContainText('Failed to authenticate with Google. Please try again');
    await expect(formAlert(page)).toContainText('Google has not verified your email address.');
  });
});
