import type { Request } from '@playwright/test';
import {
  addToCartButton,
  CART_URL,
  cartButton,
  cartRows,
  clickInAddedDialog,
  firstAddButton,
  openCart,
  quantityField,
  waitForAddedDialog,
} from './page-objects/cart.ts';
import { clickInConfirmDialog, expectToast } from './page-objects/overlays.ts';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { fetchProductsInStock, fetchServerCart, fillCart } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { formatNaira } from './support/format.ts';
import { holdRequests } from './support/network.ts';
import { createShopper, signIn } from './support/shoppers.ts';
import { readGuestCart, writeGuestCart, writeStoredToken } from './support/storage.ts';

/** The cart of signed-in customers, which the server stores. */

const CART_API_URL = /\/backend\/api\/cart\/$/;
const isCartFetch = (request: { method(): string; url(): string }) =>
  request.method() === 'GET' && CART_API_URL.test(request.url());

/** Signs in as a new shopper and fills the cart with a product for each quantity. */
const signInWithCart = async (page: Page, ...quantities: number[]) => {
  const token = await signIn(page);
  const products = await fetchProductsInStock(page, quantities.length);
  await fillCart(
    page,
    token,
    products.map(({ id }, index) => [id, quantities[index] ?? 1]),
  );
  return { token, products, first: products[0] ?? { id: 0, title: '', price: 0 } };
};

test('adding a product, from a list or its page, sends it to the server and stores nothing locally; Checkout opens the checkout', {
  tag: ['@PRODUCT-25', '@CART-2', '@CART-21', '@CART-22', '@CART-23', '@CART-54', '@API-7'],
}, async ({ page }) => {
  const token = await signIn(page);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && CART_API_URL.test(request.url()));
  await openPage(page, PRODUCT_LIST_URL);
  const title = (await firstAddButton(page).getAttribute('aria-label'))?.replace(/^Add (.*) to cart$/, '$1') ?? '';
  await firstAddButton(page).click();
  const request = await sent;
  expect(request.headers().authorization).toBe(`Token ${token}`);
  expect(request.postDataJSON()).toEqual({
    product_id: expect.any(Number),
    quantity: 1,
    weight: expect.any(Number),
  });
  await expectToast(page, `${title} added to cart`);
  await expect(await waitForAddedDialog(page)).toContainText(`${title} added to cart successfully!!!`);
  await clickInAddedDialog(page, 'Continue Shopping');
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
  await firstAddButton(page).click();
  await clickInAddedDialog(page, 'Proceed To Cart');
  await expect(quantityField(page, title)).toHaveValue('2');
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 2 items');
  expect(await readGuestCart(page)).toBeNull();

  await test.step('the product page adds the quantity of its stepper', async () => {
    await cartRows(page).getByRole('link', { name: title }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const more = page.getByRole('main').getByRole('button', { name: 'One more' }).first();
    await more.click();
    await more.click();
    await addToCartButton(page).click();
    await waitForAddedDialog(page);
    expect(await fetchServerCart(page, token)).toEqual([[request.postDataJSON().product_id, 5]]);
    await clickInAddedDialog(page, 'Proceed To Cart');
  });
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/product\/shopping\/checkout$/);
});

/** Waits until the cart is fetched again and has not changed. */
const waitForNotModified = (page: Page) =>
  page.waitForResponse((response) => isCartFetch(response.request()) && response.status() === 304);
