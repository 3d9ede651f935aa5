import type { Locator } from '@playwright/test';
import { CART_URL, cartRows, openCart } from './page-objects/cart.ts';
import { PRODUCT_LIST_URL, productLinks } from './page-objects/product-list.ts';
import { cards, SAVED_ITEMS_URL } from './page-objects/saved.ts';
import { fetchProductsInStock, saveProducts } from './support/api.ts';
import { expectTouchTargets } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { signIn } from './support/shoppers.ts';
import { writeGuestCart } from './support/storage.ts';

/** Touch targets on phones: all controls in the main part of the pages that shoppers use most. */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const main = (page: Page) => page.getByRole('main');
/** Finds buttons, fields, selects and links, except hidden, disabled and screen-reader-only ones. */
const targets = (part: Locator) =>
  ['button', 'textbox', 'combobox', 'link']
    .map((role) => part.getByRole(role as 'button'))
    .reduce((all, locator) => all.or(locator))
    .and(part.page().locator(':not([inert] *)'))
    .filter({ visible: true });

test('home, lists and a product have targets of at least 44 px for a finger', { tag: ['@SHELL-88'] }, async ({
  page,
}) => {
  const [product] = await fetchProductsInStock(page, 1);
  for (const path of ['/', PRODUCT_LIST_URL, `/product/details/${product?.id}?section=productList&page=1`]) {
    await openPage(page, path);
    await expect(
      main(page)
        .getByRole('button', { name: /^Save / })
        .first(),
    ).toBeVisible();
    await expect(productLinks(page).first()).toBeVisible();
    await expectTouchTargets(targets(main(page)));
  }
});

test('the cart has targets of at least 44 px for a finger, as a page and as a drawer', { tag: ['@SHELL-88'] }, async ({
  page,
}) => {
  const line = { title: 'Yam', image: '', quantity: 2, price: '1,000', total: '2,000', weight: 1 };
  await page.goto('/robots.txt');
  await page.route(/\/backend\/api\/products\/\d+\//, () => {});
  const cart = [1, 2].map((product_id) => ({ ...line, product_id }));
  await writeGuestCart(page, JSON.stringify({ cart, subtotal: 4000 }));
  await openPage(page, CART_URL);
  await expect(cartRows(page)).toHaveCount(2);
  await expectTouchTargets(targets(main(page)));
  await expectTouchTargets(targets(await openCart(page)));
});

test('saved items have targets of at least 44 px for a finger', { tag: ['@SHELL-88'] }, async ({ page }) => {
  const token = await signIn(page);
  const products = await fetchProductsInStock(page, 2);
  await saveProducts(
    page,
    token,
    products.map(({ id }) => id),
  );
  await openPage(page, SAVED_ITEMS_URL);
  await expect(cards(page)).toHaveCount(2);
  await expectTouchTargets(targets(main(page)));
});
