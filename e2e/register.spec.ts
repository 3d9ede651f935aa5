import { randomUUID } from 'node:crypto';
import type { Route } from '@playwright/test';
import { button, expectFieldError, field, fillFields, formAlert, heading, link } from './page-objects/forms.ts';
import { accountButton, openDropdown } from './page-objects/layout.ts';
import { dismissToasts, expectToast } from './page-objects/overlays.ts';
import { expectAccessible } from './support/assertions.ts';
import { pauseClock, runClockUntil } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { abortRequests, holdRequests, mockResponse } from './support/network.ts';
import { createShopper } from './support/shoppers.ts';
import { readLocalStorage, writeStoredToken } from './support/storage.ts';

/** Registration and email verification. */

const ADA = {
  'First Name': 'Adaeze',
  'Last Name': 'Obi',
  Email: 'ada@mail.test',
  Password: 'palm oil and yam',
  'Confirm Password': 'palm oil and yam',
};
const PASSWORD_TOO_COMMON = 'This password is too common or easy to guess. Please choose another one.';
const REGISTER_API = '/register/';
const RESEND_API = '/resend-verification-email';
const VERIFY_PATH = '/verify-email/abc/def';

const register = async (page: Page, values: Partial<typeof ADA> = {}) => {
  await fillFields(page, { ...ADA, ...values });
  await button(page, 'Sign Up').click();
};

test.describe('the registration', () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\/register\//] });

  test('invalid fields are not sent, a common password is refused; then a registration sends five fields and asks to verify the address', {
    tag: [
      '@ACCOUNT-38',
      '@ACCOUNT-39',
      '@ACCOUNT-41',
      '@ACCOUNT-42',
      '@ACCOUNT-43',
      '@ACCOUNT-45',
      '@ACCOUNT-46',
      '@ACCOUNT-47',
      '@ACCOUNT-49',
      '@ACCOUNT-100',
      '@ACCOUNT-151',
    ],
  }, async ({ page }) => {
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(`/backend${REGISTER_API}`)) sent.push(request.postDataJSON());
    });
    await openPage(page, '/register');
    await test.step('required fields', async () => {
      await button(page, 'Sign Up').click();
      await expect(field(page, 'First Name')).toBeFocused();
      for (const [name, text] of [
        ['First Name', 'Enter your first name'],
        ['Last Name', 'Enter your last name'],
        ['Email', 'Enter your email address'],
        ['Password', 'Enter a password'],
        ['Confirm Password', 'Enter the password again'],
      ] as const)
        await expectFieldError(page, name, text);
      await expectAccessible(page);
      // Each field is required, even if all others are filled in.
      for (const name of Object.keys(ADA)) {
        await register(page, { [name]: '' });
        await expect(field(page, name)).toBeFocused();
      }
    });
    await test.step('invalid fields', async () => {
      await register(page, { Email: 'ada@mail' });
      await expect(field(page, 'Email')).toBeFocused();
      await register(page, { Password: 'sevenit', 'Confirm Password': 'sevenit' });
      await expect(field(page, 'Password')).toBeFocused();
      await expectFieldError(page, 'Password', 'Password must be at least 8 characters');
      await register(page, { 'Confirm Password': 'palm oil and yams' });
      await expect(field(page, 'Confirm Password')).toBeFocused();
      await expectFieldError(page, 'Confirm Password', 'Passwords do not match');
      expect(sent).toEqual([]);
    });
    const Email = `${randomUUID()}@mail.test`;
    await test.step('a common password', async () => {
      await register(page, { Email, Password: 'iloveyou', 'Confirm Password': 'iloveyou' });
      await expect(field(page, 'Password')).toBeFocused();
      await expectFieldError(page, 'Password', PASSWORD_TOO_COMMON);
      await expect(field(page, 'Email')).toHaveValue(Email);
    });
    await test.step('a registration', async () => {
      sent.length = 0;
      await register(page, { 'First Name': ' Adaeze ', Email });
      await expect(heading(page, 'Verify Your Email')).toBeFocused();
      await expect(page.getByText(`A verification email was sent to ${Email}.`)).toBeVisible();
      await expectToast(page, 'Registration successful');
      const { Password: password } = ADA;
      const body = { first_name: 'Adaeze', last_name: 'Obi', email: Email, password, confirm_password: password };
      expect(sent).toEqual([body]);
      await expectAccessible(page);
      await link(page, 'Send the mail again').click();
      await expect(field(page, 'Email')).toHaveValue(Email);
    });
  });

  test('each reason of a failed registration shows its text, and the fields keep their values; a registered address links to the login and to a new mail', {
    tag: ['@ACCOUNT-50', '@ACCOUNT-51', '@ACCOUNT-52', '@ACCOUNT-53', '@ACCOUNT-54', '@ACCOUNT-100'],
  }, async ({ page }) => {
    await openPage(page, '/register');
    await mockResponse(page, REGISTER_API, 400, { error: 'Email already exists.' });
    await register(page);
    await expect(formAlert(page)).toContainText('Email already exists. Please login or try verifying your email');
    await mockResponse(page, REGISTER_API, 400, {
      code: 'password_too_short',
      error: 'Password must be at least 8 characters.',
    });
    await register(page);
    await expect(field(page, 'Password')).toBeFocused();
    await expectFieldError(page, 'Password', 'Password must be at least 8 characters.');
    await mockResponse(page, REGISTER_API, 400, {
      code: 'invalid_input',
      errors: { email: ['Enter a valid email address.'] },
    });
    await register(page);
    await expect(formAlert(page)).toHaveText('Registration failed. Please check your input.');
    await expectFieldError(page, 'Email', 'Enter a valid email address.');

    const failures: [name: string, respond: (route: Route) => Promise<void>][] = [
      ['too many requests', (route) => route.fulfill({ status: 429, json: {} })],
      ['a server error', (route) => route.fulfill({ status: 500, json: {} })],
      ['no response', (route) => route.abort()],
    ];
    for (const [name, respond] of failures)
      await test.step(name, async () => {
        // All three have the same text, so wait until the earlier alert is gone.
        const release = await holdRequests(page, `**/backend${REGISTER_API}`, respond);
        await register(page);
        await expect(formAlert(page)).toBeHidden();
        release();
        await expect(formAlert(page)).toHaveText('An error occurred while registering. Please try again.');
        for (const [label, value] of Object.entries(ADA)) await expect(field(page, label)).toHaveValue(value);
      });

    await test.step('a registered address', async () => {
      await mockResponse(page, REGISTER_API, 400, { code: 'email_exists', error: 'Email already exists.' });
      await register(page);
      await expect(formAlert(page).getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
      await formAlert(page).getByRole('link', { name: 'Send the mail again' }).click();
      await expect(field(page, 'Email')).toHaveValue(ADA.Email);
    });
  });
});

