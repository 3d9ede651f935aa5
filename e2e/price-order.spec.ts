import type { Locator } from '@playwright/test';
import { CART_URL, cartRows, openCart } from './page-objects/cart.ts';
import { CHECKOUT_URL, orderSummary, waitForTotals } from './page-objects/checkout.ts';
import { countryButton, openDropdown } from './page-objects/layout.ts';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { fetchFromApi, fetchProductsInStock } from './support/api.ts';
import {
  expectAccessible,
  expectNoHorizontalOverflow,
  expectOnScreen,
  expectTouchTargets,
} from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { createBuyerWithOrder } from './support/orders.ts';
import { readLocalStorage, writeGuestCart } from './support/storage.ts';

/** The choice to see converted prices first. */

const main = (page: Page) => page.getByRole('main');
const firstCard = (page: Page) => main(page).getByRole('article').first();
const choice = (panel: Locator) => panel.getByRole('checkbox', { name: 'Show converted prices first' });
/** Makes the choice in the country picker. */
const choose = async (page: Page, isFirst: boolean): Promise<void> => {
  const panel = await openDropdown(page, countryButton(page));
  await expectOnScreen(panel.getByText('Show converted prices first'));
  await choice(panel).setChecked(isFirst);
  await page.keyboard.press('Escape');
};
/** Stores the choice, as an earlier visit did. */
const storeChoice = async (page: Page): Promise<void> => {
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.setItem('prices', 'converted'));
};
/** The size and place of a text. Prices abroad have no naira sign. */
const measure = (part: Locator, text: RegExp) =>
  part
    .getByText(text)
    .filter({ visible: true })
    .first()
    .evaluate((element) => ({
      top: element.getBoundingClientRect().top,
      fontSize: Number.parseFloat(getComputedStyle(element).fontSize),
    }));
const NAIRA = /^₦[\d,.]+$/;
const DOLLARS = /US\$[\d,.]+$/;

/** Expects one price above the other one, and larger. */
const expectFirst = async (part: Locator, first: RegExp, second: RegExp): Promise<void> => {
  await part.scrollIntoViewIfNeeded();
  const [above, below] = await Promise.all([measure(part, first), measure(part, second)]);
  expect(above.top).toBeLessThan(below.top);
  expect(above.fontSize).toBeGreaterThan(below.fontSize);
};

/** Expects the terms of a list of totals to stand below each other in this order. */
const expectInOrder = async (part: Locator, terms: string[]): Promise<void> => {
  const found = terms.map((term) => part.locator(`dt:text-is("${term}")`));
  for (const term of found) await expect(term).toBeVisible();
  const boxes = await Promise.all(found.map((term) => term.boundingBox()));
  const tops = boxes.map((box) => box?.y ?? 0);
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
};

test('the picker of countries puts converted prices first on every page, and naira again', {
  tag: ['@MONEY-14', '@SHELL-88'],
}, async ({ page }) => {
  const [product] = await fetchProductsInStock(page, 1);
  await openPage(page, '/');
  await expectFirst(firstCard(page), NAIRA, DOLLARS);
  const panel = await openDropdown(page, countryButton(page));
  await expect(choice(panel)).not.toBeChecked();
  await expectTouchTargets(panel.locator('label'));
  await choose(page, true);
  await expectFirst(firstCard(page), DOLLARS, NAIRA);
  await openPage(page, PRODUCT_LIST_URL);
  await expectFirst(firstCard(page), DOLLARS, NAIRA);
  await expectNoHorizontalOverflow(page);
  await openPage(page, `/product/details/${product?.id}?section=productList&page=1`);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectFirst(main(page), DOLLARS, NAIRA);
    await expectNoHorizontalOverflow(page);
  }
  await expectAccessible(page);
  await choose(page, false);
  await expectFirst(main(page), NAIRA, DOLLARS);
  expect(await readLocalStorage(page, 'prices')).toBeNull();
});

