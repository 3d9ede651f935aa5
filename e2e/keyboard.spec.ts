import type { Locator } from '@playwright/test';
import {
  addToCartButton,
  cartButton,
  expectNoAddedDialog,
  waitForAddedDialog,
  waitForCartDrawer,
} from './page-objects/cart.ts';
import { productLinks, resultCount, searchBox } from './page-objects/product-list.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

/** Presses Tab until the element has the focus. */
const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('The Tab key does not reach the element');
};

test('search, product page and cart work by keyboard, and closed dialogs return the focus', {
  tag: ['@SHELL-22'],
}, async ({ page }) => {
  await openPage(page, '/');
  await tabTo(page, searchBox(page));
  await page.keyboard.type('plantin');
  await page.keyboard.press('Enter');
  await expect(resultCount(page)).toBeVisible();
  const first = productLinks(page).first();
  const title = (await first.textContent())?.trim() ?? '';
  await tabTo(page, first);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await tabTo(page, addToCartButton(page));
  await page.keyboard.press('Enter');
  await waitForAddedDialog(page);
  await page.keyboard.press('Escape');
  await expectNoAddedDialog(page);
  await expect(addToCartButton(page)).toBeFocused();

  await tabTo(page, cartButton(page), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const drawer = await waitForCartDrawer(page);
  await expect(drawer).toContainText(title);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(cartButton(page)).toBeFocused();
});
