import { button, field, fillFields } from './page-objects/forms.ts';
import { expectBusyButton } from './support/assertions.ts';
import { expect, navigate, openPage, test } from './support/fixtures.ts';
import { holdRequests } from './support/network.ts';

/**
 * The submit button of each form while its call is running. The forms of checkout and messages also have tests
 * elsewhere.
 */

const EMAIL = { Email: 'ada@mail.test' };
const FORMS: { path: string; name: string; fields: Record<string, string>; api: string }[] = [
  {
    path: '/login',
    name: 'Sign In',
    fields: { ...EMAIL, Password: 'palm oil and yam' },
    api: '/login/',
  },
  {
    path: '/register',
    name: 'Sign Up',
    fields: {
      'First Name': 'Adaeze',
      'Last Name': 'Obi',
      ...EMAIL,
      Password: 'palm oil and yam',
      'Confirm Password': 'palm oil and yam',
    },
    api: '/register/',
  },
  { path: '/verify-email/abc/def', name: 'Confirm Email', fields: {}, api: '/verify-email/abc/def' },
  { path: '/confirm-email', name: 'Confirm', fields: EMAIL, api: '/resend-verification-email' },
  { path: '/forgot-password', name: 'Request Reset Link', fields: EMAIL, api: '/password-reset' },
  {
    path: '/reset-password/?uid=abc&token=def',
    name: 'Reset Password',
    fields: { 'New Password': 'palm oil and yam', 'Confirm New Password': 'palm oil and yam' },
    api: '/password-reset-confirm',
  },
  { path: '/login', name: 'Continue with Google', fields: {}, api: '/accounts/google/login/*' },
];

test.use({ expectedErrors: [/Failed to load resource.*status of 503/] });

test('the button of each form is disabled and shows a spinner until the response, and sends one request', {
  tag: ['@ACCOUNT-96'],
}, async ({ page }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await openPage(page, '/about');
  for (const { path, name, fields, api } of FORMS)
    await test.step(name, async () => {
      const release = await holdRequests(page, `**/backend${api}`, (route) =>
        route.fulfill({ status: 503, json: { detail: 'The shop is briefly unavailable. Please try again.' } }),
      );
      await navigate(page, path);
      const submit = button(page, name);
      await expect(submit).toBeVisible();
      await fillFields(page, fields);
      await submit.dblclick();
      await expectBusyButton(submit);
      await submit.click({ force: true });
      const [lastField] = Object.keys(fields).slice(-1);
      if (lastField !== undefined) await field(page, lastField).press('Enter');
      release();
      await expect(submit).toBeEnabled();
      await expect(submit).not.toHaveAttribute('aria-busy');
      await expect(submit.locator('svg.animate-spin')).toHaveCount(0);
      expect(paths.filter((called) => called === `/backend${api.replace('*', '')}`)).toHaveLength(1);
    });
});
