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
const NEW_PASSWORD = { 'New Password': 'palm oil and yam', 'Confirm New Password': 'palm oil and yam' };

test.describe('requesting a reset link', () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\/password-reset/] });

  test('requests the link and shows a confirmation', {
    tag: ['@ACCOUNT-72', '@ACCOUNT-74', '@ACCOUNT-75', '@ACCOUNT-76'],
  }, async ({ page }) => {
    const sent = await mockResponse(page, FORGOT_API, 200, { message: 'ok' });
    await openPage(page, '/forgot-password');
    await expect(link(page, 'Back to Login')).toHaveAttribute('href', '/login');
    await fillFields(page, { Email: ' ada@mail.test ' });
    await button(page, 'Request Reset Link').click();
    await expect(heading(page, 'Check Your Inbox')).toBeFocused();
    await expectToast(page, 'Password reset link sent successfully. Please check your mail!');
    expect(sent).toEqual([{ email: 'ada@mail.test' }]);
    await expectAccessible(page);
    await link(page, 'Back To Home').click();
    await expect(page).toHaveURL('/');
  });

  test('rejects an invalid email address', { tag: ['@ACCOUNT-73'] }, async ({ page }) => {
    await openPage(page, '/forgot-password');
    await fillFields(page, { Email: 'ada@mail' });
    await button(page, 'Request Reset Link').click();
    await expectToast(page, 'Invalid email address format');
    await expectFieldError(
      page,
      'Email',
      'The email address provided is invalid. Please enter a valid email address in the format "name@example.com".',
    );
    await expectAccessible(page);
  });

  test('shows the reason of a refusal', { tag: ['@ACCOUNT-77', '@ACCOUNT-78', '@ACCOUNT-79', '@ACCOUNT-80'] }, async ({
    page,
  }) => {
    await openPage(page, '/forgot-password');
    const requestLink = async () => {
      await fillFields(page, { Email: 'nobody@mail.test' });
      await button(page, 'Request Reset Link').click();
    };
    await requestLink();
    await expect(formAlert(page)).toHaveText('Please provide a registered email');
    await expectAccessible(page);
    await mockResponse(page, FORGOT_API, 400, { error: 'User with this email does not exist.' });
    await requestLink();
    await expect(formAlert(page)).toHaveText('User with this email does not exist.');
    const fallback = 'Verification code email resend failed. Please try again.';
    await mockResponse(page, FORGOT_API, 400, { error: 'Other', detail: 'Other' });
    await requestLink();
    await expect(formAlert(page)).toHaveText(fallback);
    await mockResponse(page, FORGOT_API, 503, { detail: 'The shop is briefly unavailable. Please try again.' });
    await requestLink();
    await expect(formAlert(page)).toHaveText('The shop is briefly unavailable. Please try again.');
    await abortRequests(page, FORGOT_API);
    await requestLink();
    await expect(formAlert(page)).toHaveText(fallback);
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

  test('shows and hides the password in each field', { tag: ['@ACCOUNT-81'] }, async ({ page }) => {
    await openPage(page, RESET_URL);
    for (const name of Object.keys(NEW_PASSWORD)) {
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
    }
  });

  test('validates the fields before sending', { tag: ['@ACCOUNT-83', '@ACCOUNT-84', '@ACCOUNT-85'] }, async ({
    page,
  }) => {
    const sent = await mockResponse(page, RESET_API, 200, {});
    await openPage(page, RESET_URL);
    await button(page, 'Reset Password').click();
    await expect(field(page, 'New Password')).toBeFocused();
    await expectFieldError(page, 'New Password', 'Please fill in all password fields.');
    await fillFields(page, { 'New Password': 'palm oil and yam' });
    await button(page, 'Reset Password').click();
    await expect(field(page, 'Confirm New Password')).toBeFocused();
    await expectFieldError(page, 'Confirm New Password', 'Please fill in all password fields.');
    await fillFields(page, { 'Confirm New Password': 'palm oil' });
    await button(page, 'Reset Password').click();
    await expectFieldError(page, 'Confirm New Password', 'Passwords do not match. Check your passwords and try again.');
    await expectAccessible(page);
    await openPage(page, '/reset-password/?uid=abc');
    await fillFields(page, NEW_PASSWORD);
    await button(page, 'Reset Password').click();
    await expect(formAlert(page)).toContainText('UID and token are required to reset the password.');
    expect(sent).toEqual([]);
    await link(page, 'Ask for a new link').click();
    await expect(page).toHaveURL('/forgot-password');
  });

  test('shows the message of the server, and links to a new mail when the link is invalid', {
    tag: ['@ACCOUNT-86', '@ACCOUNT-90', '@ACCOUNT-94', '@ACCOUNT-100', '@ACCOUNT-151'],
  }, async ({ page }) => {
    await openPage(page, RESET_URL);
    await page.evaluate(() => localStorage.setItem('userEmail', 'ada@mail.test'));
    await mockResponse(page, RESET_API, 400, { detail: 'Password must be at least 8 characters.' });
    await fillFields(page, NEW_PASSWORD);
    await button(page, 'Reset Password').click();
    await expect(formAlert(page)).toHaveText('Password must be at least 8 characters.');
    await abortRequests(page, RESET_API);
    await button(page, 'Reset Password').click();
    await expect(formAlert(page)).toHaveText('Password reset failed. Please try again.');
    const detail = 'This password is too common or easy to guess. Please choose another one.';
    await mockResponse(page, RESET_API, 400, { code: 'password_too_common', detail });
    await button(page, 'Reset Password').click();
    await expect(field(page, 'New Password')).toBeFocused();
    await expectFieldError(page, 'New Password', detail);
    await expect(formAlert(page)).toBeHidden();
    await page.unroute(`**/backend${RESET_API}`);
    await button(page, 'Reset Password').click();
    await expect(formAlert(page)).toContainText('This link is not valid. Please ask for a new one.');
    await expectAccessible(page);
    await link(page, 'Ask for a new link').click();
    await expect(field(page, 'Email')).toHaveValue('ada@mail.test');
  });
});
