import type { Locator, Route } from '@playwright/test';
import { expectOnScreen } from './on-screen.ts';
import { expect, type Page } from './shop-test.ts';

/** Where things are on lists and on products' pages, and ways to make the shop's answers late, wrong or missing. */

export const filterBy = (page: Page) => page.getByRole('combobox', { name: 'Filter by' });
export const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
export const results = (page: Page) => page.getByRole('region', { name: 'Products', exact: true });
export const viewAll = (page: Page) => page.getByRole('main').getByRole('link', { name: 'View All Products' });
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

export const LOAD_ERROR = 'There was an error loading the products. Please try again later.';
export const NONE_FOUND = 'No products found. Please try a different category, subcategory or check back later.';

const filterSheet = (page: Page) => page.getByRole('dialog', { name: 'Filter' });
/** The filters on a phone, once they are on the screen. */
export const waitForFilterSheet = (page: Page): Promise<Locator> => expectOnScreen(filterSheet(page));
/** The filters: beside the list, or on a phone in the sheet, which is opened first. */
export const openFilters = async (page: Page): Promise<Locator> => {
  // An open sheet hides its button from assistive technology.
  const button = page.getByRole('main').getByRole('button', { name: /^Filter/, includeHidden: true });
  if (!(await button.isVisible())) return page.getByRole('complementary', { name: 'Filters' });
  if ((await button.getAttribute('aria-expanded')) === 'false') {
    // A sheet that is closing is still in the page.
    await expect(filterSheet(page)).toBeHidden();
    await button.click();
  }
  return waitForFilterSheet(page);
};

export type Listed = {
  id: number;
  title: string;
  weight: number;
  display_price: string;
  converted_price: string;
  discount_percentage: string;
  stock: number;
};
export type ListAnswer = { count: number; results: Listed[] };

/** What the API itself says. @param path below /backend, as the specification's table of calls writes it */
export const ask = async <T = ListAnswer>(page: Page, path: string): Promise<T> =>
  (await page.request.get(`/backend${path}`)).json();

/** Keeps the answers to these calls back until `release` is called. */
export const hold = async (page: Page, url: string | RegExp): Promise<() => void> => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    // The page may have given up waiting, or gone.
    await route.continue().catch(() => undefined);
  });
  return () => release();
};

/** Answers these calls itself, and counts them. */
export const answer = async (
  page: Page,
  url: string | RegExp,
  how: (route: Route) => Promise<void>,
): Promise<() => number> => {
  let calls = 0;
  await page.route(url, (route) => {
    calls++;
    return how(route);
  });
  return () => calls;
};

export const lost = (route: Route) => route.abort('failed');
export const broken = (route: Route) => route.fulfill({ status: 500, json: { message: 'Internal Server Error' } });

/** Passes the waits between the four tries of a failing call; the page's clock must be installed. */
export const skipTries = (page: Page, calls: () => number, before = 0): Promise<void> =>
  expect
    .poll(async () => {
      await page.clock.fastForward(5000);
      return calls();
    })
    .toBe(before + 4);