test.describe('the verification link', () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\/verify-email\//] });

  test('verifies after one click, shows the success and opens the login after two seconds', {
    tag: ['@ACCOUNT-55', '@ACCOUNT-56', '@ACCOUNT-57', '@ACCOUNT-58', '@ACCOUNT-59'],
  }, async ({ page }) => {
    let calls = 0;
    await page.route(`**/backend${VERIFY_PATH}`, (route) => {
      calls += 1;
      expect(route.request().method()).toBe('GET');
      return route.fulfill({ json: { message: 'ok' } });
    });
    await page.clock.install();
    await openPage(page, VERIFY_PATH);
    expect(calls).toBe(0);
    await pauseClock(page);
    await button(page, 'Confirm Email').click();
    const success = page.getByText('Email verification successful! You can now login.');
    const elapsedMs = await runClockUntil(page, () => success.isVisible());
    expect(elapsedMs).toBeLessThan(1000);
    await page.clock.runFor(1900 - elapsedMs);
    await expect(page).toHaveURL(VERIFY_PATH);
    await page.clock.runFor(100 + elapsedMs);
    await expect(page).toHaveURL('/login');
    expect(calls).toBe(1);
  });

  test('an incomplete link, or one that fails with its reason, leads to a new mail, after a failure with the address filled in', {
    tag: ['@ACCOUNT-60', '@ACCOUNT-62'],
  }, async ({ page }) => {
    for (const path of ['/verify-email', '/verify-email/abc'])
      await test.step(path, async () => {
        await openPage(page, path);
        await expect(heading(page, 'Verify your email')).toBeVisible();
        await expect(button(page, 'Confirm Email')).toBeHidden();
        await expect(link(page, 'Ask for a new link')).toHaveAttribute('href', '/confirm-email');
      });
    await openPage(page, VERIFY_PATH);
    await page.evaluate(() => localStorage.setItem('userEmail', 'ada@mail.test'));
    await abortRequests(page, VERIFY_PATH);
    await button(page, 'Confirm Email').click();
    await expect(formAlert(page)).toHaveText('Verification failed. Please try again.');
    await page.unroute(`**/backend${VERIFY_PATH}`);
    await button(page, 'Confirm Email').click();
    await expect(formAlert(page)).toHaveText('This link is not valid. Please ask for a new one.');
    await expectAccessible(page);
    await link(page, 'Ask for a new link').click();
    await expect(field(page, 'Email')).toHaveValue('ada@mail.test');
  });
});

