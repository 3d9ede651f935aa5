import type { Locator } from '@playwright/test';
import { expect, type Page } from '../support/fixtures.ts';

export const SAVED_ITEMS_URL = '/saved-items';
export const FOLLOWED_SELLERS_URL = '/followed-seller';
export const RECENTLY_VIEWED_URL = '/recently-viewed';

const main = (page: Page) => page.getByRole('main');
export const cards = (page: Page) => main(page).getByRole('article');
/** The heart on the first card of a product. */
export const saveButton = (page: Page, title: string) =>
  main(page)
    .getByRole('button', { name: `Save ${title}`, exact: true })
    .first();
/** "Follow", or "Following". */
export const followButton = (page: Page, merchant: string) =>
  main(page)
    .getByRole('button', { name: `Follow ${merchant}`, exact: true })
    .or(main(page).getByRole('button', { name: `Following ${merchant}`, exact: true }));

/** Clicks a button that saves or follows, and waits until the server has stored it. */
export const clickAndWaitForResponse = async (page: Page, button: Locator): Promise<void> => {
  const responded = page.waitForResponse(
    (response) =>
      /\/api\/(?:saved-items|followed-sellers)\/\/?\d/.test(response.url()) && response.request().method() !== 'GET',
  );
  await button.click();
  expect((await responded).ok()).toBe(true);
};
