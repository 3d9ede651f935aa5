import { brand } from '@sokuwa/contract/brand.ts';
import {
  countryButton,
  footer,
  goHome,
  header,
  MY_INTEREST_URL,
  openFooterColumn,
  openMenu,
  waitForMobileMenu,
} from './page-objects/layout.ts';
import { expectToast } from './page-objects/overlays.ts';
import { PRODUCT_LIST_URL, resultCount, searchBox } from './page-objects/product-list.ts';
import {
  expectAccessible,
  expectNoHorizontalOverflow,
  expectOnScreen,
  expectTouchTargets,
} from './support/assertions.ts';
import { expect, openPage, test, waitForFrames, waitForHydration } from './support/fixtures.ts';
import { openBeforeScripts } from './support/network.ts';
import { signIn } from './support/shoppers.ts';

const OFFER = '₦5,000 or more? Best prices and offers on your order';
const SEARCH_URL = /\/product\/list\?section=searchQuery&query=palm\+oil&page=1$/;

test('the offer of the top bar is not cut off from 320 to 1280 px, in Nigeria and in the United Kingdom', {
  tag: ['@phone', '@SHELL-13', '@SHELL-87'],
}, async ({ page, context, baseURL }) => {
  const expectWholeOffer = async (width: number) => {
    await page.setViewportSize({ width, height: 844 });
    const offer = await expectOnScreen(header(page).getByText(OFFER));
    const size = await offer.evaluate((element) => {
      const bar = element.parentElement?.parentElement?.getBoundingClientRect();
      const text = document.createRange();
      text.selectNodeContents(element);
      const box = text.getBoundingClientRect();
      return {
        isCut: element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
        isInBar: bar !== undefined && box.top >= bar.top && box.bottom <= bar.bottom && box.right <= bar.right,
      };
    });
    expect(size).toEqual({ isCut: false, isInBar: true });
    await expectNoHorizontalOverflow(page);
  };
  for (const [country, name, widths] of [
    ['NG', 'Nigeria', [320, 390, 1280]],
    ['GB', 'United Kingdom', [390, 768]],
  ] as const) {
    await context.addCookies([{ name: 'country', value: country, url: baseURL ?? '' }]);
    await openPage(page, MY_INTEREST_URL);
    await expect(countryButton(page)).toHaveAccessibleName(new RegExp(name));
    for (const width of widths) await test.step(`${country}, ${width} px`, () => expectWholeOffer(width));
  }
});

