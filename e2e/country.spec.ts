import type { Locator } from '@playwright/test';
import { countryButton, goHome, MY_INTEREST_URL, openDropdown, waitForPanel } from './page-objects/layout.ts';
import { PRODUCT_LIST_URL, productLinks } from './page-objects/product-list.ts';
import { expectAccessible, expectOnScreen } from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, openPage, type Page, test, waitForFrames, waitForHydration } from './support/fixtures.ts';
import { abortRequest, holdRequests } from './support/network.ts';

const countries = (page: Page): Locator => page.getByRole('list', { name: 'Countries', exact: true });
const filterField = (page: Page): Locator => page.getByRole('searchbox', { name: 'Find a country' });
const firstCard = (page: Page): Locator => page.getByRole('main').getByRole('article').first();

const openList = async (page: Page): Promise<Locator> => {
  const picker = await openDropdown(page, countryButton(page));
  await picker.getByRole('button', { name: 'Change' }).click();
  return expectOnScreen(picker);
};
const chooseCountry = async (page: Page, name: string): Promise<void> => {
  await openList(page);
  await countries(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
};
const storeCountry = (page: Page, text: string): Promise<void> =>
  page.evaluate((value) => localStorage.setItem('country', value), text);
const readStoredCountry = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('country'));

test('choosing a country stores it, also for the server, closes the list, and changes the prices at once, after a reload, and of the product in another tab', {
  tag: [
    '@phone',
    '@COUNTRY-4',
    '@COUNTRY-10',
    '@COUNTRY-11',
    '@COUNTRY-14',
    '@COUNTRY-15',
    '@COUNTRY-16',
    '@COUNTRY-18',
    '@MONEY-10',
  ],
}, async ({ page, context }) => {
  const other = await context.newPage();
  await openPage(other, '/product/details/1');
  await expect(other.getByRole('main')).toContainText(/Converted Price\s*≈ US\$/);
  await openPage(page, PRODUCT_LIST_URL);
  const card = firstCard(page);
  await expect(card).toContainText('$');
  const title = await productLinks(page).first().textContent();

  await chooseCountry(page, 'United Kingdom');
  await expect(card).toContainText('£');
  await expect(card).not.toContainText('$');
  await expect(productLinks(page).first()).toHaveText(title ?? '');
  await expect(countries(page)).toBeHidden();
  await expect(await waitForPanel(page, countryButton(page))).toContainText('United Kingdom');
  await expect(page.getByRole('button', { name: 'Change' })).toBeFocused();
  expect(JSON.parse((await readStoredCountry(page)) ?? '{}')).toEqual({ code: 'GB', name: 'United Kingdom' });
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === 'country')?.value).toBe('GB');
  await expect(other.getByRole('main')).toContainText(/Converted Price\s*≈ £/);
  await expect(other.getByRole('main')).not.toContainText('US$');
  await expect(countryButton(other)).toContainText('United Kingdom');

  await page.reload();
  // The server-rendered page has these prices, before hydration.
  await expect(card).toContainText('£');
  await waitForHydration(page);
  await expect(card).toContainText('£');
  await expect(countryButton(page)).toContainText('United Kingdom');
});

