import { button, expectFieldError, field, fillFields, formAlert, heading, link } from './page-objects/forms.ts';
import { expectToast } from './page-objects/overlays.ts';
import { expectAccessible } from './support/assertions.ts';
import { pauseClock, runClockUntil } from './support/clock.ts';
import { expect, openPage, test } from './support/fixtures.ts';
import { abortRequests, mockResponse } from './support/network.ts';
import { readLocalStorage, writeStoredToken } from './support/storage.ts';

/** Password reset. */

const FORGOT_API = '/password-reset';
const RESET_API = '/password-reset-confirm';
const RESET_URL = '/reset-password/?uid=abc&token=def';
const UNAVAILABLE = 'The shop is briefly unavailable. Please try again.';
const NEW_PASSWORD = { 'New Password': 'palm oil and yam', 'Confirm New Password': 'palm oil and yam' };

test.describe('requesting a reset link', () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\/password-reset/] });

  test('a mailed link without a token leads to the form for a new link, which shows errors and then a confirmation', {
    tag: [
      '@ACCOUNT-72',
      '@ACCOUNT-73',
      '@ACCOUNT-74',
      '@ACCOUNT-75',
      '@ACCOUNT-76',
      '@ACCOUNT-77',
      '@ACCOUNT-78',
      '@ACCOUNT-79',
      '@ACCOUNT-80',
      '@ACCOUNT-85',
    ],
  }, async ({ page }) => {
    const requestLink = async (email = 'nobody@mail.test') => {
      await fillFields(page, { Email: email });
      await button(page, 'Request Reset Link').click();
    };
    await test.step('a link without a token', async () => {
      const sent = await mockResponse(page, RESET_API, 200, {});
      await openPage(page, '/reset-password/?uid=abc');
      await fillFields(page, NEW_PASSWORD);
      await button(page, 'Reset Password').click();
      await expect(formAlert(page)).toContainText('UID and token are required to reset the password.');
      expect(sent).toEqual([]);
      await link(page, 'Ask for a new link').click();
      await expect(heading(page, 'Forgot your password?')).toBeVisible();
      await expect(link(page, 'Back to Login')).toHaveAttribute('href', '/login');
    });
    await test.step('an invalid email address', async () => {
      await requestLink('ada@mail');
      await expectToast(page, 'Invalid email address format');
      await expectFieldError(
        page,
        'Email',
        'The email address provided is invalid. Please enter a valid email address in the format "name@example.com".',
      );
    });
    await test.step('a refusal', async () => {
      await requestLink();
      await expect(formAlert(page)).toHaveText('Please provide a registered email');
      await expectAccessible(page);
      const fallback = 'Verification code email resend failed. Please try again.';
      for (const [status, body, text] of [
        [400, { error: 'User with this email does not exist.' }, 'User with this email does not exist.'],
        [400, { error: 'Other', detail: 'Other' }, fallback],
        [503, { detail: UNAVAILABLE }, UNAVAILABLE],
      ] as const) {
        await mockResponse(page, FORGOT_API, status, body);
        await requestLink();
        await expect(formAlert(page)).toHaveText(text);
      }
      await abortRequests(page, FORGOT_API);
      await requestLink();
      await expect(formAlert(page)).toHaveText(fallback);
    });
    await test.step('a confirmation', async () => {
      const sent = await mockResponse(page, FORGOT_API, 200, { message: 'ok' });
      await requestLink(' ada@mail.test ');
      await expect(heading(page, 'Check Your Inbox')).toBeFocused();
      await expectToast(page, 'Password reset link sent successfully. Please check your mail!');
      expect(sent).toEqual([{ email: 'ada@mail.test' }]);
      await link(page, 'Back To Home').click();
      await expect(page).toHaveURL('/');
    });
  });
});

