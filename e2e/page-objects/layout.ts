import type { Locator } from '@playwright/test';
import { expectOnScreen } from '../support/assertions.ts';
import { expect, type Page } from '../support/fixtures.ts';

/** A page without products. */
export const MY_INTEREST_URL = '/my-interest';

export const header = (page: Page) => page.getByRole('banner');
export const footer = (page: Page) => page.getByRole('contentinfo');
/** Finds a column of links in the footer, and unfolds it on phones. */
export const openFooterColumn = async (page: Page, name: string): Promise<Locator> => {
  const column = footer(page).getByRole('navigation', { name });
  const fold = column.getByRole('button', { expanded: false });
  if (await fold.isVisible()) {
    await fold.click();
    await expect(column.getByRole('button', { expanded: true })).toBeVisible();
  }
  return column;
};
export const homeLink = (page: Page) => header(page).getByRole('link', { name: 'Sokuwa, home' });
/** Navigates in the browser, without loading a document. */
export const goHome = (page: Page) => homeLink(page).click();
export const countryButton = (page: Page) => header(page).getByRole('button', { name: /^Country and currency/ });
export const accountButton = (page: Page) => header(page).getByRole('button', { name: /^Account/ });

/** The header has its row of menus from 1024 px on; below, they are in the mobile menu. */
export const isWideScreen = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= 1024;

export const MEGA_MENUS = [
  'Food Items',
  'African Arts And Crafts',
  'African Fashion',
  'Home & Kitchen',
  'Health & Beauty',
];
/** The buttons of all dropdowns in the header at this width. */
export const dropdownButtons = (page: Page): Locator[] => [
  countryButton(page),
  accountButton(page),
  ...(isWideScreen(page) ? ['Help', 'All Categories', ...MEGA_MENUS] : []).map((name) =>
    header(page).getByRole('button', { name, exact: true }),
  ),
];

/** The panel of an open dropdown of the header, once it is on the screen. */
export const waitForPanel = async (page: Page, button: Locator): Promise<Locator> => {
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  return expectOnScreen(page.locator(`[id="${await button.getAttribute('aria-controls')}"]`));
};

/** Opens a dropdown of the header by its button, unless it is open. */
export const openDropdown = async (page: Page, button: Locator): Promise<Locator> => {
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  return waitForPanel(page, button);
};

const mobileMenu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
/** The mobile menu, once it is on the screen. */
export const waitForMobileMenu = (page: Page): Promise<Locator> => expectOnScreen(mobileMenu(page));

/** Opens a menu of the header's row; on narrow screens the mobile menu, which contains them all. */
export const openMenu = async (page: Page, name: string): Promise<Locator> => {
  if (isWideScreen(page)) return openDropdown(page, header(page).getByRole('button', { name, exact: true }));
  if (!(await mobileMenu(page).isVisible())) await header(page).getByRole('button', { name: 'Menu' }).click();
  return waitForMobileMenu(page);
};

/** Reads the names of the payment methods that a part of the page shows. */
export const readPaymentMarks = async (part: Locator): Promise<(string | null)[]> => {
  const marks = part.getByRole('list', { name: 'Ways to pay' }).getByRole('img');
  await expect(marks).not.toHaveCount(0);
  return marks.evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
};
/** Expects the page to show the same payment methods as the footer. */
export const expectSamePaymentMarksAsFooter = async (page: Page): Promise<void> =>
  expect(await readPaymentMarks(page.getByRole('main'))).toEqual(await readPaymentMarks(footer(page)));

/** Expects the header and footer of the checkout and the login: no search, menus or cart, and one line with two links. */
export const expectShortLayout = async (page: Page): Promise<void> => {
  await expectOnScreen(homeLink(page));
  await expect(header(page).getByRole('button')).toHaveCount(0);
  await expect(header(page).getByRole('search')).toHaveCount(0);
  await expect(footer(page).getByRole('link')).toHaveText(['Privacy Policy', 'Terms & Conditions']);
  await expect(footer(page)).toContainText(/© \d{4} Sokuwa/);
  expect((await footer(page).boundingBox())?.height).toBeLessThan(120);
};
