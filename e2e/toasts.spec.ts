import { CART_URL, cartRows, firstAddButton, waitForAddedDialog } from './page-objects/cart.ts';
import { allToasts, expectToast, toast, toastOfKind } from './page-objects/overlays.ts';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { fetchProductsInStock, fillCart } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { holdRequests } from './support/network.ts';
import { signIn } from './support/shoppers.ts';
import { writeGuestCart } from './support/storage.ts';

/** Duration, number and position of toasts, and how screen readers announce them. */

const NAMES = ['Yam', 'Broom', 'Drum', 'Honey', 'Oil'];

/** Opens the cart page as a guest with five lines; product requests get no response. */
const visitFullCart = async (page: Page) => {
  await page.route(/\/backend\/api\/products\/\d+\//, () => {});
  await page.goto('/robots.txt');
  const cart = NAMES.map((title, index) => ({
    ...{ product_id: index + 1, title, image: '', quantity: 1, price: '1,000', total: '1,000', weight: 1 },
  }));
  await writeGuestCart(page, JSON.stringify({ cart, subtotal: 5000 }));
  await openPage(page, CART_URL);
  await expect(cartRows(page)).toHaveCount(NAMES.length);
};
const removeLine = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}` }).click();

/** Opens the cart page and pauses the clock after a first toast, which loads the code of toasts. */
const visitFullCartWithPausedClock = async (page: Page) => {
  const now = Date.now();
  await page.clock.install({ time: now });
  await visitFullCart(page);
  await removeLine(page, 'Oil');
  await expectToast(page, 'Oil removed from cart');
  await page.clock.pauseAt(now + 3_600_000);
  await page.clock.runFor(1000);
  await expect(allToasts(page)).toHaveCount(0);
};

test('at most three toasts are visible, the newest first', { tag: ['@SHELL-65'] }, async ({ page }) => {
  await visitFullCartWithPausedClock(page);
  for (const name of NAMES.slice(0, 4)) await removeLine(page, name);
  await page.clock.runFor(200);
  await expectToast(page, 'Honey removed from cart');
  await expect(toast(page, 'Yam removed from cart')).toBeHidden();
  await expect(allToasts(page).filter({ visible: true })).toHaveText(
    ['Honey', 'Drum', 'Broom'].map((name) => `${name} removed from cart`),
  );
  for (const name of ['Honey', 'Drum', 'Broom']) await expectToast(page, `${name} removed from cart`);
  // The next toast takes the free place.
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await page.clock.runFor(200);
  await expect(allToasts(page).filter({ visible: true })).toHaveText(
    ['Drum', 'Broom', 'Yam'].map((name) => `${name} removed from cart`),
  );
});

test('a toast is 356 px wide at the top right, can be dismissed by pointer and keyboard, and stays for four seconds or while it is hovered', {
  tag: ['@SHELL-24', '@SHELL-63', '@SHELL-64', '@SHELL-66', '@SHELL-67'],
}, async ({ page }) => {
  await visitFullCartWithPausedClock(page);
  await removeLine(page, 'Yam');
  await page.clock.runFor(500);
  await expectToast(page, 'Yam removed from cart');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const box = await allToasts(page).first().boundingBox();
    expect(box?.width).toBe(356);
    expect(width - (box?.x ?? 0) - 356).toBeLessThanOrEqual(32);
    expect(box?.y).toBeLessThan(130);
  }
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await page.clock.runFor(500);
  await expect(allToasts(page)).toHaveCount(0);

  await removeLine(page, 'Broom');
  await page.clock.runFor(500);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.clock.runFor(500);
  await expect(allToasts(page)).toHaveCount(0);

  await test.step('it stays while it is hovered', async () => {
    await removeLine(page, 'Drum');
    await page.clock.runFor(200);
    const hovered = await expectToast(page, 'Drum removed from cart');
    await hovered.hover();
    await page.clock.runFor(10_000);
    await expect(hovered).toBeVisible();
    await page.mouse.move(10, 700);
    await page.clock.runFor(4100);
    await expect(hovered).toBeHidden();
  });
  await test.step('it stays for four seconds', async () => {
    await removeLine(page, 'Honey');
    await page.clock.runFor(200);
    const untouched = await expectToast(page, 'Honey removed from cart');
    await page.clock.runFor(3600);
    await expect(untouched).toBeVisible();
    await page.clock.runFor(500);
    await expect(untouched).toBeHidden();
  });
});

test('one toast shows first the loading and then the success', { tag: ['@SHELL-62'] }, async ({ page }) => {
  const token = await signIn(page);
  const [product] = await fetchProductsInStock(page, 1);
  if (!product) throw new Error('The demo market has no product in stock');
  await fillCart(page, token, [[product.id, 1]]);
  const release = await holdRequests(page, '**/backend/api/cart//*/');
  await openPage(page, CART_URL);
  await removeLine(page, product.title);
  await expectToast(page, `Removing ${product.title}`, 'loading');
  // The optimistic update shows before the server responds.
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  release();
  await expectToast(page, `${product.title} removed from cart`, 'success');
  expect(await toastOfKind(page, 'loading').count()).toBe(0);
});

test.describe('error toasts', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('are announced politely, as other toasts are', async ({ page }) => {
    await page.route('**/backend/api/cart/', (route) => route.fulfill({ status: 500, json: {} }));
    await openPage(page, PRODUCT_LIST_URL);
    await firstAddButton(page).click();
    await expectToast(page, 'Error: Internal Server Error', 'error');
    await expect(page.getByRole('region', { name: 'Notifications' })).toHaveAttribute('aria-live', 'polite');
    await expect(page.getByRole('alert').filter({ hasText: 'Internal Server Error' })).toHaveCount(0);
    await expectAccessible(page);
  });
});

test('adding a product shows a toast and a dialog, both accessible', {
  tag: ['@CART-19', '@CART-20'],
}, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  const title = (await firstAddButton(page).getAttribute('aria-label'))?.replace(/^Add (.*) to cart$/, '$1') ?? '';
  await firstAddButton(page).click();
  await expectToast(page, `${title} added to cart`, 'success');
  await expect(await waitForAddedDialog(page)).toContainText(`${title} added to cart successfully!!!`);
  await expectAccessible(page);
});
