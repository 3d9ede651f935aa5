import type { Locator } from '@playwright/test';
import { expectOnScreen } from './on-screen.ts';
import { expect, type Page } from './shop-test.ts';

/** Where things are on the shop's pages, in the words that a shopper or a screen reader finds them by. */

export const LIST = '/product/list?section=productList&page=1';
export const CART = '/product/shopping/cart';

export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search products' });
export const found = (page: Page) => page.getByText(/^We found \d+ items for you!$/);
/** The titles of the products that a list shows, each a link to the product. */
export const productLinks = (page: Page) => page.getByRole('main').getByRole('article').getByRole('link');
export const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cart, / });
/** The cart drawer, once it is on the screen. */
export const waitForCartDrawer = (page: Page) => expectOnScreen(page.getByRole('dialog', { name: 'Your cart' }));
export const openCart = async (page: Page): Promise<Locator> => {
  await cartButton(page).click();
  return waitForCartDrawer(page);
};
/** The lines of the cart page, without the row of headings. */
export const cartRows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
export const addToCart = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Add To Cart', exact: true }).first();
/** A toast that may be absent; use `expectToast` for one that must be on the screen. */
export const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });
/** All of them, the newest first. */
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('dialog');
type ToastKind = 'success' | 'error' | 'info' | 'loading';
export const toastOf = (page: Page, kind: ToastKind) =>
  page.getByRole('region', { name: 'Notifications' }).locator(`[data-type="${kind}"] p`);
/** Expects a toast with this text on the screen. With a kind, it must be the only toast of that kind. */
export const expectToast = async (page: Page, text: string, kind?: ToastKind): Promise<Locator> => {
  const message = kind ? toastOf(page, kind) : toast(page, text);
  await expect(message).toHaveText(text);
  return expectOnScreen(message);
};
/** The field with a line's quantity. */
export const quantityOf = (page: Page, title: string) => page.getByRole('textbox', { name: `Quantity of ${title}` });
export const addFirst = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Add .* to cart$/ })
    .first();
const addedDialog = (page: Page) => page.getByRole('dialog', { name: /added to cart successfully!!!$/ });
/** The dialog after an addition to the cart, once it is on the screen. */
export const waitForAddedDialog = (page: Page): Promise<Locator> => expectOnScreen(addedDialog(page));
export const expectNoAddedDialog = (page: Page): Promise<void> => expect(addedDialog(page)).toHaveCount(0);
export const answerAddedDialog = async (page: Page, button: 'Continue Shopping' | 'Proceed To Cart'): Promise<void> => {
  const dialog = await waitForAddedDialog(page);
  await dialog.getByRole('button', { name: button }).click();
};
/** The question before an action that cannot be undone, once it is on the screen. */
export const waitForConfirmDialog = (page: Page, name?: string): Promise<Locator> =>
  expectOnScreen(page.getByRole('alertdialog', name === undefined ? {} : { name }));
export const answerConfirmDialog = async (page: Page, button: string): Promise<Locator> => {
  const dialog = await waitForConfirmDialog(page);
  await dialog.getByRole('button', { name: button }).click();
  return dialog;
};

/** Searches as a shopper does. */
export const searchFor = async (page: Page, term: string): Promise<void> => {
  await searchBox(page).fill(term);
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(/section=searchQuery/);
  await expect(found(page)).toBeVisible();
};

type StoredCart = { cart: { product_id: number; quantity: number; price: string; total: string }[]; subtotal: number };

export const storedCart = (page: Page): Promise<StoredCart | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null'));

/** Puts a cart into storage as if the shopper had filled it before; the page must belong to the shop already. */
export const storeCart = (page: Page, text: string): Promise<void> =>
  page.evaluate((value) => localStorage.setItem('cart', value), text);

/** Lets the page's time, whose clock must be installed, run ahead until something is in sight: tests need not wait with it. */
export const hurryTo = (page: Page, place: Locator): Promise<void> =>
  expect
    .poll(
      async () => {
        if (await place.isVisible()) return true;
        await page.clock.fastForward(2000);
        return false;
      },
      { intervals: [50] },
    )
    .toBe(true);
