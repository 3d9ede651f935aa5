import { button, field, heading, link } from './page-objects/forms.ts';
import { expectShortLayout } from './page-objects/layout.ts';
import { expectAccessible } from './support/assertions.ts';
import { expect, navigate, openPage, type Page, test } from './support/fixtures.ts';

/** Layout, labels and keyboard use of the sign-in, registration and password pages. */

/** Each page with its heading, the autocomplete value of its fields, and its button. */
const PAGES: [path: string, title: string, fields: Record<string, string>, submit: string][] = [
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

const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('every page has labels, autocomplete values and no horizontal overflow, and the keyboard reaches its button', {
  tag: ['@phone', '@ACCOUNT-1', '@ACCOUNT-95', '@SESSION-17'],
}, async ({ page }) => {
  await openPage(page, '/about');
  for (const [path, title, fields, submit] of PAGES)
    await test.step(title, async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await navigate(page, path);
      await expect(heading(page, title)).toBeVisible();
      await expect(page).toHaveTitle(/\| Sokuwa$/);
      for (const [name, autocomplete] of Object.entries(fields))
        await expect(field(page, name)).toHaveAttribute('autocomplete', autocomplete);
      await expectAccessible(page);
      expect(await horizontalOverflow(page)).toBe(0);
      const [first] = Object.keys(fields);
      if (first !== undefined) {
        await field(page, first).focus();
        for (let presses = 0; presses < 12; presses += 1) {
          if (await button(page, submit).evaluate((element) => element === document.activeElement)) break;
          await page.keyboard.press('Tab');
        }
        await expect(button(page, submit)).toBeFocused();
      }
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await horizontalOverflow(page)).toBe(0);
    });
});

test('the login page has a short header and footer, links to registration, recovery and Google, and leads back to the cart', {
  tag: ['@ACCOUNT-11', '@ACCOUNT-144'],
}, async ({ page }) => {
  await openPage(page, '/login');
  await expectShortLayout(page);
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1);
  await expect(button(page, 'Continue with Google')).toBeVisible();
  await expect(link(page, 'Create an account')).toHaveAttribute('href', '/register');
  await link(page, 'Forgot password?').click();
  await expect(heading(page, 'Forgot your password?')).toBeVisible();
  await link(page, 'Back to Login').click();
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await link(page, 'Back to cart').click();
  await expect(page).toHaveURL('/product/shopping/cart');
  await expect(page.getByRole('banner').getByRole('search').first()).toBeAttached();
});

test.describe('without JavaScript', () => {
  test.use({
    javaScriptEnabled: false,
    // The content security policy blocks the submission, which would put the fields into the URL.
    expectedErrors: [/^console: Sending form data to 'javascript:.*The action has been blocked/],
  });
  test('the forms explain that they need JavaScript, and send nothing', { tag: ['@phone', '@ACCOUNT-99'] }, async ({
    page,
  }) => {
    for (const [path, submit] of [
      ['/login', 'Sign In'],
      ['/register', 'Sign Up'],
    ] as const) {
      await page.goto(path);
      await expect(page.locator('main noscript [role=status]')).toBeVisible();
      // The password must not become part of the URL.
      await field(page, 'Password').fill('palm oil and yam');
      await button(page, submit).click();
      await expect(page).toHaveURL(path);
    }
  });
});
