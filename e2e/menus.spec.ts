import {
  accountButton,
  countryButton,
  dropdownButtons,
  header,
  homeLink,
  isWideScreen,
  MEGA_MENUS,
  MY_INTEREST_URL,
  openDropdown,
  openMenu,
  waitForMobileMenu,
  waitForPanel,
} from './page-objects/layout.ts';
import { dismissToasts, expectToast, toast } from './page-objects/overlays.ts';
import { PRODUCT_LIST_URL, pageHeading, productLinks } from './page-objects/product-list.ts';
import { expectAccessible, expectOnScreen } from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { signIn } from './support/shoppers.ts';
import { readStoredTokens } from './support/storage.ts';

type Category = {
  id: number;
  name: string;
  subcategories: { name: string; subitems: { id: number; name: string }[] }[];
};
const fetchCategories = async (page: Page): Promise<Category[]> =>
  (await page.request.get('/backend/api/category/')).json();
const HELP_ENTRIES = [
  'FAQs',
  'Contact Us',
  'Help Center',
  'Become a Seller',
  'Track an Order',
  'Payment Options',
  'Return & Refund Policy',
];

test('Help has seven entries with their links, All Categories every category and all products; five menus show sub-categories with links to their sub-items', {
  tag: [
    '@SHELL-7',
    '@SHELL-24',
    '@SHELL-25',
    '@SHELL-26',
    '@SHELL-27',
    '@SHELL-39',
    '@SHELL-40',
    '@SHELL-41',
    '@SHELL-43',
    '@SHELL-44',
    '@SHELL-60',
  ],
}, async ({ page }) => {
  await openPage(page, MY_INTEREST_URL);
  let help = await openMenu(page, 'Help');
  const link = (name: string | RegExp) => help.getByRole('link', { name });
  const rows = help.getByRole('list').last().getByRole('listitem');
  await expect(rows).toHaveText(HELP_ENTRIES.map((name) => new RegExp(`^${name}( \\(opens in a new tab\\))?$`)));
  await expect(link('FAQs')).toHaveAttribute('href', '/faqs');
  await expect(link('Contact Us')).toHaveAttribute('href', '/contact');
  await expect(link('Help Center')).toHaveAttribute('href', '/help');
  await expect(link('Return & Refund Policy')).toHaveAttribute('href', '/returnandrefundpolicy');
  await expect(link(/^Become a Seller/)).toHaveAttribute('href', '/desk/');
  await expect(link(/^Become a Seller/)).toHaveAttribute('target', '_blank');
  for (const name of ['Track an Order', 'Payment Options']) {
    help = await openMenu(page, 'Help');
    await help.getByRole('button', { name }).click();
    await expect(help).toBeHidden();
    await expectToast(page, 'Coming soon...');
    await dismissToasts(page);
  }

  const all = await fetchCategories(page);
  const allCategories = await openMenu(page, 'All Categories');
  await expect(allCategories.getByRole('link', { name: 'All Products' })).toHaveAttribute(
    'href',
    '/product/list?section=productList&page=1',
  );
  for (const { id, name } of all) {
    if (!isWideScreen(page)) await allCategories.locator('summary', { hasText: name }).click();
    await expect(
      allCategories.getByRole('link', { name: isWideScreen(page) ? name : `All of ${name}`, exact: true }),
    ).toHaveAttribute('href', `/product/list/${id}?section=productCategory&categoryId=${id}&page=1`);
  }
  await allCategories.getByRole('link', { name: 'All Products' }).click();
  await expect(allCategories).toBeHidden();

  for (const name of MEGA_MENUS) {
    const menu = await openMenu(page, name);
    if (!isWideScreen(page)) await menu.locator('summary', { hasText: name }).click();
    for (const sub of all.find((category) => category.name === name)?.subcategories ?? []) {
      const group = menu.locator('section').filter({ has: page.getByRole('heading', { name: sub.name, exact: true }) });
      const links = group.last().getByRole('link');
      await expect(links).toHaveText(sub.subitems.map((item) => item.name));
      const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
      expect(hrefs).toEqual(
        sub.subitems.map(({ id }) => `/product/list/${id}?section=productSubCategory&subCategoryId=${id}&page=1`),
      );
    }
  }
});

