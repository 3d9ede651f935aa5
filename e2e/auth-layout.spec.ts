import { button, field, heading, link } from './page-objects/forms.ts';
import { expectAccessible } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

/** Layout, labels and keyboard use of the sign-in, registration and password pages. */

/** Each page with its heading, the autocomplete value of its fields, and its button. */
const PAGES: [path: string, title: string, fields: Record<string, string>, press: string][] = [
  ['/login', 'Welcome back', { Email: 'email', Password: 'current-password' }, 'Sign In'],
  [
    '/register',
    'Create an account',
    {
      'First Name': 'given-name',
      'Last Name': 'family-name',
      Email: 'email',
      Password: 'new-password',
      'Confirm Password': 'new-password',
    },
    'Sign Up',
  ],
  ['/verify-email/abc/def', 'Verify your email', {}, 'Confirm Email'],
  ['/confirm-email', 'Confirm your email', { Email: 'email' }, 'Confirm'],
  ['/forgot-password', 'Forgot your password?', { Email: 'email' }, 'Request Reset Link'],
  [
    '/reset-password/?uid=abc&token=def',
    'Set a new password',
    { 'New Password': 'new-password', 'Confirm New Password': 'new-password' },
    'Reset Password',
  ],
];

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const [path, title, fields, press] of PAGES)
  test(`${title}: its fields are labelled, known to password managers, and reached by the keyboard`, {
    tag: ['@ACCOUNT-1', '@ACCOUNT-95', '@SESSION-17'],
  }, async ({ page }) => {
    await openPage(page, path);
    await expect(heading(page, title)).toBeVisible();
    await expect(page).toHaveTitle(/\| Sokuwa$/);
    for (const [name, autocomplete] of Object.entries(fields))
      await expect(field(page, name)).toHaveAttribute('autocomplete', autocomplete);
    await expectAccessible(page);
    expect(await overflow(page)).toBe(0);
    const [first] = Object.keys(fields);
    if (first !== undefined) {
      await field(page, first).focus();
      for (let steps = 0; steps < 12; steps += 1) {
        if (await button(page, press).evaluate((element) => element === document.activeElement)) break;
        await page.keyboard.press('Tab');
      }
      await expect(button(page, press)).toBeFocused();
    }
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(page)).toBe(0);
  });

test('the login leads to registration, recovery and the third party', { tag: ['@ACCOUNT-11'] }, async ({ page }) => {
  await openPage(page, '/login');
  await expect(button(page, 'Continue with Google')).toBeVisible();
  await expect(link(page, 'Create an account')).toHaveAttribute('href', '/register');
  await link(page, 'Forgot password?').click();
  await expect(heading(page, 'Forgot your password?')).toBeVisible();
  await link(page, 'Back to Login').click();
  await expect(heading(page, 'Welcome back')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({
    javaScriptEnabled: false,
    // The content security policy blocks the submission, which would put the fields into the URL.
    expectedErrors: [/^console: Sending form data to 'javascript:.*The action has been blocked/],
  });
  test('the forms say what they need, and send nothing', { tag: ['@ACCOUNT-99'] }, async ({ page }) => {
    for (const [path, press] of [
      ['/login', 'Sign In'],
      ['/register', 'Sign Up'],
    ] as const) {
      await page.goto(path);
      await expect(page.locator('main noscript [role=status]')).toBeVisible();
      // The password must not become part of the URL.
      await field(page, 'Password').fill('palm oil and yam');
      await button(page, press).click();
      await expect(page).toHaveURL(path);
    }
  });
});