test('the picker shows the country; Change opens an accessible list of at most 400 px with common countries and a filter, Cancel closes it', {
  tag: [
    '@SHELL-23',
    '@SHELL-24',
    '@COUNTRY-1',
    '@COUNTRY-2',
    '@COUNTRY-3',
    '@COUNTRY-6',
    '@COUNTRY-12',
    '@COUNTRY-25',
    '@COUNTRY-26',
  ],
}, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  const all: unknown[] = await (await page.request.get('/backend/countries/')).json();
  const picker = await openDropdown(page, countryButton(page));
  await expect(picker).toContainText('Nigeria');
  await expect(countries(page)).toBeHidden();
  await picker.getByRole('button', { name: 'Change' }).click();
  await expect(countries(page).getByRole('button')).toHaveCount(all.length);
  // Only the box around the list scrolls.
  const box = countries(page).locator('..');
  await expectOnScreen(box);
  const height = await box.evaluate((element) => ({ visible: element.clientHeight, total: element.scrollHeight }));
  expect(height.visible).toBeLessThanOrEqual(400);
  expect(height.total).toBeGreaterThan(2000);
  await expect(countries(page).getByRole('button', { name: /^Nigeria/ })).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);
  await expect(picker.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-expanded', 'true');
  await picker.getByRole('button', { name: 'Cancel' }).click();
  await expect(countries(page)).toBeHidden();
  await expect(picker.getByRole('button', { name: 'Change' })).toBeVisible();

  await openList(page);
  const common = page.getByRole('list', { name: 'Common countries' });
  await expect(common.getByRole('button')).toHaveText([
    /Nigeria/,
    /United Kingdom/,
    /United States/,
    /Canada/,
    /Ghana/,
    /Germany/,
  ]);
  const right = (box: { x: number; width: number } | null) => (box ? box.x + box.width : Number.NaN);
  expect(right(await filterField(page).boundingBox())).toBeLessThan(right(await picker.boundingBox()));
  await expectOnScreen(common.getByRole('button').first());
  await expectOnScreen(common.getByRole('button').last());
  for (const [typed, names] of [
    ['united k', [/^United Kingdom/]],
    ['IVOIRE', [/^Côte d.Ivoire/]],
    ['gh', [/^Ghana/]],
    ['ngn', [/^Nigeria/]],
  ] as const) {
    await filterField(page).fill(typed);
    await expect(countries(page).getByRole('button')).toHaveCount(names.length);
    for (const name of names) await expectOnScreen(countries(page).getByRole('button', { name }));
    await expect(picker.getByText('1 country found')).toBeAttached();
    await expect(common).toHaveCount(0);
  }
  await filterField(page).fill('zzz');
  await expectOnScreen(picker.getByText('No country has this name.'));
  await expect(picker.getByText('0 countries found')).toBeAttached();
  await filterField(page).press('Enter');
  await expect(countryButton(page)).toContainText('Nigeria');
  await filterField(page).fill('united k');
  await filterField(page).press('Enter');
  await expect(countryButton(page)).toContainText('United Kingdom');
  await expect(firstCard(page)).toContainText('£');
});

test('a country stored by another script is used after the next navigation; choosing one fetches all lists of the home page again', {
  tag: ['@phone', '@COUNTRY-17', '@COUNTRY-18'],
}, async ({ page }) => {
  await openPage(page, MY_INTEREST_URL);
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  await storeCountry(page, '{"code":"GB"}');
  await goHome(page);
  await expect(page.getByRole('list', { name: 'Hot Deals', exact: true })).toContainText('£');
  await expect(countryButton(page)).toContainText('United Kingdom');

  const requestedPaths: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    // The product under the pointer may be prefetched.
    const isPrefetch = url.pathname.startsWith('/backend/api/products/');
    if (url.searchParams.get('country_code') === 'DE' && !isPrefetch) requestedPaths.push(url.pathname);
  });
  await chooseCountry(page, 'Germany');
  for (const name of ['Hot Deals', 'New Arrivals', 'Our Brands'])
    await expect(page.getByRole('list', { name, exact: true })).toContainText('€');
  expect(requestedPaths.sort()).toEqual([
    '/backend/api/hot-deals/',
    '/backend/api/new-arrivals/',
    '/backend/api/sokuwa-brands/',
  ]);
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
});

