import type { Locator } from '@playwright/test';
import { expectOnScreen } from './on-screen.ts';
import { expect, type Page } from './shop-test.ts';

/** Where things are in the account area; `places.ts` has the rest. */

export const PROFILE = '/profile';
export const PROFILE_EDIT = '/profile/edit';
export const PROFILE_CALL = '**/backend/profile/';
export const UPDATE_CALL = '**/backend/user-profile-update';

/** Someone with all that a profile can hold, as the server answers it. */
export const ADA = {
  user: { first_name: 'Adaeze', last_name: 'Ọláwálé', email: 'adaeze@example.com' },
  image: null,
  date_of_birth: '1991-09-07',
  gender: 'F',
  phone_number: '+442079460182',
  street_address: '14 Camberwell Station Road, Flat 6',
  country: 'Nigeria',
  countryCode: 'NG',
  region: 'Lagos',
  regionCode: 1526506923,
  city: 'Ikeja',
  cityId: 2338660,
};

export const accountMenu = (page: Page) => page.getByRole('main').getByRole('navigation', { name: 'Account' });
export const trail = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
/** What the page says of one thing. */
export const detail = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('+ dd');
export const field = (page: Page, name: string) => page.getByRole('combobox', { name });
/** The list of an open combobox, once it is on the screen. */
export const waitForOptions = (page: Page): Promise<Locator> => expectOnScreen(page.getByRole('listbox'));
export const pickOption = async (page: Page, name: string, typed: string, option = typed): Promise<void> => {
  await field(page, name).fill(typed);
  const list = await waitForOptions(page);
  await list.getByRole('option', { name: option, exact: true }).click();
  await expect(field(page, name)).toHaveValue(option);
};

/** Nothing on the page is wider than the screen. */
export const expectFits = async (page: Page): Promise<void> => {
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  expect(width).toBeLessThanOrEqual(room);
};

/** From now on time stands still on the page, so that waits can be measured by `page.clock.runFor`. */
export const stopTime = async (page: Page): Promise<void> => {
  await page.clock.pauseAt(Date.now() + 3_600_000);
};

/**
 * Lets stopped time go on by small steps until something is so.
 * @returns milliseconds of the page that it took
 */
export const passUntil = async (page: Page, so: () => Promise<boolean>): Promise<number> => {
  const step = 20;
  let passed = 0;
  const pass = async () => {
    if (await so()) return true;
    passed += step;
    await page.clock.runFor(step);
    return false;
  };
  await expect.poll(pass, { intervals: [step] }).toBe(true);
  return passed;
};