test.describe('requesting the verification email again', () => {
  test.use({ expectedErrors: [new RegExp(`Failed to load resource.*(${RESEND_API}|/login/)`)] });

  test('confirms the mail, and alone stores the address, which a log-out removes', {
    tag: ['@SESSION-3', '@SESSION-20', '@ACCOUNT-63', '@ACCOUNT-65', '@ACCOUNT-66', '@ACCOUNT-67', '@ACCOUNT-68'],
  }, async ({ page }) => {
    const readStoredEmail = () => readLocalStorage(page, 'userEmail');
    const logIn = async () => {
      await fillFields(page, { Email: ADA.Email, Password: ADA.Password });
      await button(page, 'Sign In').click();
      await expect(link(page, 'Send the mail again')).toBeVisible();
    };
    await test.step('a registration, a login and a password reset do not store it', async () => {
      await mockResponse(page, REGISTER_API, 200, { message: 'ok' });
      await openPage(page, '/register');
      await register(page);
      await expect(heading(page, 'Verify Your Email')).toBeVisible();
      expect(await readStoredEmail()).toBeNull();
      await mockResponse(page, '/login/', 403, { code: 'email_not_verified', detail: 'x', message: 'x' });
      await link(page, 'Back To Login').click();
      await logIn();
      expect(await readStoredEmail()).toBeNull();
      await mockResponse(page, '/password-reset', 200, { message: 'ok' });
      await link(page, 'Forgot password?').click();
      await expect(heading(page, 'Forgot your password?')).toBeVisible();
      await fillFields(page, { Email: ADA.Email });
      await button(page, 'Request Reset Link').click();
      await expect(heading(page, 'Check Your Inbox')).toBeVisible();
      expect(await readStoredEmail()).toBeNull();
    });
    await test.step('a request of the mail stores it', async () => {
      const sent = await mockResponse(page, RESEND_API, 200, { message: 'ok' });
      await openPage(page, '/confirm-email');
      await expect(page.getByText('Already verified? Log in')).toBeVisible();
      await fillFields(page, { Email: ADA.Email });
      await button(page, 'Confirm').click();
      await expect(heading(page, 'Check your email')).toBeFocused();
      await expectToast(page, 'Verification link sent successfully. Please check your mail!');
      expect(sent).toEqual([{ email: ADA.Email }]);
      expect(await readStoredEmail()).toBe(ADA.Email);
      await link(page, 'Back To Login').click();
      await expect(page).toHaveURL('/login');
    });
    await test.step('a log-out removes it', async () => {
      await writeStoredToken(page, (await createShopper()).token);
      await openPage(page, '/profile');
      const menu = await openDropdown(page, accountButton(page));
      await menu.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL('/');
      expect(await readStoredEmail()).toBeNull();
    });
  });

  test('rejects an invalid email address, and shows the reason of a refusal', {
    tag: ['@ACCOUNT-64', '@ACCOUNT-69', '@ACCOUNT-70'],
  }, async ({ page }) => {
    const sent = await mockResponse(page, RESEND_API, 200, { message: 'ok' });
    const requestMail = async (email: string) => {
      await fillFields(page, { Email: email });
      await button(page, 'Confirm').click();
    };
    await openPage(page, '/confirm-email');
    for (const text of ['', 'ada', 'ada@mail', 'a b@mail.test'])
      await test.step(`the address '${text}'`, async () => {
        await dismissToasts(page);
        await requestMail(text);
        await expectFieldError(
          page,
          'Email',
          'The email address provided is invalid. Please enter a valid email address in the format "name@example.com".',
        );
        await expectToast(page, 'Invalid email address format');
        await expect(field(page, 'Email')).toBeFocused();
      });
    expect(sent).toEqual([]);

    await page.unroute(`**/backend${RESEND_API}`);
    await requestMail('nobody@mail.test');
    await expect(formAlert(page)).toHaveText('User does not exist or email is already verified. Please log in.');
    const fallback = 'Verification link email resend failed. Please try again.';
    await mockResponse(page, RESEND_API, 400, { detail: 'x', message: 'x' });
    await requestMail('nobody@mail.test');
    await expect(formAlert(page)).toHaveText(fallback);
    await mockResponse(page, RESEND_API, 429, { detail: 'Request was throttled.', message: 'Request was throttled.' });
    await requestMail('nobody@mail.test');
    await expect(formAlert(page)).toHaveText('Request was throttled.');
    await abortRequests(page, RESEND_API);
    await requestMail('nobody@mail.test');
    await expect(formAlert(page)).toHaveText(fallback);
  });
});