test('the choice is applied before the page is painted, in all tabs, and is not sent to the server', {
  tag: ['@MONEY-15'],
}, async ({ page, context }) => {
  const otherTab = await context.newPage();
  await openPage(otherTab, PRODUCT_LIST_URL);
  await expectFirst(firstCard(otherTab), NAIRA, DOLLARS);
  await openPage(page, '/');
  await choose(page, true);
  await expect(otherTab.locator('html')).toHaveAttribute('data-converted-first');
  await expectFirst(firstCard(otherTab), DOLLARS, NAIRA);

  // Record the attribute when the body gets its first element, because nothing is painted earlier.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.body?.firstElementChild) return;
      observer.disconnect();
      document.body.dataset.wasConvertedFirst = String(document.documentElement.hasAttribute('data-converted-first'));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('body')).toHaveAttribute('data-was-converted-first', 'true');
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('prices');
  await otherTab.close();
});

test('assistive technology reads the converted price first', { tag: ['@MONEY-14'] }, async ({ page }) => {
  await storeChoice(page);
  await openPage(page, PRODUCT_LIST_URL);
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const texts = nodes.filter(({ role }) => role?.value === 'StaticText').map(({ name }) => String(name?.value));
  const prices = texts.filter((text) => /^(₦|US\$)[\d,.]+$/.test(text));
  expect(prices.slice(0, 2).map((price) => price[0])).toEqual(['U', '₦']);
});

test('the cart converts its totals, for those who choose so only', {
  tag: ['@MONEY-14', '@MONEY-16'],
}, async ({ page }) => {
  const [product] = await fetchProductsInStock(page, 1);
  const { display_price, converted_price } = await fetchFromApi<{ display_price: string; converted_price: string }>(
    page,
    `/api/products/${product?.id}/?country_code=NG`,
  );
  const price = display_price.slice(1);
  const line = { product_id: product?.id, title: 'Yam', image: '', quantity: 1, price, total: price, weight: 1 };
  await page.goto('/robots.txt');
  await writeGuestCart(page, JSON.stringify({ cart: [line], subtotal: 0 }));
  const rateRequests: string[] = [];
  page.on('request', (request) => request.url().includes('/exchange-rate/') && rateRequests.push(request.url()));
  await openPage(page, CART_URL);
  await expect(cartRows(page)).toContainText(display_price);
  await expect(main(page)).not.toContainText('US$');
  expect(rateRequests).toEqual([]);
  await choose(page, true);
  const total = cartRows(page).getByRole('cell').filter({ hasText: converted_price });
  await expect(total).toHaveCount(1);
  await expectFirst(total, DOLLARS, NAIRA);
  await expectFirst(page.getByRole('region', { name: 'Order Summary' }).getByRole('definition').last(), DOLLARS, NAIRA);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  const drawer = await openCart(page);
  await expectFirst(drawer.getByRole('listitem'), DOLLARS, NAIRA);
  await expect(drawer).toContainText(`Subtotal ${display_price}`);
});

test('the totals of the checkout and of orders have the converted one first', { tag: ['@MONEY-14'] }, async ({
  page,
}) => {
  await storeChoice(page);
  const { id } = await createBuyerWithOrder(page);
  await openPage(page, '/order');
  const card = main(page).getByRole('article').first();
  await expectFirst(card, DOLLARS, NAIRA);
  // The amount beside the label is in dollars.
  await expect(card.getByText('(NGN)')).toBeHidden();
  await openPage(page, `/order/details/${id}`);
  await expectInOrder(main(page), ['Subtotal', 'Delivery charges', 'Converted total', 'Total (NGN)', 'Exchange rate']);
  await expectNoHorizontalOverflow(page);
  await openPage(page, CHECKOUT_URL);
  await waitForTotals(page);
  await expectInOrder(orderSummary(page), [
    'Subtotal',
    'Delivery charges',
    'Converted total',
    'Total',
    'Exchange rate',
  ]);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
});