test('search runs on Enter and by its button, with the trimmed term, but not for an empty term', {
  tag: ['@SHELL-14', '@SEARCH-1', '@SEARCH-2', '@SEARCH-3'],
}, async ({ page }) => {
  await openPage(page, MY_INTEREST_URL);
  const url = page.url();
  for (const term of ['', '   ']) {
    await searchBox(page).fill(term);
    await searchBox(page).press('Enter');
    await header(page).getByRole('button', { name: 'Search' }).click();
    // The focus stays in the box.
    await expect(searchBox(page)).toBeFocused();
    expect(page.url()).toBe(url);
  }
  await searchBox(page).fill('  palm oil ');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(SEARCH_URL);
  await expect(resultCount(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/my-interest$/);
  await expect(page.getByRole('heading', { level: 1, name: 'My Interest' })).toBeVisible();
  await searchBox(page).fill('palm oil');
  await header(page).getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(SEARCH_URL);
});

test('a term that is typed before the scripts run stays in the field and can be searched', {
  tag: ['@phone', '@SEARCH-2'],
}, async ({ page }) => {
  const release = await openBeforeScripts(page, MY_INTEREST_URL);
  await searchBox(page).fill('palm oil');
  release();
  await waitForHydration(page);
  // The effects of hydration run a little later.
  await waitForFrames(page);
  await expect(searchBox(page)).toHaveValue('palm oil');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(SEARCH_URL);
});

test('the top bar shows country, currency and an offer; the footer what the shop is, how to contact it and its social profiles', {
  tag: [
    '@SHELL-7',
    '@SHELL-13',
    '@SHELL-49',
    '@SHELL-50',
    '@SHELL-52',
    '@SHELL-53',
    '@SHELL-54',
    '@SHELL-55',
    '@SHELL-56',
    '@COUNTRY-12',
  ],
}, async ({ page }) => {
  await openPage(page, MY_INTEREST_URL);
  await expect(countryButton(page)).toHaveText(/Nigeria · ₦ NGN$/);
  await expect(header(page).getByText(OFFER)).toBeVisible();

  await expect(footer(page).getByText(/largest African marketplace.*delivered from Africa to your door/)).toBeVisible();
  await expect(footer(page).getByText(brand.postalAddress)).toBeVisible();
  await expect(footer(page).getByRole('link', { name: brand.email })).toHaveAttribute('href', `mailto:${brand.email}`);
  await expect(footer(page).getByText(`© ${new Date().getUTCFullYear()} ${brand.name}`)).toBeVisible();
  const marks = footer(page).getByRole('list', { name: 'Ways to pay' }).getByRole('img');
  const names = ['Verve', 'Mastercard', 'VISA', 'PayPal', 'Transfer'];
  expect(await marks.evaluateAll((images) => images.map((image) => image.getAttribute('alt')))).toEqual(names);
  const sources = await marks.evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  expect(new Set(sources).size).toBe(5);
  for (const source of sources) {
    const response = await page.request.get(source ?? '');
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toContain('image/svg+xml');
    expect(await response.text()).toMatch(/<(path|circle)/);
  }
  const selling = footer(page).getByRole('link', { name: /^START SELLING/ });
  await expect(selling).toHaveAttribute('href', '/desk/');
  await expect(selling).toHaveAttribute('target', '_blank');

  const profiles = footer(page)
    .getByRole('list', { name: /elsewhere/ })
    .getByRole('link');
  await expect(profiles).toHaveText(
    ['Facebook', 'X', 'LinkedIn', 'WhatsApp', 'Instagram', 'YouTube'].map((name) => `${name} (opens in a new tab)`),
  );
  for (const link of await profiles.all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('href', /^https:\/\//);
  }
});

test('the footer links to every category, and each list opens at the top', { tag: ['@SHELL-59'] }, async ({ page }) => {
  const all: { id: number; name: string }[] = await (await page.request.get('/backend/api/category/')).json();
  await openPage(page, PRODUCT_LIST_URL);
  const links = (await openFooterColumn(page, 'All categories')).getByRole('link');
  await expect(links).toHaveText(all.map(({ name }) => name));
  const { id, name } = all[1] ?? { id: 0, name: '' };
  // The second click is on the link of the current page.
  for (let click = 0; click < 2; click++) {
    await links.filter({ hasText: name }).click();
    await expect(page).toHaveURL(`/product/list/${id}?section=productCategory&categoryId=${id}&page=1`);
    await expect(resultCount(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  }
});

test.describe('on a narrow screen', { tag: ['@phone'] }, () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the newsletter form sends nothing and says so; the link columns of the footer are folded, unfold by keyboard and link to the pages of the shop; Delivery Information is coming soon', {
    tag: ['@SHELL-51', '@SHELL-57', '@SHELL-58', '@SHELL-60', '@SHELL-61', '@SHELL-91', '@SHELL-88'],
  }, async ({ page }) => {
    await openPage(page, MY_INTEREST_URL);
    await test.step('the newsletter form', async () => {
      const field = footer(page).getByPlaceholder('Enter you email...');
      const subscribe = footer(page).getByRole('button', { name: 'Subscribe' });
      await expect(field).toHaveAttribute('type', 'email');
      const note = 'The newsletter has not started; the button has no effect yet.';
      await expect(subscribe).toHaveAccessibleDescription(note);
      await footer(page).getByText(note).scrollIntoViewIfNeeded();
      await expectOnScreen(footer(page).getByText(note));
      const calls: string[] = [];
      page.on('request', (request) => calls.push(request.url()));
      await field.fill('ada@example.com');
      await field.press('Enter');
      await subscribe.click();
      await expect(field).toHaveValue('ada@example.com');
      await expect(subscribe).toBeEnabled();
      await expect(page).toHaveURL(/my-interest$/);
      expect(calls).toEqual([]);
    });
    const box = await footer(page).boundingBox();
    expect(box?.height).toBeLessThan(900);
    for (const [name, title, link] of [
      [brand.name, brand.name, 'About us'],
      ['All categories', 'Categories', 'Health & Beauty'],
    ] as const) {
      const column = footer(page).getByRole('navigation', { name });
      const fold = column.getByRole('button', { name: title });
      await expect(fold).toHaveAttribute('aria-expanded', 'false');
      await expect(column.getByRole('link')).toHaveCount(0);
      await fold.focus();
      await page.keyboard.press('Enter');
      await expect(fold).toHaveAttribute('aria-expanded', 'true');
      await column.getByRole('link', { name: link }).scrollIntoViewIfNeeded();
      await expectOnScreen(column.getByRole('link', { name: link }));
      await expectTouchTargets(column.getByRole('link').or(column.getByRole('button')), { isHeightEnough: true });
    }
    await expectAccessible(page);
    const pages = await openFooterColumn(page, brand.name);
    const hrefs = await pages.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(['/', '/about', '/contact', '/help', '/privacypolicy', '/termsandconditions']);
    await expect(pages.getByRole('link', { name: 'Support Center' })).toHaveAttribute('href', '/help');
    await pages.getByRole('button', { name: 'Delivery Information' }).click();
    await expectToast(page, 'Coming soon...');
    await expect(page).toHaveURL(/my-interest$/);
  });

  test('the menu opens and closes, and has a search field and all entries of the wide header', {
    tag: ['@SHELL-7', '@SHELL-8', '@SHELL-15', '@SHELL-17', '@SHELL-18', '@SHELL-19', '@MERCHANT-1'],
  }, async ({ page }) => {
    await openPage(page, MY_INTEREST_URL);
    const opener = header(page).getByRole('button', { name: 'Menu' });
    await opener.click();
    const menu = await waitForMobileMenu(page);
    for (const name of ['Sign In', 'Sign Up', 'All Products', 'Hot Deals', 'FAQs', 'Return & Refund Policy'])
      await expect(menu.getByRole('link', { name })).toBeVisible();
    await expect(menu.locator('summary')).toHaveCount(5);
    const seller = menu.getByRole('link', { name: /^Start Selling/ });
    await expect(seller).toHaveAttribute('href', '/desk/');
    await expect(seller).toHaveAttribute('target', '_blank');
    await expect(seller).toHaveAccessibleName('Start Selling (opens in a new tab)');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.press('Enter');
    await waitForMobileMenu(page);
    await menu.getByRole('button', { name: 'Close' }).click();
    await expect(menu).toBeHidden();

    await openMenu(page, 'Menu');
    const box = menu.getByRole('searchbox', { name: 'Search products' });
    await box.fill('   ');
    await box.press('Enter');
    await expect(menu).toBeVisible();
    await box.fill(' palm oil ');
    await box.press('Enter');
    await expect(page).toHaveURL(SEARCH_URL);
    await expect(menu).toBeHidden();
  });

  test('the menu shows account entries to signed-in shoppers', { tag: ['@SHELL-19'] }, async ({ page }) => {
    await signIn(page);
    await openPage(page, MY_INTEREST_URL);
    const menu = await openMenu(page, 'Menu');
    await expect(menu.getByText('Hi, Ada')).toBeVisible();
    await expect(menu.getByRole('link', { name: 'My Saved Items' })).toHaveAttribute('href', '/saved-items');
    await expect(menu.getByRole('link', { name: 'Sign In' })).toBeHidden();
    await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();
  });
});

test.describe('an unknown URL', { tag: ['@phone'] }, () => {
  test.use({ expectedErrors: [/Failed to load resource.*status of 404/] });
  test('returns 404 and shows a page of the shop with a link home', {
    tag: ['@SHELL-68', '@SHELL-69', '@INFO-46'],
  }, async ({ page }) => {
    for (const path of [
      '/no/such/page',
      '/product/list/nothing',
      '/product/list/99999?section=productCategory&categoryId=99999&page=1',
      '/product/list?section=productCategory&categoryId=99999&page=1',
    ])
      await test.step(path, async () => {
        const response = await page.request.get(path);
        expect(response.status()).toBe(404);
        const html = await response.text();
        expect(html).toContain('This stall has moved');
        expect(html).toContain('<meta name="robots" content="noindex"/>');
      });
    for (const path of ['/no/such/page', '/product/list?section=productCategory&categoryId=99999&page=1']) {
      await openPage(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This stall has moved');
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    }
    await goHome(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('African Foodstuffs & Groceries');
  });
});
