import {
  CART_URL,
  cartButton,
  cartRows,
  clickInAddedDialog,
  firstAddButton,
  openCart,
  quantityField,
  waitForAddedDialog,
} from './page-objects/cart.ts';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { expect, openPage, test, waitForHydration } from './support/fixtures.ts';
import { readGuestCart, writeGuestCart } from './support/storage.ts';

const cartLine = (part: object) => ({
  product_id: 1,
  title: 'Yam',
  image: '',
  quantity: 1,
  price: '1,000',
  total: '1,000',
  weight: 1,
  ...part,
});
const cartText = (...lines: unknown[]) => JSON.stringify({ cart: lines, subtotal: 'much' });

/** Stored values, and how many valid lines each one contains. Unit tests of stored-cart.ts read any text. */
const BROKEN_CARTS: [name: string, text: string, lines: number][] = [
  ['invalid JSON', '{"cart":[', 0],
  ['lines that are not objects', cartText(null, 1, 'x', [], {}), 0],
  [
    'invalid quantities',
    cartText(
      cartLine({ quantity: -5 }),
      cartLine({ product_id: 2, quantity: 1e308 }),
      cartLine({ product_id: 3, quantity: 'x' }),
    ),
    3,
  ],
  ['HTML in a title', cartText(cartLine({ title: '<img src=x onerror=alert(1)><script>alert(1)</script>' })), 1],
  ['a picture from another site', cartText(cartLine({ image: 'https://elsewhere.example/x.png' })), 1],
  ['five megabytes of invalid text', 'x'.repeat(5_000_000), 0],
];

test('the cart page and the drawer show the valid lines of a broken stored cart', {
  tag: ['@CART-14'],
}, async ({ page }) => {
  // The responses would update the stored cart.
  await page.route(/\/backend\/api\/products\/\d+\//, () => {});
  await openPage(page, CART_URL);
  for (const [name, text, lines] of BROKEN_CARTS) {
    await test.step(name, async () => {
      await writeGuestCart(page, text);
      await page.reload({ waitUntil: 'domcontentloaded' });
      await waitForHydration(page);
      await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeVisible();
      await expect(cartRows(page)).toHaveCount(lines);
      await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toHaveCount(lines === 0 ? 1 : 0);
      const drawer = await openCart(page);
      await expect(drawer.getByRole('listitem')).toHaveCount(lines);
      // Showing the cart does not write it.
      expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe(text);
    });
  }
});

test('adding a product stores a repaired cart', { tag: ['@CART-14', '@CART-31'] }, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  await writeGuestCart(
    page,
    cartText(cartLine({ product_id: 1_000_000, quantity: -5, total: 'x' }), null, cartLine({ price: 'free' })),
  );
  await firstAddButton(page).click();
  await waitForAddedDialog(page);
  const stored = await readGuestCart(page);
  expect(stored?.cart).toHaveLength(2);
  expect(stored?.cart[0]).toEqual(cartLine({ product_id: 1_000_000 }));
  const addedTotal = Number(stored?.cart[1]?.total.replaceAll(',', ''));
  expect(stored?.subtotal).toBe(1000 + addedTotal);
});

test('without local storage the cart lasts as long as the page, and a notice says so', { tag: ['@CART-15'] }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('closed', 'SecurityError');
      },
    });
  });
  await openPage(page, PRODUCT_LIST_URL);
  await firstAddButton(page).click();
  await clickInAddedDialog(page, 'Proceed To Cart');
  await expect(cartRows(page)).toHaveCount(1);
  await expect(page.getByText('Your browser does not let the shop keep this cart.')).toBeVisible();
});

test('with full storage a change to the cart applies, and a notice says that it is not saved', {
  tag: ['@CART-15'],
}, async ({ page }) => {
  await page.goto('/robots.txt');
  await page.route(/\/backend\/api\/products\/\d+\//, () => {});
  await writeGuestCart(page, cartText(cartLine({}), cartLine({ product_id: 2, title: 'Broom' })));
  await openPage(page, CART_URL);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await cartRows(page).filter({ hasText: 'Yam' }).getByRole('button', { name: 'One more' }).click();
  await expect(quantityField(page, 'Yam')).toHaveValue('2');
  await expect(page.getByText('Your browser does not let the shop keep this cart.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Broom' }).click();
  await expect(cartRows(page)).toHaveCount(1);
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 2 items');
});
