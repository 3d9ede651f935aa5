import type { Locator } from '@playwright/test';
import { expectOnScreen } from '../support/assertions.ts';
import { expect, type Page } from '../support/fixtures.ts';

export const PROFILE_URL = '/profile';
export const PROFILE_EDIT_URL = '/profile/edit';
export const PROFILE_API = '**/backend/profile/';
export const PROFILE_UPDATE_API = '**/backend/user-profile-update';

/** A response of the profile API in which every field has a value. */
export const FULL_PROFILE = {
  user: { first_name: 'Adaeze', last_name: 'Ọláwálé', email: 'adaeze@example.com' },
  image: null,
  date_of_birth: '1991-09-07',
  gender: 'F',
  phone_number: '+442079460182',
  street_address: '14 Camberwell Station Road, Flat 6',
  country: 'Nigeria',
  countryCode: 'NG',
  region: 'Lagos',
  regionCode: 2332453,
  city: 'Ikeja',
  cityId: 2338660,
};

export const accountMenu = (page: Page) => page.getByRole('main').getByRole('navigation', { name: 'Account' });
export const breadcrumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
/** The value beside a label of the profile. */
export const detailValue = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('+ dd');

export const combobox = (page: Page, name: string) => page.getByRole('combobox', { name });
/** The list of an open combobox, once it is on the screen. */
export const waitForOptions = (page: Page): Promise<Locator> => expectOnScreen(page.getByRole('listbox'));
/** Types into a combobox and clicks an option; by default the one with the typed text. */
export const pickOption = async (page: Page, name: string, text: string, option = text): Promise<void> => {
  await combobox(page, name).fill(text);
  const list = await waitForOptions(page);
  await list.getByRole('option', { name: option, exact: true }).click();
  await expect(combobox(page, name)).toHaveValue(option);
};
