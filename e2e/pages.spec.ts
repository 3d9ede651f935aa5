import { stat } from 'node:fs/promises';
import { CART_URL } from './page-objects/cart.ts';
import { PRODUCT_LIST_URL, productLinks } from './page-objects/product-list.ts';
import { expectAccessible } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { writeGuestCart } from './support/storage.ts';

const YAM = { product_id: 1, title: 'Yam', image: '', quantity: 2, price: '1,000', total: '2,000', weight: 1 };

/** Checks the page with axe, its width and its heading, and takes a screenshot. */
const inspect = async (page: Page, picture: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  expect(width[0]).toBeLessThanOrEqual(width[1]);
  await expectAccessible(page);
  await page.screenshot({ path: picture });
  expect((await stat(picture)).size).toBeGreaterThan(10_000);
};

for (const [name, path] of [
  ['home', '/'],
  ['list', PRODUCT_LIST_URL],
  ['empty search', '/product/list?section=searchQuery&query=zzzzqqqq&page=1'],
  ['empty cart', CART_URL],
  ['gallery', '/sandbox/ui'],
] as const) {
  test(`${name}: accessible, and no complaint of the browser`, { tag: ['@CART-45'] }, async ({ page }, info) => {
    await openPage(page, path);
    await page.waitForLoadState();
    await inspect(page, info.outputPath(`${name}.png`));
  });
}

test('detail: accessible, and no complaint of the browser', async ({ page }, info) => {
  await openPage(page, PRODUCT_LIST_URL);
  await productLinks(page).first().click();
  await expect(page).toHaveURL(/\/product\/details\/\d+/);
  await expect(page.getByRole('button', { name: 'Add To Cart', exact: true }).first()).toBeVisible();
  await page.reload();
  await inspect(page, info.outputPath('detail.png'));
});

test('cart: accessible, and no complaint of the browser', async ({ page }, info) => {
  await page.goto('/robots.txt');
  await writeGuestCart(page, JSON.stringify({ cart: [YAM], subtotal: 2000 }));
  // The current price must not change the cart.
  await page.route(/\/backend\/api\/products\/\d+\//, () => {});
  await openPage(page, CART_URL);
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('₦2,000');
  await inspect(page, info.outputPath('cart.png'));
});

test.describe('a page that does not exist', () => {
  test.use({ expectedErrors: [/status of 404.*\/no\/such\/page/] });
  test(
    'is a 404, accessible, and no complaint of the browser',
    { tag: ['@SHELL-69', '@INFO-46'] },
    async ({ page, request }, info) => {
      expect((await request.get('/no/such/page')).status()).toBe(404);
      await openPage(page, '/no/such/page');
      await inspect(page, info.outputPath('404.png'));
    },
  );
});

test('pages reflow at 320 px', async ({ page }) => {
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
