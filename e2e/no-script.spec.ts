import type { Locator } from '@playwright/test';
import {
  NO_PRODUCTS_FOUND,
  PRODUCT_LIST_URL,
  pageHeading,
  pagination,
  productLinks,
  resultCount,
  searchBox,
  viewAllLink,
} from './page-objects/product-list.ts';
import { fetchFromApi, type ProductListResponse } from './support/api.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { expect, test } from './support/fixtures.ts';

test.use({ launchOptions: chromiumWithPictures });

test.use({ javaScriptEnabled: false });

test('without JavaScript lists and products are readable, with their pictures', {
  tag: ['@LIST-66', '@LIST-67'],
}, async ({ page }) => {
  await page.goto(PRODUCT_LIST_URL);
  await expect(resultCount(page)).toBeVisible();
  const card = page.getByRole('main').getByRole('article').first();
  await expect(card).toContainText('₦');
  const width = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(() => width(card.locator('img'))).toBeGreaterThan(0);
  // Buttons that need JavaScript are absent.
  await expect(page.getByRole('button', { name: /^Add .* to cart$/ })).toHaveCount(0);
  const title = (await productLinks(page).first().textContent())?.trim() ?? '';
  await productLinks(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const largePicture = page.getByRole('list', { name: /^Pictures of / }).locator('img');
  await expect.poll(() => width(largePicture.first())).toBeGreaterThan(0);
  await expect(page.getByRole('main')).toContainText('₦');
  await expect(page.getByRole('main')).toContainText('Merchant Name');
  // Without tabs, all panels are shown.
  await expect(page.getByText('No warranty available at the moment')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Have an account? Log in' })).toBeVisible();
  await expect(page.getByText('needs JavaScript. Please switch it on to buy.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Add To Cart' })).toHaveCount(0);
  await page.getByRole('link', { name: 'View Merchant Store' }).click();
  await expect(page.getByRole('list', { name: 'About this store' })).toBeVisible();
  await page.goto('/product/shopping/cart');
  // Playwright does not match text inside noscript.
  await expect(page.locator('main noscript p')).toBeVisible();
});

test('without JavaScript pagination works by links', { tag: ['@LIST-68'] }, async ({ page }) => {
  // Of a category to which no journey adds products meanwhile.
  const crafts = '/product/list/2?section=productCategory&categoryId=2';
  await page.goto(`${crafts}&page=1`);
  const first = await productLinks(page).allTextContents();
  await pagination(page).getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(`${crafts}&page=2`);
  const second = await productLinks(page).allTextContents();
  expect(second.filter((title) => first.includes(title))).toEqual([]);
  await page.goto(`${crafts}&page=99`);
  await expect(page.getByRole('heading', { name: NO_PRODUCTS_FOUND })).toBeVisible();
  await page.getByRole('link', { name: 'Back to page 1' }).click();
  await expect(productLinks(page)).toHaveText(first);
});

test('without JavaScript the search form is submitted', { tag: ['@SEARCH-4'] }, async ({ page }) => {
  await page.goto('/');
  await searchBox(page).fill(' plantin');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL('/product/list?section=searchQuery&query=+plantin&page=1');
  await expect(pageHeading(page, 'Results for “plantin”')).toBeVisible();
  await expect(productLinks(page).first()).toHaveText(/plantain/i);
  await viewAllLink(page).click();
  await expect(pageHeading(page, 'All Products')).toBeVisible();
});

test(
  'without JavaScript lists are selected, filtered and sorted by forms and links',
  { tag: ['@LIST-69'] },
  async ({ page }, { project }) => {
    await page.goto(PRODUCT_LIST_URL);
    const listForm = page
      .getByRole('main')
      .locator('form')
      .filter({ has: page.getByRole('combobox', { name: 'Filter by' }) });
    await listForm.getByRole('combobox').selectOption('New Arrivals');
    await listForm.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL('/product/list?section=newArrivals&page=1');
    await expect(pageHeading(page, 'New Arrivals')).toBeVisible();

    const filters = page.getByRole('complementary', { name: 'Filters' });
    // On a phone the filters are below the products.
    if (project.name === 'phone')
      await page.getByRole('main').getByRole('link', { name: 'Filter', exact: true }).click();
    await expect(filters).toBeInViewport();
    await filters.getByRole('spinbutton', { name: 'Minimum price' }).fill('2000');
    // Products that other journeys add meanwhile cost more.
    await filters.getByRole('spinbutton', { name: 'Maximum price' }).fill('8000');
    await filters.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL('/product/list?min_price=2000&max_price=8000&section=newArrivals&page=1#results');
    await filters.getByRole('link', { name: 'In stock only' }).click();

    const sortForm = page
      .getByRole('main')
      .locator('form')
      .filter({ has: page.getByRole('combobox', { name: 'Sort by' }) });
    await sortForm.getByRole('combobox').selectOption('Price: low to high');
    await sortForm.getByRole('button', { name: 'Show' }).click();
    const expectedList = await fetchFromApi<ProductListResponse>(
      page,
      '/api/new-arrivals/?page=1&country_code=NG&min_price=2000&max_price=8000&in_stock=true&sort=price',
    );
    await expect(resultCount(page)).toHaveText(`We found ${expectedList.count} items for you!`);
    expect(await productLinks(page).allTextContents()).toEqual(expectedList.results.map(({ title }) => title));
    await page.getByRole('link', { name: 'Remove ₦2,000 to ₦8,000' }).click();
    await expect(page.getByRole('link', { name: 'Remove In stock only' })).toBeVisible();
  },
);

test('without JavaScript categories and sub-items are links', { tag: ['@LIST-69'] }, async ({ page }) => {
  await page.goto(PRODUCT_LIST_URL);
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('link', { name: 'African Fashion' }).click();
  await expect(pageHeading(page, 'African Fashion')).toBeVisible();
  await expect(filters.getByRole('link', { name: 'African Fashion' })).toHaveAttribute('aria-current', 'page');
  await filters.locator('summary').filter({ hasText: 'Bags & Purses' }).click();
  await filters.getByRole('link', { name: 'Clutches & Purses' }).click();
  await expect(page).toHaveURL('/product/list/30402?section=productSubCategory&subCategoryId=30402&page=1');
  await expect(pageHeading(page, 'Clutches & Purses')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ expectedErrors: [/status of 404.*\/product\/details\/abc/] });
  test('an invalid URL shows an error', { tag: ['@LIST-70'] }, async ({ page }) => {
    await page.goto('/product/list?section=nonsense');
    await expect(page.getByRole('heading', { name: 'Invalid section' })).toBeVisible();
    await page.goto(`${PRODUCT_LIST_URL}&min_price=20&max_price=10`);
    await expect(page.getByText('Maximum price cannot be less than minimum price')).toBeVisible();
    await page.goto('/product/details/abc');
    await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible();
  });
});
