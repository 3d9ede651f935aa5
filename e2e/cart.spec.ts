import {
  addedDialog,
  addFirst,
  addToCart,
  CART,
  cartButton,
  cartRows,
  drawer,
  LIST,
  productLinks,
  storeCart,
  storedCart,
  toast,
} from './places.ts';
import { expect, test, visit } from './shop-test.ts';

const YAM = { product_id: 1, title: 'Yam', image: '', quantity: 2, price: '1,000', total: '2,000', weight: 1 };
const TWO_LINES = JSON.stringify({ cart: [YAM, { ...YAM, product_id: 2, title: 'Broom' }], subtotal: 4000 });

test('clearing the cart asks first', async ({ page }) => {
  await page.goto('/robots.txt');
  await storeCart(page, TWO_LINES);
  await visit(page, CART);
  await page.getByRole('main').getByRole('button', { name: 'Clear Cart' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(cartRows(page)).toHaveCount(2);
  await page.getByRole('main').getByRole('button', { name: 'Clear Cart' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear Cart' }).click();
  await expect(toast(page, 'Cart cleared!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  expect(await storedCart(page)).toEqual({ cart: [], subtotal: 0 });
  // The button is gone: the keyboard goes on from the page's content, not from nowhere.
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Start Shopping' }).click();
  await expect(page).toHaveURL(/section=productList/);
});

test('removing a line leaves the focus on the next one', async ({ page }) => {
  await page.goto('/robots.txt');
  await storeCart(page, TWO_LINES);
  await visit(page, CART);
  await page.getByRole('button', { name: 'Remove Yam' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Broom' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('the drawer holds the cart, locks the page behind it, and clears it', async ({ page }) => {
  await page.goto('/robots.txt');
  await storeCart(page, TWO_LINES);
  await visit(page, LIST);
  await cartButton(page).click();
  await expect(drawer(page)).toContainText('4 Items');
  await expect(drawer(page)).toContainText('₦4,000');
  await drawer(page)
    .getByRole('listitem')
    .filter({ hasText: 'Broom' })
    .getByRole('button', { name: 'One fewer' })
    .click();
  await expect(drawer(page)).toContainText('₦3,000');
  const top = await page.evaluate(() => scrollY);
  await page.mouse.move(50, 500);
  await page.mouse.wheel(0, 600);
  expect(await page.evaluate(() => scrollY)).toBe(top);
  await drawer(page).getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(drawer(page)).toBeHidden();

  await cartButton(page).click();
  await drawer(page).getByRole('button', { name: 'Clear Cart' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear Cart' }).click();
  await expect(drawer(page).getByRole('link', { name: 'Start Shopping' })).toBeVisible();
  expect(await storedCart(page)).toEqual({ cart: [], subtotal: 0 });
});

test('Continue Shopping closes the dialog on a list, and goes back from a product', async ({ page }) => {
  const goOn = addedDialog(page).getByRole('button', { name: 'Continue Shopping' });
  await visit(page, LIST);
  await addFirst(page).click();
  await goOn.click();
  await expect(addedDialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/product\/list/);

  await productLinks(page).first().click();
  await addToCart(page).click();
  await goOn.click();
  await expect(page).toHaveURL(/\/product\/list/);
  // Who came straight to the product has no page of the shop behind them.
  await page.goForward();
  const address = page.url();
  const fresh = await page.context().newPage();
  await visit(fresh, address);
  await addToCart(fresh).click();
  await addedDialog(fresh).getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(fresh).toHaveURL(/\/product\/list\?section=productList&page=1/);
});

test('another tab sees the same cart', async ({ page, context }) => {
  await visit(page, LIST);
  const other = await context.newPage();
  await visit(other, CART);
  await expect(other.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await addFirst(page).click();
  await expect(addedDialog(page)).toBeVisible();
  await expect(cartRows(other)).toHaveCount(1);
});

test('a guest who checks out is told to sign in, and led there after three seconds', async ({ page }) => {
  await page.goto('/robots.txt');
  await storeCart(page, TWO_LINES);
  await visit(page, CART);
  const pressed = Date.now();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(toast(page, 'You need to be logged in to proceed with checkout')).toBeVisible();
  await page.waitForURL(/\/login/);
  expect(Date.now() - pressed).toBeGreaterThanOrEqual(3000);
});

test.describe('what the server refuses', () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\/api\/cart\//] });
  for (const [status, text] of [
    [400, 'Product out of stock. Please check back later'],
    [401, 'Unauthorized. Please login to add the product to the cart'],
    [500, 'Error: Internal Server Error'],
    [418, 'An error occurred while adding the product to the cart'],
  ] as const) {
    test(`an add answered with ${status} is said in the shop's words, and changes nothing`, async ({ page }) => {
      await page.route('**/backend/api/cart/', (route) =>
        route.fulfill({ status, json: { detail: 'no', message: 'no' } }),
      );
      await visit(page, LIST);
      await addFirst(page).click();
      await expect(toast(page, text)).toBeVisible();
      await expect(addFirst(page)).not.toHaveAttribute('aria-busy');
      await expect(cartButton(page)).toHaveAccessibleName('Cart, empty');
      expect(await storedCart(page)).toBeNull();
    });
  }
});

test('an add that is under way keeps its button busy, and others free', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/backend/api/cart/', async (route) => {
    await held;
    await route.continue();
  });
  await visit(page, LIST);
  const buttons = page.getByRole('button', { name: /^Add .* to cart$/ });
  await buttons.first().click();
  await expect(buttons.first()).toHaveAttribute('aria-busy', 'true');
  await expect(buttons.nth(1)).not.toHaveAttribute('aria-busy');
  release();
  await expect(addedDialog(page)).toBeVisible();
});
