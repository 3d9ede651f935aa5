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
import { tellSavers, tellSaversJob } from './notes.service.ts';

let shop: TestShop;
let account: AccountId;
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
  account = await addAccount(shop.db, { email });
  headers = await signIn(shop.db, account);
  yam = await addProduct(shop.db, { title: 'Puna yam', price_kobo: 1_000_000, stock: 3 });
  await save(yam);
});

const call = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  payload?: object | string,
  as: object = headers,
) => shop.app.inject({ method, url: `/backend/api${path}`, headers: { ...as }, ...(payload && { payload }) });
const save = (product: number) => call('PUT', `/saved-items/${product}/`);
const set = (changes: Parameters<typeof updateProduct>[2], product = yam) => updateProduct(shop.db, product, changes);
/** Time passes for what was sold out, and for whoever was told something. */
const pass = async (minutes: number) => {
  await sql`update saved_change set at = at - ${minutes} * interval '1 minute'`.execute(shop.db);
  await sql`update saved_notes set sent_at = sent_at - ${minutes} * interval '1 minute'`.execute(shop.db);
};
const round = async () => {
  await enqueue(shop.db, tellSaversJob, {});
  for (let n = 0; n < 2; n++) expect(await shop.jobs.runDue()).toEqual([]);
};
const letters = () => shop.mailbox.read(email);
/** What came by mail after a round, newest first. */
const told = async () => {
  await round();
  return (await letters()).map(({ text }) => text.replaceAll(/\s+/g, ' '));
};

describe('a mail about saved items', () => {
  it('comes when one gets cheaper than its owner knows, once', { tags: ['@SAVED-11'] }, async () => {
    expect(await told()).toEqual([]);
    await set({ discount_percent: 15 });
    const [text = '', ...others] = await told();
    expect(others).toEqual([]);
    expect(text).toContain('Puna yam');
    expect(text).toContain('now ₦8,500, was ₦10,000');
    expect(text).toContain(`http://shop.test/product/details/${yam}`);
    expect((await letters())[0]?.subject).toBe('Your saved items: cheaper');
    await pass(2 * 24 * 60);
    expect(await told()).toHaveLength(1);
  });

  it('does not praise a price that went up and came back', async () => {
    await set({ price_kobo: 1_200_000 });
    await set({ price_kobo: 1_000_000 });
    expect(await told()).toEqual([]);
    await set({ price_kobo: 999_900 });
    expect(await told()).toHaveLength(1);
  });

  it('comes when one is back that was sold out', { tags: ['@SAVED-11'] }, async () => {
    await set({ stock: 0 });
    await pass(41);
    expect(await told()).toEqual([]);
    await set({ stock: 2 });
    const [text] = await told();
    expect(text).toContain('back in stock, for ₦10,000');
  });

  it('comes when one is back that was sold out when it was saved', async () => {
    const oil = await addProduct(shop.db, { title: 'Palm oil', stock: 0 });
    await save(oil);
    await set({ stock: 1 }, oil);
    expect((await told())[0]).toContain('Palm oil');
  });

  it('does not come for what an unpaid order held back for a while', async () => {
    await set({ stock: 0 });
    await pass(30);
    await round();
    await set({ stock: 3 });
    expect(await told()).toEqual([]);
    await pass(15);
    expect(await told()).toEqual([]);
  });

  it('does not tell of what is sold out again by then', async () => {
    await set({ discount_percent: 10 });
    await set({ stock: 0 });
    expect(await told()).toEqual([]);
    await pass(41);
    await round();
    await set({ stock: 1 });
    const [text] = await told();
    expect(text).toContain('back in stock, now ₦9,000, was ₦10,000');
  });

  it('comes once a day at most, and then tells of all that is new', { tags: ['@SAVED-11'] }, async () => {
    await set({ discount_percent: 10 });
    expect(await told()).toHaveLength(1);
    const oil = await addProduct(shop.db, { title: 'Palm oil', stock: 0 });
    await save(oil);
    await set({ stock: 1 }, oil);
    await set({ discount_percent: 20 });
    expect(await told()).toHaveLength(1);
    await pass(23 * 60);
    expect(await told()).toHaveLength(1);
    await pass(61);
    const [text] = await told();
    expect(text).toContain('Palm oil');
    expect(text).toContain('now ₦8,000, was ₦9,000');
    expect(await letters()).toHaveLength(2);
  });

  it('names twenty, and how many more there are', async () => {
    for (let n = 0; n < 22; n++) await save(await addProduct(shop.db, { title: `Thing ${n}`, stock: 0 }));
    await sql`update product set stock = 1 where title like 'Thing %'`.execute(shop.db);
    const [text = ''] = await told();
    expect(text.match(/Thing \d+/g)).toHaveLength(20);
    expect(text).toContain('And 2 more of your saved items.');
  });

  it('shows titles as text', async () => {
    const evil = await addProduct(shop.db, { title: '<img src=x onerror=alert(1)>', stock: 0 });
    await save(evil);
    await set({ stock: 1 }, evil);
    await round();
    expect((await letters())[0]?.html).not.toContain('<img');
  });

  it('goes to nobody who saved it no longer, or is gone', async () => {
    await set({ discount_percent: 10 });
    await call('DELETE', `/saved-items/${yam}/`);
    expect(await told()).toEqual([]);
  });

  it('goes out once when two nodes look at once', { tags: ['@SAVED-11'] }, async () => {
    await set({ discount_percent: 10 });
    const other = new pg.Client(shop.connection);
    await other.connect();
    await other.query('begin');
    await other.query('select from account where id = $1 for update', [account]);
    const rounds = [tellSavers(shop.db, 'http://shop.test'), tellSavers(shop.db, 'http://shop.test')];
    await waitUntilBlocked(shop.db, 1);
    await other.query('commit');
    await other.end();
    const [one = 0, two = 0] = await Promise.all(rounds);
    expect(one + two).toBe(1);
    expect(await told()).toHaveLength(1);
  });
});

