import {
  addToCartButton,
  CART_URL,
  cartRows,
  clickInAddedDialog,
  expectNoAddedDialog,
  firstAddButton,
  openCart,
  quantityField,
  waitForAddedDialog,
} from './page-objects/cart.ts';
import { expectSamePaymentMarksAsFooter, isWideScreen } from './page-objects/layout.ts';
import { clickInConfirmDialog, expectToast, waitForConfirmDialog } from './page-objects/overlays.ts';
import { PRODUCT_LIST_URL, productLinks } from './page-objects/product-list.ts';
import { fetchProductsInStock } from './support/api.ts';
import {
  expectAccessible,
  expectAllOnScreen,
  expectBusyButton,
  expectNoHorizontalOverflow,
  expectOnScreen,
} from './support/assertions.ts';
import { skipRetryDelays } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { mockRequests } from './support/network.ts';
import { readGuestCart, writeGuestCart } from './support/storage.ts';

const PRODUCT_API_URL = /\/backend\/api\/products\/\d+\//;
const UNREAD_URL = '**/backend/api/products/2147483646/**';
const YAM = { product_id: 1, title: 'Yam', image: '', quantity: 2, price: '1,000', total: '2,000', weight: 1 };
const TWO_LINES = JSON.stringify({ cart: [YAM, { ...YAM, product_id: 2, title: 'Broom' }], subtotal: 4000 });

