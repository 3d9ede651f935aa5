import { accountMenu, breadcrumbs, PROFILE_EDIT_URL, PROFILE_URL } from './page-objects/account.ts';
import { accountButton, homeLink, isWideScreen, openDropdown } from './page-objects/layout.ts';
import { toast } from './page-objects/overlays.ts';
import { expect, navigate, openPage, type Page, test } from './support/fixtures.ts';
import { createShopper, signIn } from './support/shoppers.ts';
import { readStoredTokens, writeStoredToken } from './support/storage.ts';

/** Pages that need a token. */

const loginUrl = (next: string) => `/login?${new URLSearchParams({ next })}`;

test('a guest sees no account content and is redirected from every protected page to the login, with the path to return to', {
  tag: ['@ACCOUNT-2', '@ACCOUNT-3', '@ACCOUNT-4', '@ACCOUNT-9', '@CHECKOUT-1', '@CHECKOUT-2'],
}, async ({ page, request }) => {
  await openPage(page, '/about');
  for (const path of [
    '/product/shopping/checkout',
    '/product/shopping/checkout/payment',
    PROFILE_URL,
    PROFILE_EDIT_URL,
    `${PROFILE_EDIT_URL}?from=mail`,
    '/order',
    '/order/details/7K2MWX4QB9TE',
    '/payment/success',
    '/payment/pending?order=7K2MWX4QB9TE',
    '/payment/failure?error=declined',
    '/inbox',
    '/inbox/message/details/1',
    '/saved-items',
    '/followed-seller',
    '/wallet',
    '/recently-viewed',
  ])
    await test.step(path, async () => {
      const response = await request.get(path);
      expect(response.status()).toBe(200);
      expect(await response.text()).toContain('Loading...');
      await navigate(page, path);
      await expect(page).toHaveURL(loginUrl(path));
      // The redirect replaced the protected page in the history, so Back does not return to it.
      await page.goBack({ waitUntil: 'domcontentloaded' });
      await expect(page).toHaveURL('/about');
    });
  // One of each part of the shop as a document.
  for (const path of ['/product/shopping/checkout', `${PROFILE_EDIT_URL}?from=mail`, '/order/details/7K2MWX4QB9TE'])
    await test.step(`${path} as a document`, async () => {
      await page.goto('/robots.txt');
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await expect(page).toHaveURL(loginUrl(path));
      await page.goBack({ waitUntil: 'domcontentloaded' });
      await expect(page).toHaveURL('/robots.txt');
    });

  await test.step('search engines do not index the page', async () => {
    const html = await (await request.get(PROFILE_URL)).text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain('Followed Seller');
  });
});

test.describe('with an invalid token', () => {
  test.use({ expectedErrors: [/status of 401/] });
  test('the page shows an error, removes the token and links to the login', {
    tag: ['@ACCOUNT-5', '@SESSION-5', '@SESSION-13'],
  }, async ({ page }) => {
    await page.goto('/robots.txt');
    await writeStoredToken(page, 'x'.repeat(43));
    await openPage(page, PROFILE_URL);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Failed to fetch profile data.');
    await expect(alert).toContainText('Your sign-in has ended. Please sign in again.');
    expect(await readStoredTokens(page)).toEqual([null, null]);
    await expect(alert.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', loginUrl(PROFILE_URL));
    await expect(alert.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  });
});

test('another account of another tab shows its profile here; opening the next page checks that a token is stored', {
  tag: ['@ACCOUNT-3', '@ACCOUNT-8'],
}, async ({ page, context }) => {
  await signIn(page);
  await openPage(page, PROFILE_URL);
  const emailValue = page.getByRole('main').locator('dd', { hasText: '@mail.test' });
  const firstEmail = await emailValue.textContent();
  const other = await context.newPage();
  await other.goto('/robots.txt');
  await writeStoredToken(other, (await createShopper()).token);
  await expect(emailValue).not.toHaveText(firstEmail ?? '');
  await expect(emailValue).toContainText('@mail.test');

  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible();
  await writeStoredToken(page, null);
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page).toHaveURL(loginUrl(PROFILE_EDIT_URL));
});

const readScrollY = (page: Page) => page.evaluate(() => scrollY);

test('the account area has a menu and breadcrumbs that show the current page; each page opens at the top; Logout opens the home page', {
  tag: ['@SHELL-32', '@ACCOUNT-6', '@ACCOUNT-105', '@ACCOUNT-108'],
}, async ({ page }) => {
  await signIn(page);
  await openPage(page, PROFILE_URL);
  await expect(breadcrumbs(page)).toHaveText(['Home', 'Account', 'My Profile']);
  await expect(accountMenu(page).getByRole('link')).toHaveText([
    'My Profile',
    'My Order',
    'Inbox',
    'Saved Items',
    'Followed Seller',
    'Wallet',
    'Recently Viewed',
  ]);
  const hrefs = await accountMenu(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual([
    '/profile',
    '/order',
    '/inbox',
    '/saved-items',
    '/followed-seller',
    '/wallet',
    '/recently-viewed',
  ]);
  await expect(accountMenu(page).locator('[aria-current]')).toHaveText('My Profile');

  const editLink = page.getByRole('link', { name: 'Edit Profile' });
  await editLink.waitFor();
  await page.evaluate(() => scrollTo(0, 300));
  expect(await readScrollY(page)).toBeGreaterThan(0);
  await editLink.dispatchEvent('click');
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible();
  await expect.poll(() => readScrollY(page)).toBe(0);
  await expect(breadcrumbs(page)).toHaveText(['Home', 'Account', 'My Profile', 'Edit Profile']);
  await expect(accountMenu(page).locator('[aria-current]')).toHaveText('My Profile');
  await breadcrumbs(page).getByRole('link', { name: 'My Profile' }).click();
  await expect(page).toHaveURL(PROFILE_URL);

  await expect(editLink).toBeVisible();
  const menu = isWideScreen(page) ? accountMenu(page) : await openDropdown(page, accountButton(page));
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  expect(await readStoredTokens(page)).toEqual([null, null]);
  await expect(homeLink(page)).toBeVisible();
  await expect(toast(page, 'Failed to fetch user profile details')).toHaveCount(0);
});
