import { addedDialog, addFirst, CART, cartButton, cartRows, drawer, LIST, storeCart, storedCart } from './pages.ts';
import { expect, test, visit } from './shop-test.ts';

const line = (part: object) => ({
  product_id: 1,
  title: 'Yam',
  image: '',
  quantity: 1,
  price: '1,000',
  total: '1,000',
  weight: 1,
  ...part,
});
const cart = (...lines: unknown[]) => JSON.stringify({ cart: lines, subtotal: 'much' });

/** Stored texts, and how many lines can be saved from each. */
const BROKEN: [name: string, text: string, lines: number][] = [
  ['no JSON', '{"cart":[', 0],
  ['null', 'null', 0],
  ['an array', '[[],{}]', 0],
  ['a cart that is no list', '{"cart":{"length":3},"subtotal":[]}', 0],
  ['lines that are no lines', cart(null, 1, 'x', [], {}), 0],
  [
    'quantities of all kinds',
    cart(line({ quantity: -5 }), line({ product_id: 2, quantity: 1e308 }), line({ product_id: 3, quantity: 'x' })),
    3,
  ],
  ['doubled lines', cart(line({}), line({}), line({ product_id: '1' })), 1],
  [
    'prices that are no amounts',
    cart(line({ price: 'free' }), line({ product_id: 2, price: {} }), line({ product_id: 3 })),
    1,
  ],
  ['HTML in a title', cart(line({ title: '<img src=x onerror=alert(1)><script>alert(1)</script>' })), 1],
  ['a picture of another site', cart(line({ image: 'https://elsewhere.example/x.png' })), 1],
  ['five megabytes of junk', 'x'.repeat(5_000_000), 0],
];

for (const [name, text, lines] of BROKEN) {
  test(`a stored cart with ${name} is mended, and shopping goes on`, async ({ page }) => {
    await page.goto('/robots.txt');
    await storeCart(page, text);
    await visit(page, CART);
    await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeVisible();
    await expect(cartRows(page)).toHaveCount(lines);
    if (lines === 0) await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
    await cartButton(page).click();
    await expect(drawer(page)).toBeVisible();
    await expect(drawer(page).getByRole('listitem')).toHaveCount(lines);
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toBeHidden();

    await visit(page, LIST);
    await addFirst(page).click();
    await addedDialog(page).getByRole('button', { name: 'Continue Shopping' }).click();
    await expect(addedDialog(page)).toBeHidden();
    const stored = await storedCart(page);
    const amount = (naira: string) => Math.round(Number(naira.replaceAll(',', '')) * 100);
    const totals = stored?.cart.map((kept) => {
      expect(amount(kept.total)).toBe(amount(kept.price) * kept.quantity);
      return amount(kept.total);
    });
    expect(totals?.length).toBeGreaterThanOrEqual(Math.max(1, lines));
    expect(Math.round((stored?.subtotal ?? 0) * 100)).toBe(totals?.reduce((sum, total) => sum + total, 0));
  });
}

test('where storage is closed the cart lives as long as the page, and says so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('closed', 'SecurityError');
      },
    });
  });
  await visit(page, LIST);
  await addFirst(page).click();
  await addedDialog(page).getByRole('button', { name: 'Proceed To Cart' }).click();
  await expect(cartRows(page)).toHaveCount(1);
  await expect(page.getByText('Your browser does not let the shop keep this cart.')).toBeVisible();
});
