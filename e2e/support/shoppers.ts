import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fetchFromApi } from './api.ts';
import type { Page } from './fixtures.ts';
import { writeStoredToken } from './storage.ts';

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program of server/src/testing on the data of the journeys' shop. @returns what it prints */
export const runTestProgram = async (name: string, ...args: string[]): Promise<string> => {
  const response = await fetch(process.env.SHOP_PROGRAMS ?? '', {
    method: 'POST',
    body: JSON.stringify([name, ...args]),
  });
  const output = await response.text();
  if (!response.ok) throw new Error(`${name}: ${output}`);
  return output;
};

/** Runs a command of the operator's command line, as `npm run build` bundles it. @returns what it prints */
export const runCli = (...args: string[]): string =>
  execFileSync(process.execPath, ['server/dist/cli.js', ...args], {
    cwd: PROJECT_ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATA_DIR: process.env.SHOP_DATA,
      DATABASE_URL: '',
      FLAG_SOURCES: '',
      NODE_OPTIONS: '',
    },
    encoding: 'utf8',
  }).trim();

/** The demo account, which has an order in every state, messages, saved items and credit. */
export const DEMO_LOGIN = { email: 'ada@people.example', password: 'palm oil and pepper' };

export type Shopper = { token: string; merchantToken: string };

export const createShopper = async (): Promise<Shopper> => JSON.parse(await runTestProgram('new-shopper.ts'));

/** @returns the code of a coupon for a discount of 10 % */
export const createCoupon = (): Promise<string> => runTestProgram('new-coupon.ts');

/** Ships and delivers a paid order. @returns an API token of the merchant of its first line */
export const deliverOrder = (orderId: string): Promise<string> => runTestProgram('deliver-order.ts', orderId);

/** Makes an order need an operator, as server/src/testing/trouble-order.ts says. */
export const troubleOrder = async (trouble: 'held' | 'stuck' | 'disputed' | 'lost', orderId: string): Promise<void> => {
  await runTestProgram('trouble-order.ts', trouble, orderId);
};

/** Closes the return windows of a delivered order, as if a month had passed, and releases its sales to the merchants. */
export const releaseSales = async (orderId: string): Promise<void> => {
  await runTestProgram('release-sales.ts', orderId);
};

/** Makes money payable to a merchant, as if sales were released. */
export const makePayable = async (merchantId: number, amountKobo: number): Promise<void> => {
  await runTestProgram('make-payable.ts', String(merchantId), String(amountKobo));
};

/** Makes the payout to a merchant that is being sent look as if its provider did not know it any more. */
export const losePayout = async (merchantId: number): Promise<void> => {
  await runTestProgram('lose-payout.ts', String(merchantId));
};

/** Adds `count` entries of this amount each to a wallet. */
export const addWalletCredit = async (email: string, amountKobo: number, count = 1): Promise<void> => {
  await runTestProgram('give-credit.ts', email, String(amountKobo), String(count));
};

/** @returns the token in the links of mails about saved items; the shopper must have set that preference once */
export const createUnsubscribeToken = (email: string): Promise<string> => runTestProgram('unsubscribe-token.ts', email);

/** Signs a new shopper in for the next page that is opened. @returns the token */
export const signIn = async (page: Page): Promise<string> => {
  const { token } = await createShopper();
  await page.goto('/robots.txt');
  await writeStoredToken(page, token);
  return token;
};

/** Signs a new shopper in with both tokens for the next page that is opened. */
export const signInWithBothTokens = async (page: Page): Promise<Shopper> => {
  const shopper = await createShopper();
  await page.goto('/robots.txt');
  await page.evaluate(
    ([token = '', merchantToken = '']) => {
      localStorage.setItem('authToken', token);
      localStorage.setItem('merchantToken', merchantToken);
    },
    [shopper.token, shopper.merchantToken],
  );
  return shopper;
};

export const fetchEmail = async (page: Page, token: string): Promise<string> => {
  const { user } = await fetchFromApi<{ user: { email: string } }>(page, '/profile/', token);
  return user.email;
};
