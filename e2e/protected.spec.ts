import { accountMenu, breadcrumbs, PROFILE_EDIT_URL, PROFILE_URL } from './page-objects/account.ts';
import { accountButton, homeLink, isWideScreen, openDropdown } from './page-objects/layout.ts';
import { toast } from './page-objects/overlays.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { createShopper, signIn } from './support/shoppers.ts';
import { readStoredTokens, writeStoredToken } from './support/storage.ts';

/** Pages that need a token. */

const LOGIN = (next: string) => `/login?${new URLSearchParams({ next })}`;

test.describe('a guest', () => {
  for (const path of [PROFILE_URL, PROFILE_EDIT_URL, `${PROFILE_EDIT_URL}?from=mail`])
    test(`is led from ${path} to the login, which knows the way back`, {
      tag: ['@ACCOUNT-2', '@ACCOUNT-3', '@ACCOUNT-4'],
    }, async ({ page, request }) => {
      const answer = await request.get(path);
      expect(answer.status()).toBe(200);
      expect(await answer.text()).toContain('Loading...');
      await openPage(page, '/my-interest');
      await page.goto(path);
      await expect(page).toHaveURL(LOGIN(path));
      // The redirect replaced the protected page in the history, so Back does not return to it.
      await page.goBack();
      await expect(page).toHaveURL('/my-interest');
    });

  test('sees nothing of the account before, and no search engine keeps the page', { tag: ['@ACCOUNT-9'] }, async ({
    request,
  }) => {
    const html = await (await request.get(PROFILE_URL)).text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain('Followed Seller');
  });
});

test('a token is looked for when a page is opened, and only here: whether it is good, the server says', {
  tag: ['@ACCOUNT-3'],
}, async ({ page }) => {
  await signIn(page);
  await openPage(page, PROFILE_URL);
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible();
  await writeStoredToken(page, null);
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page).toHaveURL(LOGIN(PROFILE_EDIT_URL));
});

test.describe('with a token that is not good', () => {
  test.use({ expectedErrors: [/status of 401/] });
  test('the page opens, says what failed, drops the token and leads to the login', {
    tag: ['@ACCOUNT-5', '@SESSION-5', '@SESSION-13'],
  }, async ({ page }) => {
    await page.goto('/robots.txt');
    await writeStoredToken(page, 'x'.repeat(43));
    await openPage(page, PROFILE_URL);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Failed to fetch profile data.');
    await expect(alert).toContainText('Your sign-in has ended. Please sign in again.');
    expect(await readStoredTokens(page)).toEqual([null, null]);
    await expect(alert.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', LOGIN(PROFILE_URL));
    await expect(alert.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  });
});

test('who signs in as somebody else in another tab sees their page, not the one before', {
  tag: ['@ACCOUNT-8'],
}, async ({ page, context }) => {
  await signIn(page);
  await openPage(page, PROFILE_URL);
  const mail = page.getByRole('main').locator('dd', { hasText: '@mail.test' });
  const first = await mail.textContent();
  const other = await context.newPage();
  await other.goto('/robots.txt');
  await writeStoredToken(other, createShopper().token);
  await expect(mail).not.toHaveText(first ?? '');
  await expect(mail).toContainText('@mail.test');
});

const scrolled = (page: Page) => page.evaluate(() => scrollY);

test('every page opens at its top', { tag: ['@ACCOUNT-6'] }, async ({ page }) => {
  await signIn(page);
  await openPage(page, PROFILE_URL);
  const link = page.getByRole('link', { name: 'Edit Profile' });
  await link.waitFor();
  await page.evaluate(() => scrollTo(0, 300));
  expect(await scrolled(page)).toBeGreaterThan(0);
  await link.dispatchEvent('click');
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(0);
});

test('Back and Forward restore the scroll position', { tag: ['@ACCOUNT-7'] }, async ({ page }) => {
  await openPage(page, '/faqs');
  await page.evaluate(() => scrollTo(0, 700));
  await expect.poll(() => scrolled(page)).toBe(700);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Privacy Policy' })
    .evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(() => scrolled(page)).toBe(400);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(700);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(400);
});

test('the account area has its menu, and says where one is', { tag: ['@ACCOUNT-105', '@ACCOUNT-108'] }, async ({
  page,
}) => {
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
  const addresses = await accountMenu(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual([
    '/profile',
    '/order',
    '/inbox',
    '/saved-items',
    '/followed-seller',
    '/wallet',
    '/recently-viewed',
  ]);
  await expect(accountMenu(page).locator('[aria-current]')).toHaveText('My Profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(breadcrumbs(page)).toHaveText(['Home', 'Account', 'My Profile', 'Edit Profile']);
  await expect(accountMenu(page).locator('[aria-current]')).toHaveText('My Profile');
  await breadcrumbs(page).getByRole('link', { name: 'My Profile' }).click();
  await expect(page).toHaveURL(PROFILE_URL);
});

test('Logout, in the side menu of wide screens, leads home without a token', { tag: ['@SHELL-32'] }, async ({
  page,
}) => {
  await signIn(page);
  await openPage(page, PROFILE_URL);
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible();
  const menu = isWideScreen(page) ? accountMenu(page) : await openDropdown(page, accountButton(page));
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  expect(await readStoredTokens(page)).toEqual([null, null]);
  await expect(homeLink(page)).toBeVisible();
  await expect(toast(page, 'Failed to fetch user profile details')).toHaveCount(0);
});
