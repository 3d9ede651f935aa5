import type { Locator } from '@playwright/test';
import {
  confirmPrices,
  NO_PRODUCTS_FOUND,
  openFilters,
  PRODUCT_LIST_URL,
  productLinks,
  productResults,
  resultCount,
} from './page-objects/product-list.ts';
import { fetchFromApi, type ProductListResponse } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { expect, navigate, openPage, type Page, test } from './support/fixtures.ts';
import { mockRequests } from './support/network.ts';

const minimumField = (filters: Locator) => filters.getByRole('spinbutton', { name: 'Minimum price' });
const maximumField = (filters: Locator) => filters.getByRole('spinbutton', { name: 'Maximum price' });
const parseNaira = (text: string) => Number(text.replace(/[₦,]/g, ''));

const applyRange = async (page: Page, min: string, max: string): Promise<Locator> => {
  const filters = await openFilters(page);
  await minimumField(filters).fill(min);
  await maximumField(filters).fill(max);
  await confirmPrices(filters);
  return filters;
};

test('invalid price ranges, and beside the list two empty prices, show their error messages and send no request', {
  tag: ['@LIST-22', '@LIST-23', '@LIST-24', '@LIST-25', '@LIST-26'],
}, async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('min_price')) calls.push(request.url());
  });
  await openPage(page, PRODUCT_LIST_URL);
  for (const [min, max, message] of [
    ['20', '10', 'Maximum price cannot be less than minimum price'],
    ['-5', '10', 'Prices cannot be negative'],
  ] as const) {
    const filters = await applyRange(page, min, max);
    await expect(filters.getByRole('alert')).toHaveText(message);
    await expect(minimumField(filters)).toHaveAttribute('aria-invalid', 'true');
    await expect(minimumField(filters)).toHaveAccessibleDescription(message);
  }
  const filters = await openFilters(page);
  await minimumField(filters).fill('');
  await minimumField(filters).pressSequentially('1e');
  await confirmPrices(filters);
  await expect(filters.getByRole('alert')).toHaveText('Please enter valid numbers');
  await expectAccessible(page);
  for (const field of [minimumField(filters), maximumField(filters)]) await expect(field).toHaveAttribute('min', '0');

  await filters.getByRole('button', { name: 'Reset' }).click();
  await expect(filters.getByRole('alert')).toHaveText('');
  await expect(maximumField(filters)).toHaveValue('');
  await expect(page).toHaveURL(PRODUCT_LIST_URL);

  await page.keyboard.press('Escape');
  await expect(filters).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await applyRange(page, '', '');
  await expect(page.getByRole('complementary', { name: 'Filters' }).getByRole('alert')).toHaveText(
    'Please enter a minimum and maximum price',
  );
  await expect(page).toHaveURL(PRODUCT_LIST_URL);
  expect(calls).toEqual([]);
});

test('one price is enough, in the URL and in the filters, to filter by this limit only', {
  tag: ['@LIST-26', '@LIST-28', '@LIST-29'],
}, async ({ page }) => {
  const expectFiltered = async (params: string, chip: string) => {
    await expect(page).toHaveURL(`${PRODUCT_LIST_URL}&${params}`);
    await expect(page.getByRole('link', { name: `Remove ${chip}`, exact: true })).toBeVisible();
    const { count } = await fetchFromApi<ProductListResponse>(page, `/api/products/?page=1&country_code=NG&${params}`);
    await expect(resultCount(page)).toHaveText(`We found ${count} items for you!`);
  };
  await openPage(page, `${PRODUCT_LIST_URL}&max_price=2000`);
  await expectFiltered('max_price=2000', 'Up to ₦2,000');
  for (const [min, max, params, chip] of [
    ['', '5000', 'max_price=5000', 'Up to ₦5,000'],
    ['20000', '', 'min_price=20000', 'From ₦20,000'],
  ] as const)
    await test.step(chip, async () => {
      const filters = await openFilters(page);
      // Cards also show the visitor's currency, so the filter names its own.
      await expect(filters.getByRole('heading', { name: 'Price in naira (₦)' })).toBeVisible();
      await applyRange(page, min, max);
      await expectFiltered(params, chip);
      await expect((await openFilters(page)).getByRole('alert')).toHaveText('');
    });
});

