import type { Locator } from '@playwright/test';
import { expectOnScreen } from '../support/assertions.ts';
import { expect, type Page } from '../support/fixtures.ts';

export const PRODUCT_LIST_URL = '/product/list?section=productList&page=1';
export const LOAD_ERROR = 'There was an error loading the products. Please try again later.';
export const NO_PRODUCTS_FOUND = 'No products found. Please try a different category, subcategory or check back later.';

export const pageHeading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** "We found 420 items for you!" */
export const resultCount = (page: Page) => page.getByText(/^We found \d+ items for you!$/);
export const productResults = (page: Page) => page.getByRole('region', { name: 'Products', exact: true });
/** The titles of the products on the page, each a link to its product. */
export const productLinks = (page: Page) => page.getByRole('main').getByRole('article').getByRole('link');
/** Selects one of the four lists of the shop. */
export const filterBySelect = (page: Page) => page.getByRole('combobox', { name: 'Filter by' });
export const pagination = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
export const viewAllLink = (page: Page) => page.getByRole('main').getByRole('link', { name: 'View All Products' });

export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search products' });
export const searchFor = async (page: Page, term: string): Promise<void> => {
  await searchBox(page).fill(term);
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(/section=searchQuery/);
  await expect(resultCount(page)).toBeVisible();
};

const filterSheet = (page: Page) => page.getByRole('dialog', { name: 'Filter' });
/** The filters on a phone, once they are on the screen. */
export const waitForFilterSheet = (page: Page): Promise<Locator> => expectOnScreen(filterSheet(page));
/** Applies the price filter with its button, or with the button at the bottom of the sheet. */
export const confirmPrices = (filters: Locator): Promise<void> =>
  filters.getByRole('button', { name: /^(Apply|Show)/ }).click();
/** The filters: beside the list, or on a phone in the sheet, which is opened first. */
export const openFilters = async (page: Page): Promise<Locator> => {
  // An open sheet hides its button from assistive technology.
  const button = page
    .getByRole('main', { includeHidden: true })
    .getByRole('button', { name: /^Filter/, includeHidden: true });
  if (!(await button.isVisible())) return page.getByRole('complementary', { name: 'Filters' });
  if ((await button.getAttribute('aria-expanded')) === 'false') {
    // A sheet that is closing is still in the page.
    await expect(filterSheet(page)).toBeHidden();
    await button.click();
  }
  return waitForFilterSheet(page);
};