test.describe('setting a new password', () => {
  // Requests with the old token get a 401.
  test.use({
    expectedErrors: [
      /Failed to load resource.*\/backend\/password-reset-confirm|status of 401.*\/backend\/api\/(?:cart|saved-ids)\//,
    ],
  });

  test('sets the password, removes the old token and opens the login after two seconds', {
    tag: ['@ACCOUNT-82', '@ACCOUNT-87', '@ACCOUNT-88', '@ACCOUNT-89', '@ACCOUNT-93'],
  }, async ({ page }) => {
    const sent = await mockResponse(page, RESET_API, 200, { message: 'ok' });
    await mockResponse(page, '/profile/', 200, {
      user: { first_name: 'Ada', last_name: 'Obi', email: 'ada@mail.test' },
    });
    await page.clock.install();
    await openPage(page, RESET_URL);
    await writeStoredToken(page, 'ended');
    await fillFields(page, NEW_PASSWORD);
    await pauseClock(page);
    await button(page, 'Reset Password').click();
    const elapsedMs = await runClockUntil(page, () => heading(page, 'Password changed').isVisible());
    expect(elapsedMs).toBeLessThan(1000);
    await page.clock.runFor(1900 - elapsedMs);
    await expectToast(page, 'Password reset was successful! You can now log in.');
    expect(page.url()).toContain(RESET_URL.split('?')[1]);
    expect(sent).toEqual([{ uid: 'abc', token: 'def', new_password: NEW_PASSWORD['New Password'] }]);
    expect(await readLocalStorage(page, 'authToken')).toBeNull();
    await page.clock.runFor(100 + elapsedMs);
    await expect(page).toHaveURL('/login');
  });

  test('shows and hides the password, validates the fields, and shows the message of the server, with a link to a new mail', {
    tag: [
      '@ACCOUNT-81',
      '@ACCOUNT-83',
      '@ACCOUNT-84',
      '@ACCOUNT-86',
      '@ACCOUNT-90',
      '@ACCOUNT-94',
      '@ACCOUNT-100',
      '@ACCOUNT-151',
    ],
  }, async ({ page }) => {
    const resetButton = button(page, 'Reset Password');
    const sent = await mockResponse(page, RESET_API, 200, {});
    await openPage(page, RESET_URL);
    await page.evaluate(() => localStorage.setItem('userEmail', 'ada@mail.test'));
    await test.step('the fields are validated before sending', async () => {
      await resetButton.click();
      await expect(field(page, 'New Password')).toBeFocused();
      await expectFieldError(page, 'New Password', 'Please fill in all password fields.');
      await fillFields(page, { 'New Password': 'palm oil and yam' });
      await resetButton.click();
      await expect(field(page, 'Confirm New Password')).toBeFocused();
      await expectFieldError(page, 'Confirm New Password', 'Please fill in all password fields.');
      await fillFields(page, { 'Confirm New Password': 'palm oil' });
      await resetButton.click();
      const mismatch = 'Passwords do not match. Check your passwords and try again.';
      await expectFieldError(page, 'Confirm New Password', mismatch);
      await expectAccessible(page);
      expect(sent).toEqual([]);
    });
    for (const name of Object.keys(NEW_PASSWORD))
      await test.step(`${name} is shown and hidden`, async () => {
        const toggle = field(page, name).locator('xpath=following-sibling::button');
        await fillFields(page, { [name]: 'palm oil' });
        await expect(field(page, name)).toHaveAttribute('type', 'password');
        await expect(toggle).toHaveAccessibleName('Show password');
        await toggle.click();
        await expect(field(page, name)).toHaveAttribute('type', 'text');
        await expect(field(page, name)).toHaveValue('palm oil');
        await expect(toggle).toHaveAccessibleName('Hide password');
        await toggle.click();
        await expect(field(page, name)).toHaveAttribute('type', 'password');
      });
    await test.step('the message of the server is shown', async () => {
      await mockResponse(page, RESET_API, 400, { detail: 'Password must be at least 8 characters.' });
      await fillFields(page, NEW_PASSWORD);
      await resetButton.click();
      await expect(formAlert(page)).toHaveText('Password must be at least 8 characters.');
      await abortRequests(page, RESET_API);
      await resetButton.click();
      await expect(formAlert(page)).toHaveText('Password reset failed. Please try again.');
      const detail = 'This password is too common or easy to guess. Please choose another one.';
      await mockResponse(page, RESET_API, 400, { code: 'password_too_common', detail });
      await resetButton.click();
      await expect(field(page, 'New Password')).toBeFocused();
      await expectFieldError(page, 'New Password', detail);
      await expect(formAlert(page)).toBeHidden();
      await page.unroute(`**/backend${RESET_API}`);
      await resetButton.click();
      await expect(formAlert(page)).toContainText('This link is not valid. Please ask for a new one.');
      await expectAccessible(page);
      await link(page, 'Ask for a new link').click();
      await expect(field(page, 'Email')).toHaveValue('ada@mail.test');
    });
  });
});
