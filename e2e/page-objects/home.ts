import type { Locator } from '@playwright/test';
import { expect, type Page } from '../support/fixtures.ts';
import { expectToast } from './overlays.ts';

/** The products of a block of the home page. */
export const productList = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('list', { name, exact: true });

/**
 * Clicks the button on the first card of New Arrivals, and expects the toast and the badge.
 * @param afterClick called before the toast is expected
 */
export const addFirstNewArrival = async (page: Page, afterClick = async (): Promise<void> => {}): Promise<void> => {
  const add = productList(page, 'New Arrivals')
    .getByRole('button', { name: /^Add .* to cart$/ })
    .first();
  const name = (await add.getAttribute('aria-label')) ?? '';
  await add.click();
  await afterClick();
  await expectToast(page, name.replace(/^Add (.*) to cart$/, '$1 added to cart'), 'success');
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
};