test('removing a line moves the focus to the next line, and clearing the cart asks for confirmation', {
  tag: ['@phone', '@CART-5', '@CART-49', '@CART-57', '@CART-60', '@CART-70'],
}, async ({ page }) => {
  await page.goto('/robots.txt');
  const lines = ['Yam', 'Broom', 'Drum'].map((title, index) => ({ ...YAM, product_id: index + 1, title }));
  await writeGuestCart(page, JSON.stringify({ cart: lines, subtotal: 6000 }));
  await openPage(page, CART_URL);
  await page.getByRole('button', { name: 'Remove Yam' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Broom' })).toBeFocused();

  await page.getByRole('main').getByRole('button', { name: 'Clear Cart' }).click();
  const confirmDialog = await waitForConfirmDialog(page);
  await confirmDialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(confirmDialog).toBeHidden();
  await expect(cartRows(page)).toHaveCount(2);
  await page.getByRole('main').getByRole('button', { name: 'Clear Cart' }).click();
  await clickInConfirmDialog(page, 'Clear Cart');
  await expectToast(page, 'Cart cleared!');
  const emptyHeading = page.getByRole('heading', { name: 'Your cart is empty.' });
  await expect(emptyHeading).toBeVisible();
  expect(await readGuestCart(page)).toEqual({ cart: [], subtotal: 0 });
  // The button is gone: the focus moves to the main content, not to the document.
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Start Shopping' }).click();
  await expect(page).toHaveURL(/section=productList/);

  await test.step('removing the last line by keyboard', async () => {
    await firstAddButton(page).click();
    await clickInAddedDialog(page, 'Proceed To Cart');
    await cartRows(page)
      .getByRole('button', { name: /^Remove/ })
      .press('Enter');
    await expect(emptyHeading).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test('on narrow screens the subtotal and Checkout stay visible, and toasts do not cover the first line of the drawer', {
  tag: ['@phone', '@SHELL-24', '@SHELL-95', '@CART-92'],
}, async ({ page }) => {
  await page.goto('/robots.txt');
  await page.route(PRODUCT_API_URL, () => {});
  const lines = Array.from({ length: 8 }, (_, index) => ({ ...YAM, product_id: index + 1, title: `Yam ${index}` }));
  await writeGuestCart(page, JSON.stringify({ cart: lines, subtotal: 16_000 }));
  await openPage(page, CART_URL);
  const main = page.getByRole('main');
  const checkout = main.getByRole('button', { name: 'Checkout' });
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(checkout).toHaveCount(1);
    await expectOnScreen(checkout);
    await expectOnScreen(main.locator('p', { hasText: 'Subtotal' }).getByText('₦16,000'));
    expect((await checkout.boundingBox())?.y).toBeGreaterThan(700);
    // Scrolled down, it is at its place below the summary, before Clear Cart.
    await main.getByRole('button', { name: 'Clear Cart' }).scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollBy(0, 400));
    const [summary, bar, clear] = await Promise.all(
      [main.getByText('We Accept'), checkout, main.getByRole('button', { name: 'Clear Cart' })].map(
        async (part) => (await part.boundingBox())?.y ?? 0,
      ),
    );
    expect(bar).toBeGreaterThan(summary ?? 0);
    expect(clear).toBeGreaterThan((bar ?? 0) + 56);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(checkout).toHaveCount(1);
  await expect(main.locator('p', { hasText: 'Subtotal' })).toBeHidden();

  await test.step('a toast above the open drawer on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const drawer = await openCart(page);
    const drawerLines = drawer.getByRole('listitem');
    await expect(drawerLines).toHaveCount(8);
    await drawerLines
      .nth(1)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(drawerLines).toHaveCount(7);
    // Hover over the toast, so that it stays.
    await (await expectToast(page, /removed from cart$/, 'success')).hover();
    await expectOnScreen(drawerLines.first().getByRole('link').first());
    await expectOnScreen(drawer.getByRole('button', { name: 'Close' }));
  });
});

test('the drawer shows, changes and clears the cart, and locks the scroll position of the page', {
  tag: ['@SHELL-24', '@CART-38', '@CART-39', '@CART-40', '@CART-42', '@CART-43', '@CART-44'],
}, async ({ page }) => {
  await page.goto('/robots.txt');
  await page.route(PRODUCT_API_URL, () => {});
  await writeGuestCart(page, TWO_LINES);
  await openPage(page, PRODUCT_LIST_URL);
  const drawer = await openCart(page);
  await expect(drawer).toContainText('4 Items');
  await expect(drawer).toContainText('₦4,000');
  await drawer.getByRole('listitem').filter({ hasText: 'Broom' }).getByRole('button', { name: 'One fewer' }).click();
  await expect(drawer).toContainText('₦3,000');
  const readScrollY = () => page.evaluate(() => scrollY);
  const top = await readScrollY();
  const scrollByWheel = async () => {
    await page.mouse.move(50, 500);
    await page.mouse.wheel(0, 600);
    // Scrolling is animated: wait some frames until it has begun.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    });
  };
  await scrollByWheel();
  expect(await readScrollY()).toBe(top);
  await drawer.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(drawer).toBeHidden();
  expect(await readScrollY()).toBe(top);
  // The same wheel event scrolls the page when the drawer is closed.
  await scrollByWheel();
  await expect.poll(readScrollY).toBeGreaterThan(top);

  await openCart(page);
  await expectAccessible(page, ['[role=dialog]']);
  await drawer.getByRole('button', { name: 'Clear Cart' }).click();
  await waitForConfirmDialog(page);
  await expectAccessible(page);
  await clickInConfirmDialog(page, 'Clear Cart');
  await expect(drawer.getByRole('link', { name: 'Start Shopping' })).toBeVisible();
  expect(await readGuestCart(page)).toEqual({ cart: [], subtotal: 0 });
});

test('while a product is added, only its own button is busy; the cart changes in other tabs, and shopping continues on the list', {
  tag: ['@phone', '@LIST-64', '@PRODUCT-29', '@PRODUCT-31', '@CART-1', '@CART-17', '@CART-18'],
}, async ({ page, context }) => {
  const serverDelay = Promise.withResolvers<void>();
  let adds = 0;
  await page.route('**/backend/api/cart/', async (route) => {
    adds += 1;
    await serverDelay.promise;
    await route.continue();
  });
  await openPage(page, PRODUCT_LIST_URL);
  const other = await context.newPage();
  await openPage(other, CART_URL);
  await expect(other.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  const buttons = page.getByRole('button', { name: /^Add .* to cart$/ });
  await buttons.first().click();
  await expectBusyButton(buttons.first());
  // A click while the request runs adds nothing.
  await buttons.first().click({ force: true });
  await expect(buttons.nth(1)).not.toHaveAttribute('aria-busy');
  serverDelay.resolve();
  await waitForAddedDialog(page);
  expect(adds).toBe(1);
  await expect(cartRows(other)).toHaveCount(1);

  await test.step('Continue Shopping closes the dialog on a list, and returns to the list from a product', async () => {
    await clickInAddedDialog(page, 'Continue Shopping');
    await expectNoAddedDialog(page);
    await expect(page).toHaveURL(/\/product\/list/);

    await productLinks(page).first().click();
    await addToCartButton(page).click();
    await clickInAddedDialog(page, 'Continue Shopping');
    await expect(page).toHaveURL(/\/product\/list/);
    // A visitor who opened the product page first has no earlier page of the shop in the history.
    await page.goForward();
    const url = page.url();
    const newTab = await context.newPage();
    await openPage(newTab, url);
    await addToCartButton(newTab).click();
    await clickInAddedDialog(newTab, 'Continue Shopping');
    await expect(newTab).toHaveURL(/\/product\/list\?section=productList&page=1/);
  });
});

/** Counts the table roles in the browser's own accessibility tree. CSS may remove the roles of a table. */
const countTableRoles = async (page: Page): Promise<Record<string, number>> => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const counts: Record<string, number> = { table: 0, row: 0, columnheader: 0, cell: 0 };
  for (const { ignored, role } of nodes) {
    const name: unknown = role?.value;
    if (!ignored && typeof name === 'string' && name in counts) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

test(
  'the cart page shows a table on wide screens, cards on narrow screens, and the order summary',
  {
    tag: [
      '@CART-46',
      '@CART-47',
      '@CART-48',
      '@CART-50',
      '@CART-51',
      '@CART-52',
      '@CART-53',
      '@CART-61',
      '@CART-94',
      '@SESSION-17',
    ],
  },
  async ({ page }, info) => {
    await page.goto('/robots.txt');
    await page.route(PRODUCT_API_URL, () => {});
    await writeGuestCart(page, TWO_LINES);
    await openPage(page, CART_URL);
    const table = page.getByRole('table', { name: 'Items in your cart' });
    await expect(table.getByRole('columnheader')).toHaveText(['Item', 'Price', 'Quantity', 'Total Price', 'Action']);
    // On phones the rows are cards.
    if (isWideScreen(page)) {
      const headings = table.getByRole('columnheader');
      await expectAllOnScreen(headings);
      const isTextHidden = (cells: Element[]) => cells.map((cell) => cell.querySelector('.sr-only') !== null);
      expect(await headings.evaluateAll(isTextHidden)).toEqual([false, false, false, false, false]);
    }
    // It is a table at both widths, although CSS lays it out as cards on phones.
    await expect(table).toMatchAriaSnapshot(`
      - table "Items in your cart":
        - caption: Items in your cart
        - rowgroup:
          - row "Item Price Quantity Total Price Action":
            - columnheader "Item"
            - columnheader "Price"
            - columnheader "Quantity"
            - columnheader "Total Price"
            - columnheader "Action"
        - rowgroup:
          - row /Yam .*₦2,000/:
            - cell /Yam/
            - cell /₦1,000/
            - cell /Yam/:
              - group /Yam/
            - cell "₦2,000"
            - cell "Remove Yam"
          - row /Broom .*₦2,000/
    `);
    expect(await countTableRoles(page)).toEqual({ table: 1, row: 3, columnheader: 5, cell: 10 });
    const layout = await cartRows(page)
      .first()
      .evaluate((row) => getComputedStyle(row).display);
    expect(layout).toBe(info.project.name === 'phone' ? 'grid' : 'table-row');
    const row = cartRows(page).filter({ hasText: 'Yam' });
    await expect(row).toContainText('₦1,000');
    await expect(row).toContainText('₦2,000');
    const summary = page.getByRole('region', { name: 'Order Summary' });
    await expect(summary).toContainText('4 Items');
    await expect(summary.getByRole('definition').last()).toHaveText('₦4,000');
    await expect(summary.getByRole('heading', { name: 'We Accept' })).toBeVisible();
    const accepted = summary.getByRole('list', { name: 'We Accept' });
    await expect(accepted.getByRole('listitem')).toHaveText(['USD', 'Transfer', 'Gift Card']);
    await expectSamePaymentMarksAsFooter(page);
    await page.getByRole('button', { name: 'Remove Broom' }).click();
    const fewer = row.getByRole('button', { name: 'One fewer' });
    await fewer.click();
    await expect(summary).toContainText('1 Item');
    await expect(summary).not.toContainText('Items');
    // At a quantity of 1, a click does nothing.
    await expect(fewer).toHaveAttribute('aria-disabled', 'true');
    await fewer.click({ force: true });
    await expect(quantityField(page, 'Yam')).toHaveValue('1');
    await page.getByRole('link', { name: 'Continue Shopping' }).click();
    await expect(page).toHaveURL(/section=productList/);
  },
);

test.describe('products that changed after a guest added them', { tag: ['@phone'] }, () => {
  test.use({
    expectedErrors: [/status of (404|503).*\/backend\/api\/products\/214748364[67]/],
  });

  test('are fetched on the cart page, marked beside the line, and saved', { tag: ['@CART-59'] }, async ({ page }) => {
    const [product] = await fetchProductsInStock(page, 1);
    if (!product) throw new Error('The demo market has no product in stock');
    const line = (id: number, title: string, quantity: number) => ({ ...YAM, product_id: id, title, quantity });
    await page.goto('/robots.txt');
    await writeGuestCart(
      page,
      JSON.stringify({
        cart: [line(product.id, 'Known', 1), line(2_147_483_647, 'Vanished', 1), line(product.id - 1, 'Scarce', 5)],
        subtotal: 0,
      }),
    );
    await page.route(`**/backend/api/products/${product.id - 1}/**`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), stock: 3, discount_price: 1000 } });
    });
    await openPage(page, CART_URL);
    const row = (title: string) => cartRows(page).filter({ hasText: title });
    const price = product.price.toLocaleString('en-US');
    await expect(row('Known')).toContainText(`The price has changed from ₦1,000 to ₦${price}`);
    await expect(row('Vanished')).toContainText('This is not sold any more. Please remove it.');
    await expect(row('Scarce')).toContainText('Only 3 in stock');
    await expect(row('Scarce')).not.toContainText('The price has changed');
    expect((await readGuestCart(page))?.cart.map((storedLine) => storedLine.price)).toEqual([price, '0', '1,000']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove Vanished' }).click();
    await row('Scarce').getByRole('button', { name: 'One fewer' }).click();
    await row('Scarce').getByRole('button', { name: 'One fewer' }).click();
    await expect(page.getByText("Some items can't be bought as they are.")).toBeHidden();
  });

  for (const view of ['page', 'drawer'] as const)
    test(`a product that cannot be read is marked in the ${view}, and the others are checked`, {
      tag: ['@CART-59', '@CART-93'],
    }, async ({ page }) => {
      const [product] = await fetchProductsInStock(page, 1);
      if (!product) throw new Error('The demo market has no product in stock');
      const line = (id: number, title: string) => ({ ...YAM, product_id: id, title });
      const cart = { cart: [line(2_147_483_646, 'Unread'), line(product.id, 'Known')], subtotal: 4000 };
      await page.clock.install();
      await page.goto('/robots.txt');
      await writeGuestCart(page, JSON.stringify(cart));
      const countRequests = await mockRequests(page, UNREAD_URL, (route) =>
        route.fulfill({ status: 503, json: { message: 'The database is down' } }),
      );
      await openPage(page, view === 'page' ? CART_URL : '/about');
      const shown = view === 'page' ? page.getByRole('main') : await openCart(page);
      const lines = view === 'page' ? cartRows(page) : shown.getByRole('listitem');
      await expect(lines.filter({ hasText: 'Known' })).toContainText('The price has changed from ₦1,000');
      await expect(lines.filter({ hasText: 'Unread' })).toContainText('Price and stock could not be checked');
      await expect(lines.filter({ hasText: 'Known' })).not.toContainText('could not be checked');
      // The shopper can continue.
      const next = view === 'page' ? 'Checkout' : 'Clear Cart';
      await expect(shown.getByRole('button', { name: next, exact: true })).toBeEnabled();
      await expectNoHorizontalOverflow(page);

      await skipRetryDelays(page, countRequests);
      await page.unroute(UNREAD_URL);
      await page.route(UNREAD_URL, async (route) => {
        const response = await route.fetch({ url: route.request().url().replace('2147483646', String(product.id)) });
        await route.fulfill({ response });
      });
      await shown.getByRole('button', { name: 'Check Again' }).click();
      await expect(lines.filter({ hasText: 'Unread' })).toContainText('The price has changed from ₦1,000');
      await expect(shown.getByText('could not be checked')).toHaveCount(0);
    });
});

test('a visitor with an empty cart loads no cart code and sends no cart request; the empty drawer links to the products', {
  tag: ['@phone', '@CART-40', '@CART-41', '@CART-76', '@CART-85'],
}, async ({ page }) => {
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await openPage(page, '/');
  await page.waitForLoadState();
  expect(requestedPaths.filter((path) => /\/assets\/cart-|\/backend\/api\/cart/.test(path))).toEqual([]);
  const drawer = await openCart(page);
  await expect(drawer.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('link', { name: 'Start Shopping' }).click();
  await expect(page).toHaveURL(/section=productList/);
  await expect(drawer).toBeHidden();
});
