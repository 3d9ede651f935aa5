import {
  CART_URL,
  cartButton,
  cartRows,
  expectNoAddedDialog,
  firstAddButton,
  openCart,
  quantityField,
  waitForAddedDialog,
} from './page-objects/cart.ts';
import { clickInConfirmDialog, dismissToasts, expectToast } from './page-objects/overlays.ts';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { fetchProductsInStock, fetchServerCart, fillCart } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { holdRequests } from './support/network.ts';
import { signIn } from './support/shoppers.ts';
import { readGuestCart, writeGuestCart, writeStoredToken } from './support/storage.ts';

/** The error texts of the cart, its API requests and the router. */

/** The browser logs every request that fails. */
const REQUEST_FAILED = /Failed to load resource/;

const CART_CALLS = {
  fetch: ['GET', /\/backend\/api\/cart\/$/],
  add: ['POST', /\/backend\/api\/cart\/$/],
  clear: ['POST', /\/backend\/api\/cart\/clear_cart\/$/],
  update: ['PUT', /\/backend\/api\/cart\/\/\d+\/$/],
  remove: ['DELETE', /\/backend\/api\/cart\/\/\d+\/$/],
} as const;

/** Makes an API request fail with a status or a network error. @returns a function that restores it */
const failCall = async (page: Page, call: keyof typeof CART_CALLS, status: number | 'network', message?: string) => {
  const [method, address] = CART_CALLS[call];
  await page.route(address, (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (status === 'network') return route.abort();
    return route.fulfill({ status, json: message === undefined ? {} : { detail: message, message } });
  });
  return () => page.unroute(address);
};

/** Opens the cart page as a new shopper with two pieces of a product. */
const openCartOfNewShopper = async (page: Page) => {
  const token = await signIn(page);
  const [product] = await fetchProductsInStock(page, 1);
  if (!product) throw new Error('The demo market has no product in stock');
  await fillCart(page, token, [[product.id, 2]]);
  await openPage(page, CART_URL);
  await expect(quantityField(page, product.title)).toHaveValue('2');
  return { ...product, token };
};

test.use({ expectedErrors: [REQUEST_FAILED] });

test('a failed addition to the cart shows the message of its status and changes nothing', {
  tag: ['@CART-17', '@CART-32', '@CART-34', '@CART-35', '@CART-36', '@CART-37'],
}, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  for (const [status, kind, text] of [
    [500, 'error', 'Error: Internal Server Error'],
    [401, 'error', 'Unauthorized. Please login to add the product to the cart'],
    [400, 'info', 'Product out of stock. Please check back later'],
    [404, 'error', 'An error occurred while adding the product to the cart'],
    [418, 'error', 'An error occurred while adding the product to the cart'],
    [503, 'error', 'An error occurred while adding the product to the cart'],
    ['network', 'error', 'An error occurred while adding the product to the cart'],
  ] as const)
    await test.step(`${status}: ${text}`, async () => {
      const restoreCall = await failCall(page, 'add', status, 'no');
      await firstAddButton(page).click();
      await expectToast(page, text, kind);
      await expect(firstAddButton(page)).not.toHaveAttribute('aria-busy');
      await expect(cartButton(page)).toHaveAccessibleName('Cart, empty');
      expect(await readGuestCart(page)).toBeNull();
      await expectNoAddedDialog(page);
      await dismissToasts(page);
      await restoreCall();
    });
});

test('a failed clearing of the cart shows the cause and restores the cart', {
  tag: ['@CART-65', '@CART-71', '@CART-72', '@CART-73', '@CART-74'],
}, async ({ page }) => {
  const { token, id } = await openCartOfNewShopper(page);
  for (const [status, text] of [
    [500, 'Error: Internal Server Error'],
    [429, 'Failed to clear cart: Slow down'],
    ['network', 'Failed to clear cart: Network Error'],
    // The last one, because the shopper is a guest after it, with an empty guest cart.
    [401, 'Unauthorized. Please login to clear the cart'],
  ] as const)
    await test.step(`${status}: ${text}`, async () => {
      const restoreCall = await failCall(page, 'clear', status, 'Slow down');
      await page.getByRole('main').getByRole('button', { name: 'Clear Cart' }).click();
      await clickInConfirmDialog(page, 'Clear Cart');
      await expectToast(page, text, 'error');
      await expect(cartRows(page)).toHaveCount(status === 401 ? 0 : 1);
      expect(await fetchServerCart(page, token)).toEqual([[id, 2]]);
      await dismissToasts(page);
      await restoreCall();
    });
});

