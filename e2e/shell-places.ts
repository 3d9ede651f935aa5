import type { Locator } from '@playwright/test';
import { expectOnScreen } from './on-screen.ts';
import { expect, type Page } from './shop-test.ts';

/** Where things are in the header and the footer; `places.ts` has the rest. */

export const header = (page: Page) => page.getByRole('banner');
export const footer = (page: Page) => page.getByRole('contentinfo');
export const countryButton = (page: Page) => header(page).getByRole('button', { name: /^Country and currency/ });
export const accountButton = (page: Page) => header(page).getByRole('button', { name: /^Account/ });
const mobileMenu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
/** The mobile menu, once it is on the screen. */
export const waitForMobileMenu = (page: Page): Promise<Locator> => expectOnScreen(mobileMenu(page));
/** The header has its row of menus from 1024 px on; below it they are in the mobile menu. */
export const isWide = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= 1024;

export const MEGA_MENUS = [
  'Food Items',
  'African Arts And Crafts',
  'African Fashion',
  'Home & Kitchen',
  'Health & Beauty',
];
/** The buttons of all dropdowns that the header has on this screen. */
export const dropdownButtons = (page: Page): Locator[] => [
  countryButton(page),
  accountButton(page),
  ...(isWide(page) ? ['Help', 'All Categories', ...MEGA_MENUS] : []).map((name) =>
    header(page).getByRole('button', { name, exact: true }),
  ),
];

/** The panel of an open dropdown of the header, once it is on the screen. */
export const panelOf = async (page: Page, button: Locator): Promise<Locator> => {
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  return expectOnScreen(page.locator(`[id="${await button.getAttribute('aria-controls')}"]`));
};

/** Opens a dropdown of the header by its button, unless it is open. */
export const openDropdown = async (page: Page, button: Locator): Promise<Locator> => {
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  return panelOf(page, button);
};

/** Opens a menu where this screen has it: in the header's row, or among all in the mobile menu. */
export const openMenu = async (page: Page, name: string): Promise<Locator> => {
  if (isWide(page)) return openDropdown(page, header(page).getByRole('button', { name, exact: true }));
  if (!(await mobileMenu(page).isVisible())) await header(page).getByRole('button', { name: 'Menu' }).click();
  return waitForMobileMenu(page);
};

export const storedTokens = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => [localStorage.getItem('authToken'), localStorage.getItem('merchantToken')]);

export const homeLink = (page: Page) => header(page).getByRole('link', { name: 'Sokuwa, home' });
/** Changes to another page of the shop without loading it anew, as a link does. */
export const goHome = (page: Page) => homeLink(page).click();
/** A page without any products of its own. */
export const PLAIN_PAGE = '/my-interest';
