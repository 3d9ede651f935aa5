import type { Locator } from '@playwright/test';
import { expectOnScreen } from '../support/assertions.ts';
import { expect, type Page } from '../support/fixtures.ts';

const toastRegion = (page: Page) => page.getByRole('region', { name: 'Notifications' });
/** A toast that may be absent; use `expectToast` for one that must be on the screen. */
export const toast = (page: Page, text: string | RegExp) => toastRegion(page).getByText(text, { exact: true });
/** All toasts, newest first. */
export const allToasts = (page: Page) => toastRegion(page).getByRole('dialog');
/** Dismisses all toasts, so that a later one with the same text is not mistaken for an earlier one. */
export const dismissToasts = async (page: Page): Promise<void> => {
  // In one call: a toast may disappear by itself between two.
  await toastRegion(page)
    .getByRole('button', { name: 'Dismiss' })
    .evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click();
    });
  await expect(allToasts(page)).toHaveCount(0);
};
type ToastKind = 'success' | 'error' | 'info' | 'loading';
/** The text of the toasts of a kind, without the details below it. */
export const toastOfKind = (page: Page, kind: ToastKind) =>
  toastRegion(page).locator(`[data-type="${kind}"] p:first-of-type`);
/** Expects a toast with this text on the screen. With a kind, it must be the only toast of that kind. */
export const expectToast = async (page: Page, text: string | RegExp, kind?: ToastKind): Promise<Locator> => {
  const message = kind ? toastOfKind(page, kind) : toast(page, text);
  await expect(message).toHaveText(text);
  return expectOnScreen(message);
};

/** The confirmation dialog of an action that cannot be undone, once it is on the screen. */
export const waitForConfirmDialog = (page: Page, name?: string): Promise<Locator> =>
  expectOnScreen(page.getByRole('alertdialog', name === undefined ? {} : { name }));
export const clickInConfirmDialog = async (page: Page, button: string): Promise<Locator> => {
  const dialog = await waitForConfirmDialog(page);
  await dialog.getByRole('button', { name: button }).click();
  return dialog;
};