test.describe('an invalid stored country', { tag: ['@phone'] }, () => {
  test('that is not an object with a code leaves the default country', { tag: ['@COUNTRY-19'] }, async ({ page }) => {
    await page.goto('/robots.txt');
    await storeCountry(page, '{"code":"united kingdom"}');
    await openPage(page, PRODUCT_LIST_URL);
    await expect(countryButton(page)).toContainText('Nigeria');
    await expect(firstCard(page)).toContainText('US$');
    /** Stores a text as another tab does. */
    const storeInOtherTab = (text: string) =>
      page.evaluate((value) => {
        localStorage.setItem('country', value);
        dispatchEvent(new StorageEvent('storage', { key: 'country', newValue: value, storageArea: localStorage }));
      }, text);
    for (const text of ['GB', '{', 'null', '[]', '{"code":5}', '{"name":"Ghana"}', ''])
      await test.step(text || 'an empty text', async () => {
        await storeInOtherTab(text);
        await waitForFrames(page);
        await expect(countryButton(page)).toContainText('Nigeria');
        await expect(firstCard(page)).toContainText('US$');
      });
    await storeInOtherTab('{"code":"GB"}');
    await expect(firstCard(page)).toContainText('£');
  });

  test('an unknown country code is removed, and no list is fetched with it', {
    tag: ['@COUNTRY-20', '@COUNTRY-21'],
  }, async ({ page, context }) => {
    await page.goto('/robots.txt');
    await storeCountry(page, '{"code":"ZZ","name":"Nowhere"}');
    await context.addCookies([{ name: 'country', value: 'ZZ', url: page.url() }]);
    const requestsWithUnknownCode: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('country_code=ZZ')) requestsWithUnknownCode.push(request.url());
    });
    await openPage(page, PRODUCT_LIST_URL);
    await expect.poll(() => readStoredCountry(page)).toBeNull();
    await goHome(page);
    await expect(page.getByRole('list', { name: 'Hot Deals', exact: true })).toContainText('US$');
    await expect(countryButton(page)).toContainText('Nigeria');
    expect(requestsWithUnknownCode).toEqual([]);
  });
});

test.describe('when the countries fail to load', { tag: ['@phone'] }, () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\/countries\//] });

  test('the picker shows an error of the server or the network and can be retried, and the prices stay', {
    tag: ['@COUNTRY-23', '@COUNTRY-24'],
  }, async ({ page }) => {
    await page.clock.install();
    await page.route('**/backend/countries/', (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
    await openPage(page, PRODUCT_LIST_URL);
    const picker = await openList(page);
    const alert = picker.getByRole('alert');
    const expectError = async () => {
      await fastForwardUntilVisible(page, alert);
      await expect(alert).toContainText('Failed to load countries list');
      await expect(picker).toContainText('Nigeria');
      await expect(firstCard(page)).toContainText('US$');
    };
    await expectError();
    await expectAccessible(page);

    await page.unroute('**/backend/countries/');
    // Hold the new request until the error of the previous one has disappeared.
    const releaseRetries = await holdRequests(page, '**/backend/countries/', abortRequest);
    await picker.getByRole('button', { name: 'Try Again' }).click();
    await expect(alert).toBeHidden();
    releaseRetries();
    await expectError();

    await page.unroute('**/backend/countries/');
    await picker.getByRole('button', { name: 'Try Again' }).click();
    await expect(countries(page).getByRole('button', { name: /^Ghana/ })).toBeVisible();
  });
});

test('a country can be chosen by keyboard', { tag: ['@phone', '@COUNTRY-5'] }, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  await countryButton(page).focus();
  await page.keyboard.press('Enter');
  const picker = await waitForPanel(page, countryButton(page));
  await expect(picker.getByRole('button', { name: 'Change' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Change' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(countries(page)).toBeVisible();
  await expectOnScreen(picker);
  await expect(filterField(page)).toBeFocused();
  // Arrow keys move down into the list and up again.
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('list', { name: 'Common countries' }).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(filterField(page)).toBeFocused();
  await page.keyboard.type('aland');
  await expect(countries(page).getByRole('button')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(countries(page).getByRole('button', { name: /^Åland Islands/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(countryButton(page)).toContainText('Åland Islands');
  await expect(firstCard(page)).toContainText('€');
  await page.keyboard.press('Escape');
  await expect(countryButton(page)).toBeFocused();
});
