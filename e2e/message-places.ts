import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from './shop-test.ts';
import { newShopper, type Shopper } from './shopper.ts';

/** Where things are in the inbox, and what shoppers and merchants do there. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The operator's command line, on the shop that the journeys go through. @returns what it says */
export const command = (...args: string[]): string =>
  execFileSync(process.execPath, ['cli/src/main.ts', ...args], {
    cwd: ROOT,
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

export const INBOX = '/inbox';
export const INBOX_CALL = '/user/messages';
export const detailsOf = (id: string) => `/inbox/message/details/${id}`;

/** Signs a new shopper in with both tokens, on whatever page comes next. */
export const signInWithBoth = async (page: Page): Promise<Shopper> => {
  const shopper = newShopper();
  await page.goto('/robots.txt');
  await page.evaluate(
    ([buyer = '', merchant = '']) => {
      localStorage.setItem('authToken', buyer);
      localStorage.setItem('merchantToken', merchant);
    },
    [shopper.token, shopper.merchantToken],
  );
  return shopper;
};

export type Goods = { id: number; title: string; merchant: number; storeName: string };

/** A product of the demo market, and who sells it. @param n which one */
export const someGoods = async (page: Page, n = 0): Promise<Goods> => {
  const list = await (await page.request.get('/backend/api/products/?page=1&in_stock=true')).json();
  const { id, title } = list.results[n];
  const { merchant_profile } = await (await page.request.get(`/backend/api/products/${id}/`)).json();
  return { id, title, merchant: merchant_profile.merchant_id, storeName: merchant_profile.store_name };
};

/** A question of the shopper's about the product. @returns the message's id */
export const ask = async (page: Page, token: string, product: number, subject: string, content: string) => {
  const answer = await page.request.post('/backend/contact-merchant/send/', {
    headers: { authorization: `Token ${token}` },
    data: { subject, content, product },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).id as string;
};

/** The merchant answers, by command. */
export const answerAs = (merchant: number, id: string, text: string) =>
  command('messages', 'reply', String(merchant), id, '--text', text);

export const rows = (page: Page) => page.getByRole('main').locator('a[href^="/inbox/message/details/"]');
export const replyField = (page: Page) => page.getByRole('textbox', { name: 'Your reply' });
export const sendReply = (page: Page) => page.getByRole('button', { name: 'Send Reply' });
export const posts = (page: Page) => page.getByRole('article').getByRole('listitem');

/** A message as the server answers it. */
export const aMessage = (parts: object = {}) => ({
  id: 'b4c7b5c4-6a0e-4c37-9d0b-111111111111',
  message_type: 'note',
  sender_name: 'Balogun Textiles',
  is_own: false,
  with_name: 'Balogun Textiles',
  subject: 'Which chest size should I send you?',
  content: 'The kaftan is cut loose.',
  product: null,
  timestamp: '2026-03-14T10:42:00.000Z',
  last_at: '2026-03-14T10:42:00.000Z',
  is_read: true,
  reply_count: 0,
  replies: [],
  earlier: null,
  ...parts,
});
