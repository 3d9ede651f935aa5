import { expect, type Page } from '../support/fixtures.ts';

/** Pages with one form: sign-in, registration, password reset, contact. */

export const main = (page: Page) => page.getByRole('main');
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
export const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
export const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
export const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true });
/** The error of the form as a whole. */
export const formAlert = (page: Page) => main(page).getByRole('alert');

/** Expects a field to have this error as its accessible description. */
export const expectFieldError = (page: Page, label: string, text: string): Promise<void> =>
  expect(field(page, label)).toHaveAccessibleDescription(text);

/** Fills fields, given by their labels. */
export const fillFields = async (page: Page, values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
};
