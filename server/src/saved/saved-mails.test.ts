import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs.ts';
import { expectRefusal } from '../testing/responses.ts';
import {
  addAccount,
  addProduct,
  openTestShop,
  signIn,
  type TestShop,
  updateProduct,
  waitUntilBlocked,
} from '../testing/shop.ts';
import { savedNewsJob, sendSavedNews } from './saved-mails.service.ts';

let shop: TestShop;
let accountId: AccountId;
let headers: { authorization: string };
let email: string;
let yam: ProductId;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.db.deleteFrom('account').execute();
  email = `saver-${crypto.randomUUID()}@mail.test`;
  accountId = await addAccount(shop.db, { email });
  headers = await signIn(shop.db, accountId);
  yam = await addProduct(shop.db, { title: 'Puna yam', price_kobo: 1_000_000, stock: 3 });
  await save(yam);
});

const call = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  payload?: object | string,
  requestHeaders: object = headers,
) =>
  shop.app.inject({ method, url: `/backend/api${path}`, headers: { ...requestHeaders }, ...(payload && { payload }) });
const save = (productId: number) => call('PUT', `/saved-items/${productId}/`);
const update = (changes: Parameters<typeof updateProduct>[2], productId = yam) =>
  updateProduct(shop.db, productId, changes);
/** Moves changes of stock and sent mails into the past. */
const passMinutes = async (minutes: number) => {
  await sql`update saved_change set at = at - ${minutes} * interval '1 minute'`.execute(shop.db);
  await sql`update saved_notes set sent_at = sent_at - ${minutes} * interval '1 minute'`.execute(shop.db);
};
const runJobs = async () => {
  await enqueue(shop.db, savedNewsJob, {});
  for (let n = 0; n < 2; n++) expect(await shop.jobs.runDue()).toEqual([]);
};
const readMails = () => shop.mailbox.read(email);
/** Runs the jobs. @returns the texts of all mails, newest first */
const runAndReadMails = async () => {
  await runJobs();
  return (await readMails()).map(({ text }) => text.replaceAll(/\s+/g, ' '));
};

describe('mails about saved items', () => {
  it('are sent once when an item becomes cheaper', { tags: ['@SAVED-11'] }, async () => {
    expect(await runAndReadMails()).toEqual([]);
    await update({ discount_percent: 15 });
    const [text = '', ...others] = await runAndReadMails();
    expect(others).toEqual([]);
    expect(text).toContain('Puna yam');
    expect(text).toContain('now ₦8,500, was ₦10,000');
    expect(text).toContain(`http://shop.test/product/details/${yam}`);
    expect((await readMails())[0]?.subject).toBe('Your saved items: cheaper');
    await passMinutes(2 * 24 * 60);
    expect(await runAndReadMails()).toHaveLength(1);
  });

  it('are not sent for a price that rose and fell back', async () => {
    await update({ price_kobo: 1_200_000 });
    await update({ price_kobo: 1_000_000 });
    expect(await runAndReadMails()).toEqual([]);
    await update({ price_kobo: 999_900 });
    expect(await runAndReadMails()).toHaveLength(1);
  });

  it('are sent when a sold-out item is back in stock', { tags: ['@SAVED-11'] }, async () => {
    await update({ stock: 0 });
    await passMinutes(41);
    expect(await runAndReadMails()).toEqual([]);
    await update({ stock: 2 });
    const [text] = await runAndReadMails();
    expect(text).toContain('back in stock, for ₦10,000');
  });

  it('are sent when an item that was saved while sold out is back in stock', async () => {
    const oil = await addProduct(shop.db, { title: 'Palm oil', stock: 0 });
    await save(oil);
    await update({ stock: 1 }, oil);
    expect((await runAndReadMails())[0]).toContain('Palm oil');
  });

  it('are not sent when an unpaid order releases its stock', async () => {
    await update({ stock: 0 });
    await passMinutes(30);
    await runJobs();
    await update({ stock: 3 });
    expect(await runAndReadMails()).toEqual([]);
    await passMinutes(15);
    expect(await runAndReadMails()).toEqual([]);
  });

  it('do not list an item that is sold out again', async () => {
    await update({ discount_percent: 10 });
    await update({ stock: 0 });
    expect(await runAndReadMails()).toEqual([]);
    await passMinutes(41);
    await runJobs();
    await update({ stock: 1 });
    const [text] = await runAndReadMails();
    expect(text).toContain('back in stock, now ₦9,000, was ₦10,000');
  });

  it('are sent at most once a day, with all news since the last one', { tags: ['@SAVED-11'] }, async () => {
    await update({ discount_percent: 10 });
    expect(await runAndReadMails()).toHaveLength(1);
    const oil = await addProduct(shop.db, { title: 'Palm oil', stock: 0 });
    await save(oil);
    await update({ stock: 1 }, oil);
    await update({ discount_percent: 20 });
    expect(await runAndReadMails()).toHaveLength(1);
    await passMinutes(23 * 60);
    expect(await runAndReadMails()).toHaveLength(1);
    await passMinutes(61);
    const [text] = await runAndReadMails();
    expect(text).toContain('Palm oil');
    expect(text).toContain('now ₦8,000, was ₦9,000');
    expect(await readMails()).toHaveLength(2);
  });

  it('list twenty items and the number of further ones', async () => {
    for (let n = 0; n < 22; n++) await save(await addProduct(shop.db, { title: `Thing ${n}`, stock: 0 }));
    await sql`update product set stock = 1 where title like 'Thing %'`.execute(shop.db);
    const [text = ''] = await runAndReadMails();
    expect(text.match(/Thing \d+/g)).toHaveLength(20);
    expect(text).toContain('And 2 more of your saved items.');
  });

  it('escape HTML in titles', async () => {
    const productId = await addProduct(shop.db, { title: '<img src=x onerror=alert(1)>', stock: 0 });
    await save(productId);
    await update({ stock: 1 }, productId);
    await runJobs();
    expect((await readMails())[0]?.html).not.toContain('<img');
  });

  it('are not sent for an item that is no longer saved', async () => {
    await update({ discount_percent: 10 });
    await call('DELETE', `/saved-items/${yam}/`);
    expect(await runAndReadMails()).toEqual([]);
  });

  it('are sent once when two nodes run the job at the same time', { tags: ['@SAVED-11'] }, async () => {
    await update({ discount_percent: 10 });
    const blocker = new pg.Client(shop.connection);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select from account where id = $1 for update', [accountId]);
    const runs = [sendSavedNews(shop.db, 'http://shop.test'), sendSavedNews(shop.db, 'http://shop.test')];
    await waitUntilBlocked(shop.db, 1);
    await blocker.query('commit');
    await blocker.end();
    const [first = 0, second = 0] = await Promise.all(runs);
    expect(first + second).toBe(1);
    expect(await runAndReadMails()).toHaveLength(1);
  });
});

