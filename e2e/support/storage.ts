import type { Page } from './fixtures.ts';

// The page must belong to the shop: other origins have other storage.

export const readLocalStorage = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

type GuestCart = { cart: { product_id: number; quantity: number; price: string; total: string }[]; subtotal: number };

export const readGuestCart = (page: Page): Promise<GuestCart | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null'));

export const writeGuestCart = (page: Page, json: string): Promise<void> =>
  page.evaluate((value) => localStorage.setItem('cart', value), json);

/** @returns the shopper's token and the merchant's */
export const readStoredTokens = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => [localStorage.getItem('authToken'), localStorage.getItem('merchantToken')]);

/** Writes a token, or removes it with null, as another tab or a sign-in does. */
export const writeStoredToken = (page: Page, token: string | null): Promise<void> =>
  page.evaluate((value) => {
    if (value === null) localStorage.removeItem('authToken');
    else localStorage.setItem('authToken', value);
  }, token);
