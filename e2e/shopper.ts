import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from './shop-test.ts';

/** Runs a program of the server's tests on the shop's data. @returns what it writes */
const run = (program: string, ...values: string[]): string =>
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL(`../server/src/testing/${program}`, import.meta.url)), ...values],
    {
      env: { ...process.env, DATA_DIR: process.env.SHOP_DATA, DATABASE_URL: '', NODE_OPTIONS: '' },
      encoding: 'utf8',
    },
  );

/** Puts a token into storage, or takes it away, as another tab or a sign-in would. */
export const storeToken = (page: Page, token: string | null): Promise<void> =>
  page.evaluate((value) => {
    if (value === null) localStorage.removeItem('authToken');
    else localStorage.setItem('authToken', value);
  }, token);

export type Shopper = { token: string; merchantToken: string };

/** Shoppers in waiting: to start the program for each of them would take longer than many a journey. */
const waiting: Shopper[] = [];

/** @returns both tokens of a shopper of whom nobody has heard before */
export const newShopper = (): Shopper => {
  if (waiting.length === 0) waiting.push(...JSON.parse(run('new-shoppers.ts', '20')));
  const shopper = waiting.pop();
  if (!shopper) throw new Error('The shop let no new shoppers in');
  return shopper;
};

/** @returns the code of a coupon that takes ten per cent off */
export const newCoupon = (): string => run('new-coupon.ts');

/** Puts credit into a wallet, `times` entries of some kobo each. */
export const giveCredit = (email: string, amount: number, times = 1): void => {
  run('give-credit.ts', email, String(amount), String(times));
};

/** @returns what stands in the links of mails about saved items; the shopper must have chosen once whether to have them */
export const unsubscribeToken = (email: string): string => run('unsubscribe-token.ts', email);

/** Signs a new shopper in, on whatever page comes next. @returns the token */
export const signIn = async (page: Page): Promise<string> => {
  const { token } = newShopper();
  await page.goto('/robots.txt');
  await storeToken(page, token);
  return token;
};

/** Products of the demo market that have stock enough for every journey. */
export const someProducts = async (
  page: Page,
  count: number,
): Promise<{ id: number; title: string; price: number }[]> => {
  const answer = await page.request.get('/backend/api/products/?page=1&in_stock=true');
  const { results } = await answer.json();
  return results
    .filter(({ stock }: { stock: number }) => stock >= 20)
    .slice(0, count)
    .map(({ id, title, discount_price }: { id: number; title: string; discount_price: number }) => ({
      id,
      title,
      price: discount_price,
    }));
};

const headers = (token: string) => ({ authorization: `Token ${token}` });

/** Puts products into the cart that the server keeps. */
export const fillCart = async (page: Page, token: string, lines: [productId: number, quantity: number][]) => {
  for (const [product_id, quantity] of lines) {
    const answer = await page.request.post('/backend/api/cart/', {
      headers: headers(token),
      data: { product_id, quantity },
    });
    expect(answer.ok()).toBe(true);
  }
};

/** What the server keeps, as product ids with quantities. */
export const keptCart = async (page: Page, token: string): Promise<[number, number][]> => {
  const answer = await page.request.get('/backend/api/cart/', { headers: headers(token) });
  const { cart } = await answer.json();
  return cart.map((line: { product_id: number; quantity: number }) => [line.product_id, line.quantity]);
};