describe('the link that ends these mails', () => {
  const token = async () => {
    await set({ discount_percent: 10 });
    await round();
    const text = (await letters())[0]?.text ?? '';
    return /\/unsubscribe\/([\w-]{43})/.exec(text)?.[1] ?? '';
  };
  const stop = (given: string) =>
    call('POST', `/saved-notes/unsubscribe/${given}`, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    });

  it('works with one call, by nobody signed in, as often as one likes', { tags: ['@SAVED-12'] }, async () => {
    const given = await token();
    for (let n = 0; n < 2; n++) {
      const answer = await stop(given);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ message: 'You get no more mails about your saved items.' });
    }
    expect((await call('GET', '/saved-notes/')).json()).toEqual({ enabled: false });
    await pass(2 * 24 * 60);
    await set({ discount_percent: 30 });
    expect(await told()).toHaveLength(1);
  });

  it('does nothing when it is merely looked at', async () => {
    const given = await token();
    expectRefusal(await call('GET', `/saved-notes/unsubscribe/${given}`, undefined, {}), 'not_found');
    expect((await call('GET', '/saved-notes/')).json()).toEqual({ enabled: true });
  });

  it('is refused when it is none', { tags: ['@SAVED-12'] }, async () => {
    for (const wrong of ['x', 'A'.repeat(43), '%00', 'a'.repeat(1500)])
      expectRefusal(await stop(wrong), 'link_invalid', 'This link is not valid.');
  });

  it('can be taken back, and nothing is told that happened meanwhile', async () => {
    expect((await call('GET', '/saved-notes/')).json()).toEqual({ enabled: true });
    expect((await call('PUT', '/saved-notes/', { enabled: false })).json()).toEqual({ enabled: false });
    await set({ discount_percent: 10 });
    expect(await told()).toEqual([]);
    expect((await call('PUT', '/saved-notes/', { enabled: true })).json()).toEqual({ enabled: true });
    expect(await told()).toEqual([]);
    await set({ discount_percent: 20 });
    expect(await told()).toHaveLength(1);
  });

  it('is chosen by yes or no', async () => {
    for (const enabled of [undefined, 'yes', 1, null])
      expect((await call('PUT', '/saved-notes/', { enabled })).json().code).toBe('invalid_input');
  });
});
