import type { Locator } from '@playwright/test';
import { expectOnScreen } from '../support/assertions.ts';
import { expect, type Page } from '../support/fixtures.ts';

export const CART_URL = '/product/shopping/cart';
export const CART_API = '**/backend/api/cart/';

export const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cart, / });

/** The cart drawer, once it is on the screen. */
export const waitForCartDrawer = (page: Page): Promise<Locator> =>
  expectOnScreen(page.getByRole('dialog', { name: 'Your cart' }));
export const openCart = async (page: Page): Promise<Locator> => {
  await cartButton(page).click();
  return waitForCartDrawer(page);
};

/** The lines of the cart page, without the header row. */
export const cartRows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
export const quantityField = (page: Page, title: string) => page.getByRole('textbox', { name: `Quantity of ${title}` });

/** The button of the product page. */
export const addToCartButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Add To Cart', exact: true }).first();
/** The button on the first card of a list. */
export const firstAddButton = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Add .* to cart$/ })
    .first();

const addedDialog = (page: Page) => page.getByRole('dialog', { name: /added to cart successfully!!!$/ });
/** The dialog after an addition to the cart, once it is on the screen. */
export const waitForAddedDialog = (page: Page): Promise<Locator> => expectOnScreen(addedDialog(page));
export const expectNoAddedDialog = (page: Page): Promise<void> => expect(addedDialog(page)).toHaveCount(0);
export const clickInAddedDialog = async (
  page: Page,
  button: 'Continue Shopping' | 'Proceed To Cart',
): Promise<void> => {
  const dialog = await waitForAddedDialog(page);
  await dialog.getByRole('button', { name: button }).click();
};
