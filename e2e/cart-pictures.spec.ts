import type { Locator } from '@playwright/test';
import { CART_URL, cartRows, openCart } from './page-objects/cart.ts';
import { CHECKOUT_URL, orderSummary, summaryButton } from './page-objects/checkout.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { expect, openPage, test } from './support/fixtures.ts';
import { createBuyer } from './support/orders.ts';

test.use({ launchOptions: chromiumWithPictures });

/** Expects one picture that the browser has loaded. */
const expectPicture = async (line: Locator) => {
  await expect(line.locator('img')).toHaveCount(1);
  await line.scrollIntoViewIfNeeded();
  await expect.poll(() => line.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
};

test('each line of the cart shows the picture of its product: on the page, in the drawer and at the checkout', {
  tag: ['@CART-48'],
}, async ({ page }) => {
  await createBuyer(page);
  await openPage(page, CART_URL);
  await expect(cartRows(page)).toHaveCount(1);
  await expectPicture(cartRows(page));
  const drawer = await openCart(page);
  await expectPicture(drawer.getByRole('listitem'));
  await openPage(page, CHECKOUT_URL);
  await expect(orderSummary(page)).toBeVisible();
  if (await summaryButton(page).isVisible()) await summaryButton(page).click();
  await expectPicture(orderSummary(page).getByRole('listitem'));
});