/** Records the changes of the main content from now on. @returns a function that reads them */
const recordMutations = async (page: Page) => {
  await page.evaluate(() => {
    const mutations: string[] = [];
    Object.assign(window, { drawn: mutations });
    new MutationObserver((changes) => {
      for (const { type, target } of changes) mutations.push(`${type} ${target.nodeName}`);
    }).observe(document.querySelector('#main') ?? document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  return () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
};

test('an unchanged cart leaves the page as it is; changed quantities, removed lines and a cleared cart are saved on the server', {
  tag: ['@CART-5', '@CART-63', '@CART-64', '@CART-65', '@CART-67', '@CART-70', '@CART-75', '@CART-82', '@CART-83'],
}, async ({ page }) => {
  const { token, products, first } = await signInWithCart(page, 2, 1);
  const [, second] = products;
  await openPage(page, CART_URL);
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('3 Items');
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(
    formatNaira(first.price * 2 + (second?.price ?? 0)),
  );
  await expect(cartRows(page)).toHaveCount(2);
  await test.step('an unchanged cart returns 304, and the page does not change', async () => {
    await waitForNotModified(page);
    const readMutations = await recordMutations(page);
    const notModified = await waitForNotModified(page);
    expect(notModified.request().headers()['if-none-match']).toMatch(/^(W\/)?"/);
    await waitForNotModified(page);
    expect(await readMutations()).toEqual([]);
  });

  const row = cartRows(page).filter({ hasText: first.title });
  // Both clicks of a double click count.
  await row.getByRole('button', { name: 'One more' }).dblclick();
  await expect(quantityField(page, first.title)).toHaveValue('4');
  await expect(row).toContainText(formatNaira(first.price * 4));
  await expect
    .poll(() => fetchServerCart(page, token))
    .toEqual([
      [first.id, 4],
      [second?.id, 1],
    ]);

  await page.getByRole('button', { name: `Remove ${second?.title}` }).click();
  await expectToast(page, `${second?.title} removed from cart`);
  expect(await fetchServerCart(page, token)).toEqual([[first.id, 4]]);
  await page.reload();
  await expect(quantityField(page, first.title)).toHaveValue('4');

  await page.getByRole('main').getByRole('button', { name: 'Clear Cart' }).click();
  await clickInConfirmDialog(page, 'Clear Cart');
  await expectToast(page, 'Cart cleared!');
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  expect(await fetchServerCart(page, token)).toEqual([]);
});

test('page and drawer show that they load until the server responds; the drawer shows, changes and clears the same cart', {
  tag: ['@CART-40', '@CART-42', '@CART-43', '@CART-44', '@CART-58'],
}, async ({ page }) => {
  const { token, first } = await signInWithCart(page, 2);
  const release = await holdRequests(page, CART_API_URL);
  await openPage(page, CART_URL);
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading your cart' })).toBeVisible();
  const drawer = await openCart(page);
  await expect(drawer.getByRole('status', { name: 'Loading your cart' })).toBeVisible();
  release();
  await expect(drawer.getByRole('listitem')).toHaveCount(1);
  await page.unroute(CART_API_URL);

  await openPage(page, PRODUCT_LIST_URL);
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 2 items');
  await openCart(page);
  await expect(drawer).toContainText(formatNaira(first.price * 2));
  await drawer.getByRole('button', { name: 'One fewer' }).click();
  await expect(drawer).toContainText('1 Item');
  await expect.poll(() => fetchServerCart(page, token)).toEqual([[first.id, 1]]);
  await drawer.getByRole('button', { name: 'Clear Cart' }).click();
  await clickInConfirmDialog(page, 'Clear Cart');
  await expect(drawer.getByRole('link', { name: 'Start Shopping' })).toBeVisible();
  // The drawer shows the change before the server has it.
  await expect.poll(() => fetchServerCart(page, token)).toEqual([]);
});

test('the cart is fetched every second on the cart page, every ten seconds elsewhere, never in a hidden tab', {
  tag: ['@CART-77', '@CART-78', '@CART-84'],
}, async ({ page }) => {
  await signInWithCart(page, 1);
  let fetchCount = 0;
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (!isCartFetch(request)) return;
    fetchCount += 1;
    pending.add(request);
  });
  page.on('response', (response) => pending.delete(response.request()));
  page.on('requestfailed', (request) => pending.delete(request));
  const now = Date.now();
  await page.clock.install({ time: now });
  await openPage(page, CART_URL);
  await expect(cartRows(page)).toHaveCount(1);
  await page.clock.pauseAt(now + 3_600_000);
  // The browser reports requests and responses in order: when this fetch is done, all earlier ones are counted.
  const flushEvents = () => page.evaluate(() => fetch('/robots.txt').then(() => {}));
  /** Advances the clock and waits for the responses. */
  const run = async (ms: number) => {
    await page.clock.runFor(ms);
    await flushEvents();
    await expect.poll(() => pending.size).toBe(0);
    await flushEvents();
  };
  /** Advances the clock until the cart is fetched twice. @returns the milliseconds between the two */
  const measurePeriod = async (stepMs: number, maxMs: number) => {
    const runUntilFetch = async () => {
      const before = fetchCount;
      for (let elapsedMs = stepMs; elapsedMs <= maxMs; elapsedMs += stepMs) {
        await run(stepMs);
        if (fetchCount > before) return elapsedMs;
      }
      throw new Error(`The cart is not fetched within ${maxMs} ms`);
    };
    await runUntilFetch();
    return runUntilFetch();
  };
  // The interval begins when a response is processed, so the measured period may be a few steps longer.
  const pagePeriod = await measurePeriod(50, 2000);
  expect(pagePeriod).toBeGreaterThanOrEqual(1000);
  expect(pagePeriod).toBeLessThanOrEqual(1100);

  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await setVisibility('hidden');
  const beforeHidden = fetchCount;
  for (let second = 0; second < 5; second++) await run(1000);
  expect(fetchCount).toBe(beforeHidden);
  await setVisibility('visible');
  expect(await measurePeriod(50, 2000)).toBeLessThanOrEqual(1100);

  await page.getByRole('link', { name: 'Sokuwa, home' }).click();
  await expect(page).toHaveURL(/\/$/);
  const periodElsewhere = await measurePeriod(200, 12_000);
  expect(periodElsewhere).toBeGreaterThanOrEqual(10_000);
  expect(periodElsewhere).toBeLessThanOrEqual(10_400);
});

test('two tabs change one cart at the same time, and both show the result', { tag: ['@CART-16'] }, async ({
  page,
  context,
}) => {
  const { token, products, first } = await signInWithCart(page, 1, 1);
  const [, second] = products;
  const other = await context.newPage();
  await openPage(page, CART_URL);
  await openPage(other, CART_URL);
  const more = (tab: Page, title = '') =>
    cartRows(tab).filter({ hasText: title }).getByRole('button', { name: 'One more' }).click();
  await Promise.all([more(page, first.title), more(other, second?.title)]);
  await expect
    .poll(() => fetchServerCart(page, token))
    .toEqual([
      [first.id, 2],
      [second?.id, 2],
    ]);
  for (const tab of [page, other]) {
    await expect(quantityField(tab, first.title)).toHaveValue('2');
    await expect(quantityField(tab, second?.title ?? '')).toHaveValue('2');
  }
});

test('signing in or out in another tab switches the cart in this tab', {
  tag: ['@SHELL-12', '@CART-3', '@CART-4'],
}, async ({ page, context }) => {
  const { token } = await createShopper();
  const [guestProduct, accountProduct] = await fetchProductsInStock(page, 2);
  if (!guestProduct || !accountProduct) throw new Error('The demo market has fewer than two products in stock');
  await fillCart(page, token, [[accountProduct.id, 3]]);
  await page.goto('/robots.txt');
  const line = {
    product_id: guestProduct.id,
    title: guestProduct.title,
    image: '',
    quantity: 1,
    price: '1',
    total: '1',
    weight: 1,
  };
  await writeGuestCart(page, JSON.stringify({ cart: [line], subtotal: 1 }));
  const other = await context.newPage();
  await other.goto('/robots.txt');
  await openPage(page, CART_URL);
  await expect(quantityField(page, guestProduct.title)).toHaveValue('1');
  await writeStoredToken(other, token);
  await expect(quantityField(page, accountProduct.title)).toHaveValue('3');
  await expect(cartRows(page)).toHaveCount(1);
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 3 items');
  await writeStoredToken(other, null);
  await expect(quantityField(page, guestProduct.title)).toHaveValue('1');
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
  // The guest cart is unchanged.
  expect((await readGuestCart(page))?.cart.map((storedLine) => storedLine.product_id)).toEqual([guestProduct.id]);
});

test('price and stock changes are shown beside the line', { tag: ['@CART-59'] }, async ({ page }) => {
  const { products } = await signInWithCart(page, 2, 2, 2, 2);
  /** Whether the server's response has changed prices and stocks for the first four lines. */
  let changed = false;
  await page.route(CART_API_URL, async (route) => {
    const { authorization = '' } = route.request().headers();
    const response = await route.fetch({ headers: { authorization } });
    const body = await response.json();
    if (changed) {
      Object.assign(body.cart[0], { price: '1,234.50', total: '2,469' });
      Object.assign(body.cart[1], { stock: 1, available: false });
      Object.assign(body.cart[2], { stock: 0, available: false });
      Object.assign(body.cart[3], { stock: 0, available: false, price: '0', total: '0' });
    }
    await route.fulfill({ json: body });
  });
  await openPage(page, CART_URL);
  await expect(cartRows(page)).toHaveCount(4);
  const warning = page.getByText("Some items can't be bought as they are. Please change or remove them.");
  await expect(warning).toBeHidden();
  changed = true;
  const row = (index: number) => cartRows(page).filter({ hasText: products[index]?.title ?? '' });
  await expect(row(0)).toContainText(`The price has changed from ${formatNaira(products[0]?.price ?? 0)} to ₦1,234.50`);
  await expect(row(0)).toContainText('₦2,469');
  await expect(row(1)).toContainText('Only 1 in stock');
  await expect(row(2)).toContainText('Product out of stock. Please check back later');
  await expect(row(3)).toContainText('This is not sold any more. Please remove it.');
  await expect(warning).toBeVisible();
  const drawer = await openCart(page);
  await expect(drawer).toContainText('Only 1 in stock');
  await expect(drawer).toContainText('The price has changed');
  await expectAccessible(page);
});

// Two examples. The unit tests of the token store check more invalid tokens.
test('an invalid stored token is ignored: the visitor is a guest', {
  tag: ['@SHELL-11', '@CART-21', '@CART-33'],
}, async ({ page }) => {
  await page.goto('/robots.txt');
  for (const invalidToken of ['two words', 'x'.repeat(100_000)])
    await test.step(JSON.stringify(invalidToken.slice(0, 16)), async () => {
      await writeStoredToken(page, invalidToken);
      await page.evaluate(() => localStorage.removeItem('cart'));
      await openPage(page, PRODUCT_LIST_URL);
      const sent = page.waitForRequest((request) => request.method() === 'POST' && CART_API_URL.test(request.url()));
      await firstAddButton(page).click();
      expect((await sent).headers()).not.toHaveProperty('authorization');
      await waitForAddedDialog(page);
      expect((await readGuestCart(page))?.cart).toHaveLength(1);
    });
});
