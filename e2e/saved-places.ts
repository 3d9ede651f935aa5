import { expect, type Page } from './shop-test.ts';

/** Where things are on the pages of what is saved, followed and viewed; `places.ts` has the rest. */

export const SAVED = '/saved-items';
export const FOLLOWED = '/followed-seller';
export const VIEWED = '/recently-viewed';

const main = (page: Page) => page.getByRole('main');
export const heart = (page: Page, title: string) =>
  main(page)
    .getByRole('button', { name: `Save ${title}`, exact: true })
    .first();
/** "Follow", or "Following". */
export const follow = (page: Page, name: string) =>
  main(page)
    .getByRole('button', { name: `Follow ${name}`, exact: true })
    .or(main(page).getByRole('button', { name: `Following ${name}`, exact: true }));
export const cards = (page: Page) => main(page).getByRole('article');

/** Presses what is on or off, and waits until the server has answered. */
export const pressAndSettle = async (page: Page, button: ReturnType<typeof heart>): Promise<void> => {
  const answered = page.waitForResponse(
    (answer) =>
      /\/api\/(?:saved-items|followed-sellers)\/\/?\d/.test(answer.url()) && answer.request().method() !== 'GET',
  );
  await button.click();
  expect((await answered).ok()).toBe(true);
};

/** Saves products for a shopper, as another device would. */
export const saveFor = async (page: Page, token: string, ids: readonly number[]): Promise<void> => {
  for (const id of ids) {
    const answer = await page.request.put(`/backend/api/saved-items/${id}/`, {
      headers: { authorization: `Token ${token}` },
    });
    expect(answer.ok()).toBe(true);
  }
};

/** What the server keeps. */
export const keptMarks = async (
  page: Page,
  token: string,
): Promise<{ product_ids: number[]; merchant_ids: number[] }> =>
  (await page.request.get('/backend/api/saved-ids/', { headers: { authorization: `Token ${token}` } })).json();