test('a price range filters the whole list inclusively from page 1, also by the page itself, and Reset removes it', {
  tag: ['@LIST-21', '@LIST-27', '@LIST-29', '@LIST-30', '@LIST-31'],
}, async ({ page }) => {
  await openPage(page, '/product/list?section=productList&page=3');
  const all = await fetchFromApi<ProductListResponse>(page, '/api/products/?page=1&country_code=NG');
  const prices = all.results.map(({ display_price }) => parseNaira(display_price)).sort((a, b) => a - b);
  const [min = 0, max = 0] = [prices[10], prices[30]];
  await applyRange(page, String(min), String(max));
  await expect(page).toHaveURL(`/product/list?section=productList&page=1&min_price=${min}&max_price=${max}`);
  const { count, results: products } = await fetchFromApi<ProductListResponse>(
    page,
    `/api/products/?page=1&country_code=NG&min_price=${min}&max_price=${max}`,
  );
  const inRange = products.map(({ display_price }) => parseNaira(display_price));
  expect([Math.min(...inRange) >= min, Math.max(...inRange) <= max]).toEqual([true, true]);
  await expect(resultCount(page)).toHaveText(`We found ${count} items for you!`);
  await expect(productLinks(page)).toHaveCount(products.length);

  const filters = await openFilters(page);
  await expect(minimumField(filters)).toHaveValue(String(min));
  await filters.getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL(PRODUCT_LIST_URL);
  await expect(resultCount(page)).toHaveText(`We found ${all.count} items for you!`);
  await expect(minimumField(await openFilters(page))).toHaveValue('');

  // A range of a single price.
  const [first] = all.results;
  const price = parseNaira(first?.display_price ?? '');
  await applyRange(page, String(price), String(price));
  await expect(page).toHaveURL(new RegExp(`min_price=${price}&max_price=${price}$`));
  const single = await fetchFromApi<ProductListResponse>(
    page,
    `/api/products/?page=1&country_code=NG&min_price=${price}&max_price=${price}`,
  );
  await expect(resultCount(page)).toHaveText(`We found ${single.count} items for you!`);
  await expect(productLinks(page)).toHaveCount(single.results.length);
  await expect(productLinks(page).filter({ hasText: first?.title ?? '' })).toBeVisible();
  // Products outside the range, from before it or from the server, are hidden.
  const cards = productResults(page).getByRole('article');
  await expect(cards.filter({ hasNotText: first?.display_price ?? '' })).toHaveCount(0);

  await mockRequests(page, /\/backend\/api\/products\/\?.*max_price/, (route) => route.fulfill({ json: all }));
  const limit = prices[20] ?? 0;
  await applyRange(page, '0', String(limit));
  await expect(productLinks(page)).toHaveCount(prices.filter((value) => value <= limit).length);
});

test('a range without products shows a message and can be cleared; the chip of a price range removes it; an invalid range in the URL shows its message', {
  tag: ['@LIST-50'],
}, async ({ page }) => {
  await openPage(page, `${PRODUCT_LIST_URL}&min_price=0.01&max_price=0.02`);
  await expect(page.getByRole('heading', { name: NO_PRODUCTS_FOUND })).toBeVisible();
  await expect(resultCount(page)).toHaveText('We found 0 items for you!');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(PRODUCT_LIST_URL);
  await expect(productLinks(page)).toHaveCount(50);

  await applyRange(page, '2000', '15000');
  await page.getByRole('link', { name: 'Remove ₦2,000 to ₦15,000' }).click();
  await expect(page).toHaveURL(PRODUCT_LIST_URL);
  await expect(productResults(page)).toBeFocused();

  await test.step('an invalid range in the URL', async () => {
    await navigate(page, `${PRODUCT_LIST_URL}&min_price=20&max_price=10`);
    await expect(page.getByRole('heading', { name: NO_PRODUCTS_FOUND })).toBeVisible();
    const filters = await openFilters(page);
    await expect(filters.getByRole('alert')).toHaveText('Maximum price cannot be less than minimum price');
  });
});