test('a failed update or removal shows the cause and restores the line; after a failed later fetch the last known cart stays', {
  tag: ['@SHELL-73', '@CART-63', '@CART-64', '@CART-66', '@CART-68', '@CART-74', '@API-5'],
}, async ({ page }) => {
  const { title } = await openCartOfNewShopper(page);
  for (const [status, message] of [
    [500, 'The database is on fire'],
    ['network', 'Network Error'],
  ] as const) {
    await test.step(`update, ${status}`, async () => {
      const restoreCall = await failCall(page, 'update', status, message);
      await cartRows(page).getByRole('button', { name: 'One more' }).click();
      await expectToast(page, `Failed to update cart: ${message}`, 'error');
      await expect(quantityField(page, title)).toHaveValue('2');
      await dismissToasts(page);
      await restoreCall();
    });
    await test.step(`removal, ${status}`, async () => {
      const restoreCall = await failCall(page, 'remove', status, message);
      await page.getByRole('button', { name: `Remove ${title}` }).click();
      await expectToast(page, `Failed to remove ${title}: ${message}`, 'error');
      await expect(cartRows(page)).toHaveCount(1);
      await dismissToasts(page);
      await restoreCall();
    });
  }
  await test.step('update above the stock, refused by the server', async () => {
    await quantityField(page, title).fill('999999');
    await quantityField(page, title).press('Enter');
    await expectToast(page, 'Failed to update cart: There is not enough in stock for this quantity.', 'error');
    await expect(quantityField(page, title)).toHaveValue('2');
  });
  await test.step('later fetch', async () => {
    const restoreCall = await failCall(page, 'fetch', 500);
    const note = page.getByText('Error fetching cart items. This is your cart as it was last seen.');
    await expect(note).toBeVisible();
    await expect(cartRows(page)).toHaveCount(1);
    await restoreCall();
    await expect(note).toBeHidden();
  });
});

test('a failed fetch: the page and the drawer show "Error fetching cart" with the cause until a retry succeeds', {
  tag: ['@CART-40', '@CART-58', '@CART-86', '@CART-87', '@CART-88'],
}, async ({ page }) => {
  await page.clock.install();
  const token = await signIn(page);
  const [product] = await fetchProductsInStock(page, 1);
  await fillCart(page, token, [[product?.id ?? 0, 1]]);
  const failure = page.getByRole('main').getByRole('alert');
  await failCall(page, 'fetch', 500);
  await openPage(page, CART_URL);
  // Each cause differs from the one before.
  for (const [status, message, text] of [
    [500, undefined, 'Error fetching cart items'],
    [503, 'The shop is briefly unavailable.', 'The shop is briefly unavailable.'],
    ['network', undefined, 'Error fetching cart items'],
  ] as const)
    await test.step(`${status}: ${text}`, async () => {
      if (status !== 500) {
        // The newest route handles the requests: none succeeds in between.
        await failCall(page, 'fetch', status, message);
        await failure.getByRole('button', { name: 'Try Again' }).click();
      }
      await fastForwardUntilVisible(page, failure.getByText(text, { exact: true }));
      await expect(failure.getByRole('heading')).toHaveText('Error fetching cart');
      await expect(failure.getByRole('paragraph')).toHaveText(text);
      const openDrawer = await openCart(page);
      await expect(openDrawer.getByRole('alert')).toContainText(text);
      await page.keyboard.press('Escape');
      await expect(openDrawer).toBeHidden();
    });
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  const drawer = await openCart(page);
  // The cart is also fetched at intervals: such a fetch must not remove the button before the press.
  const release = await holdRequests(page, CART_CALLS.fetch[1]);
  await drawer.getByRole('button', { name: 'Try Again' }).click();
  release();
  await expect(drawer.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(cartRows(page)).toHaveCount(1);
});

/** So that the call of the cart is the first to get a 401, after which the others are not made. */
const letOtherAccountCallsSucceed = async (page: Page) => {
  await page.route('**/backend/profile/', (route) => route.fulfill({ json: { user: { first_name: 'Ngozi' } } }));
  await page.route('**/backend/api/saved-ids/', (route) =>
    route.fulfill({ json: { product_ids: [], merchant_ids: [] } }),
  );
  await page.route('**/backend/user/messages/**', (route) => route.fulfill({ json: { unread: 0 } }));
};

test("fetch with an invalid token: shows the server's message and removes both tokens", {
  tag: ['@SESSION-13', '@SESSION-16'],
}, async ({ page }) => {
  await page.goto('/robots.txt');
  await writeStoredToken(page, 'a-token-that-nobody-gave');
  await page.evaluate(() => localStorage.setItem('merchantToken', 'another'));
  await letOtherAccountCallsSucceed(page);
  // The notice comes with hydration, and stays for seconds only.
  await page.goto(CART_URL, { waitUntil: 'domcontentloaded' });
  await expectToast(page, 'Invalid token.');
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => [localStorage.getItem('authToken'), localStorage.getItem('merchantToken')]))
    .toEqual([null, null]);
});

