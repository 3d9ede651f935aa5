import type { Page, Route } from '@playwright/test';

/** Where things are on the pages that lead into the account. */

export const main = (page: Page) => page.getByRole('main');
export const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });
export const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
export const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true });
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
/** What failed beyond single fields. */
export const failure = (page: Page) => main(page).getByRole('alert');

/** What the page reads of a field's error, the way a screen reader finds it. */
export const describedBy = (page: Page, name: string): Promise<string> =>
  field(page, name).evaluate((input) => {
    const id = input.getAttribute('aria-describedby');
    return (id && document.getElementById(id)?.textContent) || '';
  });

/** Fills fields, by their labels. */
export const fill = async (page: Page, values: Record<string, string>): Promise<void> => {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
};

/** Stands in for the server at one call. @returns the bodies that were sent, in their order */
export const answer = async (page: Page, path: string, status: number, json: unknown): Promise<unknown[]> => {
  const sent: unknown[] = [];
  await page.unroute(`**/backend${path}`);
  await page.route(`**/backend${path}`, (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status, json });
  });
  return sent;
};

export const breakOff = async (page: Page, path: string): Promise<void> => {
  await page.unroute(`**/backend${path}`);
  await page.route(`**/backend${path}`, (route) => route.abort());
};

/** Holds whatever is asked for at an address. @returns how to let it go on, to the server or as told */
export const hold = async (page: Page, address: string, goOn: (route: Route) => Promise<void>) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await goOn(route);
  });
  return release;
};

export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);
