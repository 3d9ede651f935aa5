import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import { addToCartButton, CART_URL, cartRows, openCart, waitForAddedDialog } from './page-objects/cart.ts';
import { PRODUCT_LIST_URL, productLinks } from './page-objects/product-list.ts';
import { expectPictureLoaded } from './support/assertions.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { expect, openPage, test } from './support/fixtures.ts';

const { banners: BANNERS } = DEFAULT_HOME;

// Other journeys do not load pictures, so they would not notice a broken URL.
test.use({ launchOptions: chromiumWithPictures });

test('the pictures of the eight banners and of the four category tiles load', {
  tag: ['@phone', '@HOME-11', '@HOME-21'],
}, async ({ page }) => {
  await openPage(page, '/');
  const offers = page.getByRole('region', { name: 'Offers' });
  for (const [index, banner] of BANNERS.entries()) {
    if (index > 0) await offers.getByRole('button', { name: new RegExp(`^Show slide ${index + 1}:`) }).click();
    const slide = offers.locator('[aria-roledescription=slide]:not([inert])');
    // Wait until the carousel has started, because before that no slide is inert.
    await expect(slide).toHaveCount(1);
    await expect(slide).toHaveAccessibleName(`${index + 1} of ${BANNERS.length}: ${banner.headline}`);
    await expectPictureLoaded(slide.getByRole('img', { name: banner.alt }));
  }

  const tiles = page.getByRole('main').getByRole('list', { name: 'Categories' }).getByRole('link');
  await expect(tiles).toHaveCount(4);
  for (const tile of await tiles.all()) await expectPictureLoaded(tile.locator('img'));
});

test('the rows of the cart and of its drawer have the picture of their product', {
  tag: ['@phone', '@CART-48'],
}, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  for (const index of [0, 1]) {
    await productLinks(page).nth(index).click();
    await addToCartButton(page).click();
    await (await waitForAddedDialog(page)).getByRole('button', { name: 'Continue Shopping' }).click();
    await expect(page).toHaveURL(/\/product\/list/);
  }
  const drawer = await openCart(page);
  await expect(drawer.getByRole('listitem')).toHaveCount(2);
  for (const row of await drawer.getByRole('listitem').all()) await expectPictureLoaded(row.locator('img'));
  await openPage(page, CART_URL);
  await expect(cartRows(page)).toHaveCount(2);
  for (const row of await cartRows(page).all()) await expectPictureLoaded(row.locator('img'));
});
