import type { Request } from '@playwright/test';
import { addFirstNewArrival, productList } from './page-objects/home.ts';
import { footer } from './page-objects/layout.ts';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { expectOnScreen } from './support/assertions.ts';
import { pauseClock } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { holdRequests } from './support/network.ts';

/** Most bytes of a first view, compressed (docs/decisions/page-weight.md). */
const BUDGETS = [
  { name: 'home', path: '/', javaScript: 122_000, total: 149_000 },
  { name: 'a list', path: PRODUCT_LIST_URL, javaScript: 134_000, total: 167_000 },
  { name: 'a product', path: '/product/details/1', javaScript: 133_000, total: 159_000 },
];
/** As the benchmark: what is loaded until then belongs to the first view. */
const SETTLE_MS = 3000;

/**
 * Records the documents, style sheets and scripts that a page loads.
 * @returns a function that waits for requests under way, and sums up the compressed sizes
 */
const watchSizes = (page: Page) => {
  const sizes: Promise<{ type: string; bytes: number }>[] = [];
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('requestfinished', (request) => {
    pending.delete(request);
    const type = request.resourceType();
    if (['document', 'stylesheet', 'script'].includes(type))
      sizes.push(request.sizes().then(({ responseBodySize }) => ({ type, bytes: responseBodySize })));
  });
  return async () => {
    await expect.poll(() => pending.size).toBe(0);
    const all = await Promise.all(sizes);
    const sum = (isCounted: (type: string) => boolean) =>
      all.reduce((bytes, entry) => bytes + (isCounted(entry.type) ? entry.bytes : 0), 0);
    return { javaScript: sum((type) => type === 'script'), total: sum(() => true) };
  };
};

for (const { name, path, javaScript, total } of BUDGETS)
  test(`the first view of ${name} keeps its budget of HTML, CSS and JavaScript`, { tag: ['@SHELL-97'] }, async ({
    page,
  }) => {
    const sumSizes = watchSizes(page);
    await page.clock.install();
    await pauseClock(page);
    await openPage(page, path);
    await page.waitForLoadState('load');
    await page.clock.runFor(SETTLE_MS);
    const sizes = await sumSizes();
    // Uncompressed, or without React, the test would measure something else.
    expect(sizes.javaScript).toBeGreaterThan(90_000);
    expect(sizes.javaScript).toBeLessThanOrEqual(javaScript);
    expect(sizes.total).toBeLessThanOrEqual(total);
  });

test.describe('before the code of the parts below the first view is loaded', () => {
  test('a press of a product’s button is not lost', { tag: ['@SHELL-98'] }, async ({ page }) => {
    const release = await holdRequests(page, /\/home-blocks-[^/]*\.js$/);
    await openPage(page, '/');
    await addFirstNewArrival(page, async () => {
      await expect(page.getByRole('button', { name: /^Cart, \d/ })).toHaveCount(0);
      release();
    });
  });

  test('a link works', { tag: ['@SHELL-98'] }, async ({ page }) => {
    await holdRequests(page, /\/home-blocks-[^/]*\.js$/);
    await openPage(page, '/');
    await productList(page, 'New Arrivals').getByRole('link').first().click();
    await expect(page.getByRole('button', { name: 'Add To Cart' }).first()).toBeVisible();
  });

  test('a column of the footer unfolds after a press', { tag: ['@SHELL-98'] }, async ({ page }) => {
    const release = await holdRequests(page, /\/footer-[^/]*\.js$/);
    await openPage(page, '/');
    const column = footer(page).getByRole('navigation', { name: 'All categories' });
    await column.getByRole('button', { expanded: false }).click();
    await expect(column.getByRole('link')).toHaveCount(0);
    release();
    const link = column.getByRole('link').first();
    await link.scrollIntoViewIfNeeded();
    await expectOnScreen(link);
  });
});

test.describe('when the code of the parts below the first view cannot be loaded', () => {
  test.use({ expectedErrors: [/ERR_FAILED.*\/(?:footer|home-blocks)-/] });
  test('they stay as the server rendered them', { tag: ['@SHELL-98'] }, async ({ page }) => {
    await page.route(/\/(?:footer|home-blocks)-[^/]*\.js$/, (route) => route.abort());
    await openPage(page, '/');
    await footer(page).scrollIntoViewIfNeeded();
    await expectOnScreen(footer(page).getByRole('link', { name: 'START SELLING' }));
    await expect(productList(page, 'Our Brands').getByRole('link').first()).toBeVisible();
  });
});