describe('the unsubscribe link', () => {
  const receiveToken = async () => {
    await update({ discount_percent: 10 });
    await runJobs();
    const text = (await readMails())[0]?.text ?? '';
    return /\/unsubscribe\/([\w-]{43})/.exec(text)?.[1] ?? '';
  };
  const unsubscribe = (token: string) =>
    call('POST', `/saved-notes/unsubscribe/${token}`, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    });

  it('unsubscribes with one request without sign-in, and is idempotent', { tags: ['@SAVED-12'] }, async () => {
    const token = await receiveToken();
    for (let n = 0; n < 2; n++) {
      const response = await unsubscribe(token);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({ message: 'You will get no more emails about your saved items.' });
    }
    expect((await call('GET', '/saved-notes/')).json()).toEqual({ enabled: false });
    await passMinutes(2 * 24 * 60);
    await update({ discount_percent: 30 });
    expect(await runAndReadMails()).toHaveLength(1);
  });

  it('does nothing on a GET request', async () => {
    const token = await receiveToken();
    expectRefusal(await call('GET', `/saved-notes/unsubscribe/${token}`, undefined, {}), 'not_found');
    expect((await call('GET', '/saved-notes/')).json()).toEqual({ enabled: true });
  });

  it('is refused with an unknown token', { tags: ['@SAVED-12'] }, async () => {
    for (const wrong of ['x', 'A'.repeat(43), '%00', 'a'.repeat(1500)])
      expectRefusal(await unsubscribe(wrong), 'link_invalid', 'This link is not valid.');
  });
});

describe('the setting for mails about saved items', () => {
  it('can enable mails again; changes from the time without mails are not sent', async () => {
    expect((await call('GET', '/saved-notes/')).json()).toEqual({ enabled: true });
    expect((await call('PUT', '/saved-notes/', { enabled: false })).json()).toEqual({ enabled: false });
    await update({ discount_percent: 10 });
    expect(await runAndReadMails()).toEqual([]);
    expect((await call('PUT', '/saved-notes/', { enabled: true })).json()).toEqual({ enabled: true });
    expect(await runAndReadMails()).toEqual([]);
    await update({ discount_percent: 20 });
    expect(await runAndReadMails()).toHaveLength(1);
  });

  it('must be a boolean', async () => {
    for (const enabled of [undefined, 'yes', 1, null])
      expect((await call('PUT', '/saved-notes/', { enabled })).json().code).toBe('invalid_input');
  });
});
