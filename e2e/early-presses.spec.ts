import type { Locator } from '@playwright/test';
import {
  addToCartButton,
  CART_URL,
  cartButton,
  cartRows,
  waitForAddedDialog,
  waitForCartDrawer,
} from './page-objects/cart.ts';
import { productList } from './page-objects/home.ts';
import { header } from './page-objects/layout.ts';
import { PRODUCT_LIST_URL, productLinks } from './page-objects/product-list.ts';
import { pauseClock } from './support/clock.ts';
import { expectAnswers, installObserver, PAGES, storeCart } from './support/controls.ts';
import { expect, type Page, test, waitForHydration } from './support/fixtures.ts';
import { openBeforeScripts } from './support/network.ts';
import { readGuestCart } from './support/storage.ts';

const MAX_WAIT_MS = 30_000;
const PRODUCT_URL = '/product/details/1';

const expectWaiting = (button: Locator) => expect(button).toHaveAttribute('data-waiting');
const waiting = (page: Page) => page.locator('[data-waiting]');
const quantities = async (page: Page) => (await readGuestCart(page))?.cart.map(({ quantity }) => quantity);

/** Presses buttons in their order, and expects each to show it. */
const press = async (...buttons: Locator[]): Promise<void> => {
  for (const button of buttons) {
    await button.click();
    await expectWaiting(button);
  }
};

test.describe('before the scripts of a page have run', () => {
  test('presses of a product’s buttons by mouse and keyboard and a typed quantity count in their order, Add To Cart once', {
    tag: ['@SHELL-98', '@SHELL-101'],
  }, async ({ page }) => {
    const release = await openBeforeScripts(page, PRODUCT_URL);
    await page.getByRole('textbox', { name: /^Quantity/ }).fill('4');
    const more = page.getByRole('button', { name: 'One more' });
    await press(more, more);
    const tab = page.getByRole('tab', { includeHidden: true }).nth(1);
    await tab.focus();
    await page.keyboard.press('Enter');
    await addToCartButton(page).focus();
    await page.keyboard.press('Space');
    await press(addToCartButton(page));
    release();
    await waitForAddedDialog(page);
    expect(await quantities(page)).toEqual([6]);
    await expect(waiting(page)).toHaveCount(0);
    // The dialog hides the rest of the page from screen readers.
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  });

  test('a product is added, a column of the footer unfolds, and the cart shows the product', {
    tag: ['@SHELL-98', '@SHELL-101'],
  }, async ({ page }) => {
    const release = await openBeforeScripts(page, '/');
    const menu = header(page).getByRole('button', { name: 'Menu' });
    const add = productList(page, 'New Arrivals').getByRole('button', { name: /^Add .* to cart$/ });
    const column = page.getByRole('contentinfo').getByRole('navigation', { name: 'All categories' });
    await press(menu, add.first(), column.getByRole('button'), cartButton(page));
    // What closes at a press elsewhere does not open after it.
    await expect(menu).not.toHaveAttribute('data-waiting');
    release();
    await expect(waiting(page)).toHaveCount(0);
    const drawer = await waitForCartDrawer(page);
    await expect(drawer.getByRole('textbox', { name: /^Quantity/ })).toHaveValue('1');
    await expect(page.locator('[role=dialog]:visible', { hasText: 'Your cart' })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(column.getByRole('button')).toHaveAttribute('aria-expanded', 'true');
    await expect(column.getByRole('link').first()).toBeVisible();
  });

  test('the page stays where the visitor has scrolled it', { tag: ['@SHELL-92', '@SHELL-101'] }, async ({ page }) => {
    const release = await openBeforeScripts(page, PRODUCT_LIST_URL);
    await page.getByRole('contentinfo').waitFor();
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    release();
    await waitForHydration(page);
    // The router would scroll in an effect.
    await expect(
      page
        .getByRole('main')
        .getByRole('button', { name: /^Save / })
        .first(),
    ).toBeVisible();
    const readScrollY = () => page.evaluate(() => scrollY);
    expect(await readScrollY()).toBe(900);
    // A click would scroll the link into view first.
    const link = productLinks(page).nth(20);
    await link.evaluate((element: HTMLElement) => element.click());
    await expect(page).toHaveURL(/\/product\/details\//);
    await expect.poll(readScrollY).toBe(0);
    await page.goBack();
    await expect.poll(readScrollY).toBe(900);
  });

  test('a press that has waited for half a minute is dropped', { tag: ['@SHELL-101'] }, async ({ page }) => {
    await page.clock.install();
    await pauseClock(page);
    const release = await openBeforeScripts(page, PRODUCT_URL);
    await press(addToCartButton(page));
    await page.clock.runFor(MAX_WAIT_MS - 1);
    await expectWaiting(addToCartButton(page));
    await page.clock.runFor(1);
    await expect(waiting(page)).toHaveCount(0);
    await press(page.getByRole('button', { name: 'One more' }));
    release();
    await page.clock.resume();
    await waitForHydration(page);
    await expect(page.getByRole('textbox', { name: /^Quantity/ })).toHaveValue('2');
    expect(await readGuestCart(page)).toBeNull();
  });
});

test('the buttons of a filled cart answer as soon as they show, and the cart opens on its own page', {
  tag: ['@SHELL-101'],
}, async ({ page }) => {
  await storeCart(page, CART_URL);
  const release = await openBeforeScripts(page, CART_URL);
  await press(cartButton(page));
  release();
  await waitForCartDrawer(page);
  await page.reload({ waitUntil: 'commit' });
  await cartRows(page).getByRole('button', { name: 'One more' }).click();
  await expect(cartRows(page).getByRole('textbox')).toHaveValue('3');
});

test('a control that the layout moves while it is pressed gets the click unless the pointer leaves it, before and after the scripts have run', {
  tag: ['@SHELL-101'],
}, async ({ page }) => {
  const pressAndMove = async (control: Locator, { isCancelled = false } = {}) => {
    await control.hover();
    const box = await control.boundingBox();
    await page.mouse.down();
    await page.evaluate(() => document.querySelector('main')?.style.setProperty('margin-top', '200px'));
    if (isCancelled) await page.mouse.move(box?.x ?? 0, (box?.y ?? 0) + 100);
    await page.mouse.up();
    await page.evaluate(() => document.querySelector('main')?.style.removeProperty('margin-top'));
  };
  const release = await openBeforeScripts(page, PRODUCT_URL);
  const more = page.getByRole('button', { name: 'One more' });
  await pressAndMove(more, { isCancelled: true });
  await pressAndMove(more);
  release();
  await expect(page.getByRole('textbox', { name: /^Quantity/ })).toHaveValue('2');
  await pressAndMove(more, { isCancelled: true });
  await pressAndMove(more);
  await expect(page.getByRole('textbox', { name: /^Quantity/ })).toHaveValue('3');
  await pressAndMove(page.getByRole('main').getByRole('article').getByRole('link').first());
  await expect(page).not.toHaveURL(/\/details\/1$/);
});

test.describe('each control that shows before the scripts have run answers', () => {
  // The cart has none: it is rendered by its scripts.
  for (const [name, path] of PAGES.filter(([, url]) => url !== CART_URL))
    test(`on ${name}`, { tag: ['@SHELL-101'] }, async ({ page }) => {
      await page.addInitScript(installObserver);
      await storeCart(page, path);
      const loadPage = async () => {
        await page.unrouteAll();
        return { page, release: await openBeforeScripts(page, path) };
      };
      // Header and footer are the same on all pages.
      await expectAnswers(loadPage, { isHeld: true, ...(path !== '/' && { within: 'main' }) });
    });
});
