import { stat } from 'node:fs/promises';
import { CART_URL } from './page-objects/cart.ts';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { fetchProductsInStock } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { writeGuestCart } from './support/storage.ts';

const YAM = { product_id: 1, title: 'Yam', image: '', quantity: 2, price: '1,000', total: '2,000', weight: 1 };

/** Checks the page with axe, its width and its heading, and takes a screenshot. */
const checkPage = async (page: Page, screenshotPath: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const [contentWidth, viewportWidth] = await page.evaluate(
    () => [document.documentElement.scrollWidth, innerWidth] as const,
  );
  expect(contentWidth).toBeLessThanOrEqual(viewportWidth);
  await expectAccessible(page);
  await page.screenshot({ path: screenshotPath });
  expect((await stat(screenshotPath)).size).toBeGreaterThan(10_000);
};

for (const [name, path] of [
  ['home', '/'],
  ['list', PRODUCT_LIST_URL],
  ['empty search', '/product/list?section=searchQuery&query=zzzzqqqq&page=1'],
  ['empty cart', CART_URL],
  ['gallery', '/sandbox/ui'],
] as const) {
  test(`${name}: is accessible and causes no browser error`, { tag: ['@CART-45'] }, async ({ page }, info) => {
    await openPage(page, path);
    await page.waitForLoadState();
    await checkPage(page, info.outputPath(`${name}.png`));
  });
}

test('detail: is accessible and causes no browser error', async ({ page }, info) => {
  const [product] = await fetchProductsInStock(page, 1);
  await openPage(page, `/product/details/${product?.id}?section=productList&page=1`);
  await page.waitForLoadState();
  await expect(page.getByRole('button', { name: 'Add To Cart', exact: true }).first()).toBeVisible();
  await checkPage(page, info.outputPath('detail.png'));
});

test('cart: is accessible and causes no browser error', async ({ page }, info) => {
  await page.goto('/robots.txt');
  await writeGuestCart(page, JSON.stringify({ cart: [YAM], subtotal: 2000 }));
  // The current price must not change the cart.
  await page.route(/\/backend\/api\/products\/\d+\//, () => {});
  await openPage(page, CART_URL);
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('₦2,000');
  await checkPage(page, info.outputPath('cart.png'));
});

test.describe('a page that does not exist', () => {
  test.use({ expectedErrors: [/status of 404.*\/no\/such\/page/] });
  test(
    'returns 404, is accessible and causes no other browser error',
    { tag: ['@SHELL-69', '@INFO-46'] },
    async ({ page, request }, info) => {
      expect((await request.get('/no/such/page')).status()).toBe(404);
      await openPage(page, '/no/such/page');
      await checkPage(page, info.outputPath('404.png'));
    },
  );
});

test('pages fit a width of 320 px', { tag: ['@phone'] }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/robots.txt');
  await writeGuestCart(
    page,
    JSON.stringify({ cart: [YAM, { ...YAM, product_id: 2, quantity: 999_999 }], subtotal: 0 }),
  );
  for (const path of ['/', PRODUCT_LIST_URL, CART_URL]) {
    await openPage(page, path);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
      .toBeLessThanOrEqual(320);
  }
});