test('the Account menu shows a guest Sign In and Sign Up; Tab moves through them and closes the menu after the last one', {
  tag: ['@phone', '@SHELL-9', '@SHELL-22', '@SHELL-28'],
}, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  await accountButton(page).focus();
  await page.keyboard.press('Enter');
  const menu = await waitForPanel(page, accountButton(page));
  await expect(menu.getByRole('listitem')).toHaveText(['Sign In', 'Sign Up']);
  // Both lead back to this page.
  const next = `next=${encodeURIComponent(PRODUCT_LIST_URL)}`;
  await expect(menu.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', `/login?${next}`);
  await expect(menu.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', `/register?${next}`);
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Sign In' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Sign Up' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(accountButton(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(header(page).getByRole('button', { name: /^Cart, / })).toBeFocused();
});

test('the Account menu greets a signed-in shopper by first name and shows six entries; every kind of open menu is accessible', {
  tag: ['@SHELL-23', '@SHELL-29', '@SHELL-30', '@SHELL-31', '@SHELL-35'],
}, async ({ page }) => {
  const profileRequestTokens: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/backend/profile/')) profileRequestTokens.push(request.headers().authorization);
  });
  const token = await signIn(page);
  await openPage(page, MY_INTEREST_URL);
  const menu = await openDropdown(page, accountButton(page));
  await expect(menu.getByText('Hi, Ada')).toBeVisible();
  if (isWideScreen(page)) await expect(accountButton(page)).toHaveAccessibleName('Account: Hi, Ada');
  await expect(menu.getByRole('listitem')).toHaveText([
    'My Profile',
    'My Orders',
    'My Saved Items',
    'My Wallet',
    'Track My Order',
    'Logout',
  ]);
  const paths = await menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(paths).toEqual(['/profile', '/order', '/saved-items', '/wallet', '/order']);
  expect(profileRequestTokens).toEqual([`Token ${token}`]);
  await page.keyboard.press('Escape');

  // The first of the five menus of categories: the others differ in their links.
  for (const opener of dropdownButtons(page).slice(0, isWideScreen(page) ? 5 : 2)) {
    const dropdown = await openDropdown(page, opener);
    await expect(dropdown.getByRole('button').or(dropdown.getByRole('link')).first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
});

test('Logout revokes and removes the token in every tab and opens the home page', {
  tag: ['@phone', '@SHELL-32', '@SHELL-34', '@SESSION-10'],
}, async ({ page, context }) => {
  const token = await signIn(page);
  await page.evaluate(() => localStorage.setItem('merchantToken', 'for-replies'));
  await openPage(page, MY_INTEREST_URL);
  const other = await context.newPage();
  await openPage(other, MY_INTEREST_URL);
  await expect((await openDropdown(other, accountButton(other))).getByText('Hi, Ada')).toBeVisible();

  const menu = await openDropdown(page, accountButton(page));
  const revoked = page.waitForResponse('**/backend/logout/');
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await readStoredTokens(page)).toEqual([null, null]);
  expect((await revoked).ok()).toBe(true);
  const headers = { authorization: `Token ${token}` };
  expect((await page.request.get('/backend/profile/', { headers })).status()).toBe(401);
  await expect((await openDropdown(page, accountButton(page))).getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect((await waitForPanel(other, accountButton(other))).getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test.describe('when account requests fail', { tag: ['@phone'] }, () => {
  test.use({
    expectedErrors: [/Failed to load resource.*\/backend\/(profile|logout|api\/cart|api\/saved-ids|user\/messages)\//],
  });

  test('a failed profile request shows one toast, and the menu still works; Logout removes the token when the server cannot be reached', {
    tag: ['@SHELL-33', '@SHELL-37', '@SHELL-38'],
  }, async ({ page }) => {
    await page.clock.install();
    await page.route('**/backend/profile/', (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
    await page.route('**/backend/logout/', (route) => route.abort());
    const token = await signIn(page);
    await openPage(page, MY_INTEREST_URL);
    await fastForwardUntilVisible(page, toast(page, 'Failed to fetch user profile details'));
    await expectToast(page, 'Failed to fetch user profile details');
    const menu = await openDropdown(page, accountButton(page));
    await expect(menu.getByRole('link', { name: 'My Orders' })).toBeVisible();
    await expect(toast(page, 'Failed to fetch user profile details')).toHaveCount(1);
    expect(await readStoredTokens(page)).toContain(token);

    await menu.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await readStoredTokens(page)).toEqual([null, null]);
  });
});

test('only one menu is open at a time; Escape closes it and returns the focus; a click outside closes it too', {
  tag: ['@SHELL-20', '@SHELL-21'],
}, async ({ page }) => {
  await openPage(page, MY_INTEREST_URL);
  const openMenus = header(page).locator('button[aria-expanded=true]');
  for (const opener of dropdownButtons(page)) {
    // Voice control clicks without pointer events and without focus.
    await opener.evaluate((button: HTMLElement) => button.click());
    await waitForPanel(page, opener);
    await expect(openMenus).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(openMenus).toHaveCount(0);

  for (const opener of dropdownButtons(page)) {
    await opener.click();
    await waitForPanel(page, opener);
    // A click on text leaves the focus on the document.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Escape');
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await waitForPanel(page, opener);
    await page.mouse.click(5, (page.viewportSize()?.height ?? 0) - 5);
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
  }
});

test.describe('mega menus on a wide screen', { tag: ['@phone'] }, () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('mark the category of the list or product, are the five of the specification with an offer, and work by keyboard', {
    tag: ['@SHELL-1', '@SHELL-22', '@SHELL-42', '@SHELL-45', '@SHELL-61'],
  }, async ({ page }) => {
    const [, arts = { id: 0, name: '' }] = await fetchCategories(page);
    const row = page.getByRole('navigation', { name: 'Categories', exact: true });
    const marked = row.locator('[aria-current]');
    await openPage(page, `/product/list/${arts.id}?section=productCategory&categoryId=${arts.id}&page=1`);
    await expect(marked).toHaveText(arts.name);
    const product = productLinks(page).first();
    const title = (await product.textContent()) ?? '';
    await product.click();
    await expect(page).toHaveURL(/product\/details/);
    await expect(pageHeading(page, title)).toBeVisible();
    await expect(marked).toHaveText(arts.name);
    await homeLink(page).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(marked).toHaveCount(0);

    await expect(row.getByRole('listitem').getByRole('button')).toHaveText(MEGA_MENUS);
    for (const name of MEGA_MENUS) {
      const menu = await openMenu(page, name);
      await expect(menu.getByText("Don't miss this offer today.")).toBeVisible();
      const shopNow = menu.getByRole('button', { name: 'Shop Now' });
      await expect(shopNow).toHaveAccessibleDescription('This offer has not started; the button has no effect yet.');
      await shopNow.click();
      await expect(page).toHaveURL(/\/$/);
      await expect(shopNow).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(header(page).locator('button[aria-expanded=true]')).toHaveCount(0);

    const opener = header(page).getByRole('button', { name: 'Food Items' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const first = (await waitForPanel(page, opener)).getByRole('link').first();
    await expect(first).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/section=productSubCategory/);
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test.describe('when menus fail to load', { tag: ['@phone'] }, () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('the categories: the menu shows an error and can be retried', {
    tag: ['@SHELL-46', '@SHELL-47'],
  }, async ({ page }) => {
    await page.clock.install();
    await page.route('**/backend/api/category/', (route) => route.abort());
    await openPage(page, MY_INTEREST_URL);
    const menu = await openMenu(page, 'Food Items');
    await menu.locator('summary', { hasText: 'Food Items' }).click();
    const failed = menu.getByRole('alert');
    await fastForwardUntilVisible(page, failed);
    await expect(failed).toContainText('Failed to fetch nav bar items');
    await page.unroute('**/backend/api/category/');
    await failed.getByRole('button', { name: 'Try Again' }).click();
    await expect(menu.getByRole('link', { name: 'Rice', exact: true })).toBeVisible();
  });

  test('the code of a menu: an error is shown in its place and can be retried', { tag: ['@SHELL-48'] }, async ({
    page,
  }) => {
    const menuButton = header(page).getByRole('button', { name: 'Menu' });
    const MENUS = [
      ['the Account menu', 'header-menus', accountButton(page), () => waitForPanel(page, accountButton(page))],
      ['the country picker', 'country-panel', countryButton(page), () => waitForPanel(page, countryButton(page))],
      ['the menu of categories', '{category-menus,mobile-menu}', menuButton, () => waitForMobileMenu(page)],
    ] as const;
    for (const [, file] of MENUS) await page.route(`**/assets/${file}-*.js`, (route) => route.abort());
    await openPage(page, PRODUCT_LIST_URL);
    for (const [menuName, file, opener, waitForMenu] of MENUS)
      await test.step(menuName, async () => {
        await opener.click();
        await expect(header(page).getByRole('alert')).toHaveText('Network Error');
        await expectOnScreen(header(page).getByRole('alert'));
        // The page itself still works.
        await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
        await page.unroute(`**/assets/${file}-*.js`);
        await header(page).getByRole('button', { name: 'Try Again' }).click();
        await expect(header(page).getByRole('alert')).toBeHidden();
        const menu = await waitForMenu();
        await expect(
          menu
            .getByRole('link', { name: /^(Sign In|Food Items)$/ })
            .or(menu.getByRole('button', { name: 'Change' }))
            .first(),
        ).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden();
      });
  });
});