test('add with an invalid token: shows a notice to log in, then the guest can add', {
  tag: ['@CART-33', '@CART-35', '@SESSION-13'],
}, async ({ page }) => {
  await page.goto('/robots.txt');
  await writeStoredToken(page, 'a-token-that-nobody-gave');
  await letOtherAccountCallsSucceed(page);
  await page.route(CART_CALLS.fetch[1], (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { cart: [], subtotal: 0 } }) : route.fallback(),
  );
  await openPage(page, PRODUCT_LIST_URL);
  await firstAddButton(page).click();
  await expectToast(page, 'Unauthorized. Please login to add the product to the cart', 'error');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  await firstAddButton(page).click();
  await waitForAddedDialog(page);
  expect((await readGuestCart(page))?.cart).toHaveLength(1);
});

test('a guest who removes a missing line sees "Item not found in cart"', { tag: ['@CART-69'] }, async ({ page }) => {
  const [product] = await fetchProductsInStock(page, 1);
  const line = {
    product_id: product?.id,
    title: 'Yam',
    image: '',
    quantity: 2,
    price: '1,000',
    total: '2,000',
    weight: 1,
  };
  await page.goto('/robots.txt');
  await writeGuestCart(page, JSON.stringify({ cart: [line], subtotal: 2000 }));
  await openPage(page, CART_URL);
  // A script of the same page empties the cart, which fires no storage event.
  const clickAfterLoss = (name: string) =>
    page.getByRole('button', { name }).evaluate((button: HTMLButtonElement) => {
      localStorage.setItem('cart', '{"cart":[],"subtotal":0}');
      button.click();
    });
  await clickAfterLoss('Remove Yam');
  await expectToast(page, 'Item not found in cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
});

test.describe('a page that fails to render', () => {
  // React logs the error that it caught.
  test.use({ expectedErrors: [/not a whole number of kobo/] });

  /** Opens the home page with an invalid price, so that rendering throws. @returns the router's error page */
  const visitBrokenHome = async (page: Page) => {
    const broken = {
      ...{ id: 1, title: 'Broken', weight: 1, price: 1e300, display_price: '', converted_price: '', stock: 1 },
      ...{ discount_price: 0, discount_percentage: '10%', category: '', is_new: false, products_images: [] },
    };
    await page.route('**/backend/api/hot-deals/**', (route) =>
      route.fulfill({ json: { count: 1, next: null, previous: null, results: [broken] } }),
    );
    await page.getByRole('link', { name: 'Sokuwa, home' }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'Unexpected Application Error!' });
    await expect(failure.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(failure.getByRole('paragraph')).toHaveText('not a whole number of kobo: 1e+302');
    return failure;
  };

  test('shows "Unexpected Application Error!" with its message, links back and to the home page, and can be retried', {
    tag: ['@SHELL-70', '@SHELL-71'],
  }, async ({ page }) => {
    await openPage(page, CART_URL);
    const failure = await visitBrokenHome(page);
    await expectAccessible(page);
    await expect(failure.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
    await failure.getByRole('button', { name: 'Go Back' }).click();
    await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();

    await visitBrokenHome(page);
    await page.unroute('**/backend/api/hot-deals/**');
    await failure.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Hot Deals' })).toBeVisible();
    await expect(failure).toBeHidden();
  });
});
