import {
  addToCartButton,
  CART_URL,
  cartButton,
  cartRows,
  clickInAddedDialog,
  waitForAddedDialog,
} from './page-objects/cart.ts';
import { expectToast } from './page-objects/overlays.ts';
import { productLinks, searchFor } from './page-objects/product-list.ts';
import { expect, openPage, test, waitForHydration } from './support/fixtures.ts';
import { readGuestCart } from './support/storage.ts';

test('a shopper finds egussi and plantin, adds three to the cart and removes them', {
  tag: [
    '@SHELL-2',
    '@SHELL-16',
    '@SEARCH-11',
    '@PRODUCT-28',
    '@CART-19',
    '@CART-20',
    '@CART-26',
    '@CART-57',
    '@CART-67',
  ],
}, async ({ page }) => {
  await openPage(page, '/');
  await searchFor(page, 'egussi');
  const link = productLinks(page).first();
  await expect(link).toHaveText(/egusi/i);
  await searchFor(page, 'plantin');
  await expect(link).toHaveText(/plantain/i);
  const title = (await link.textContent())?.trim() ?? '';

  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const more = page.getByRole('main').getByRole('button', { name: 'One more' }).first();
  await more.click();
  await more.click();
  await expect(page.getByRole('textbox', { name: /^Quantity/ }).first()).toHaveValue('3');
  await addToCartButton(page).click();
  await expect(await waitForAddedDialog(page)).toContainText(`${title} added to cart successfully!!!`);
  await expectToast(page, `${title} added to cart`);
  await clickInAddedDialog(page, 'Proceed To Cart');

  await expect(page).toHaveURL(new RegExp(`${CART_URL}$`));
  const row = cartRows(page).filter({ hasText: title });
  const quantity = page.getByRole('textbox', { name: `Quantity of ${title}` });
  await expect(quantity).toHaveValue('3');
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 3 items');
  const stored = await readGuestCart(page);
  expect(stored?.cart.map((line) => line.quantity)).toEqual([3]);
  const price = Number(stored?.cart[0]?.price.replaceAll(',', ''));
  expect(stored?.subtotal).toBe(price * 3);

  await page.reload();
  await waitForHydration(page);
  await expect(quantity).toHaveValue('3');
  await row.getByRole('button', { name: 'One fewer' }).click();
  await expect(quantity).toHaveValue('2');
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('2 Items');
  expect((await readGuestCart(page))?.subtotal).toBe(price * 2);
  await expect(row).toContainText(`₦${(price * 2).toLocaleString('en-US')}`);

  await row.getByRole('button', { name: `Remove ${title}` }).click();
  await expectToast(page, `${title} removed from cart`);
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  expect(await readGuestCart(page)).toEqual({ cart: [], subtotal: 0 });
  await page.getByRole('link', { name: 'Start Shopping' }).click();
  await expect(page).toHaveURL(/section=productList/);
});
