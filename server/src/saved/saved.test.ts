import { MAX_FOLLOWED, MAX_SAVED, MAX_VIEWED } from '@sokuwa/contract/saved/saved.rules.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../platform/ids.ts';
import { expectRefusal, productIdsOf } from '../testing/responses.ts';
import {
  addAccount,
  addMerchant,
  addProduct,
  addProducts,
  openTestShop,
  signIn,
  type TestShop,
  waitUntilChangesQueued,
} from '../testing/shop.ts';

let shop: TestShop;
let accountId: AccountId;
let headers: { authorization: string };
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  accountId = await addAccount(shop.db);
  headers = await signIn(shop.db, accountId);
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, payload?: object, requestHeaders: object = headers) =>
  shop.app.inject({ method, url: `/backend/api${path}`, headers: { ...requestHeaders }, ...(payload && { payload }) });
const save = (productId: number | string) => call('PUT', `/saved-items/${productId}/`);
const unsave = (productId: number) => call('DELETE', `/saved-items/${productId}/`);
const listSaved = async () => productIdsOf(await call('GET', '/saved-items/'));
const follow = (merchantId: number | string, requestHeaders: object = headers) =>
  call('PUT', `/followed-sellers/${merchantId}/`, undefined, requestHeaders);
const addViews = (...views: { product_id: number; viewed_at?: string }[]) =>
  call('POST', '/recently-viewed/', { views });
const listViewed = async () => productIdsOf(await call('GET', '/recently-viewed/'));
const readFollowerCount = async (merchantId: number) => {
  shop.clearCaches();
  return (await shop.app.inject({ url: `/backend/merchants/${merchantId}/` })).json().follower_count;
};

/** Starts all requests while another transaction holds the account's lock, so that they run concurrently. */
const runConcurrently = async <T>(requests: (() => Promise<T>)[]): Promise<T[]> => {
  const blocker = new pg.Client(shop.connection);
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select from account where id = $1 for update', [accountId]);
  const responses = requests.map((send) => send());
  await waitUntilChangesQueued(shop, accountId, requests.length);
  await blocker.query('commit');
  await blocker.end();
  return Promise.all(responses);
};

describe('saved items', () => {
  it('are an empty list at first', async () => {
    const response = await call('GET', '/saved-items/');
    expect(response.json()).toEqual({ count: 0, next: null, previous: null, results: [] });
    expect(response.headers['cache-control']).toBe('private, no-cache');
  });

  it('are listed with product data, last saved first', { tags: ['@SAVED-4'] }, async () => {
    const [yam = 0, oil = 0] = await addProducts(shop.db, [{ discount_percent: 10 }, { stock: 0 }]);
    expect((await save(yam)).json()).toEqual({ product_id: yam, saved: true });
    await save(oil);
    const list = (await call('GET', '/saved-items/?country_code=GB')).json();
    expect(list).toMatchObject({ count: 2, results: [{ id: oil, stock: 0 }, { id: yam }] });
    const detail = (await shop.app.inject({ url: `/backend/api/products/${yam}/?country_code=GB` })).json();
    expect(detail).toMatchObject(list.results[1]);
    expect((await call('GET', '/saved-ids/')).json()).toEqual({ product_ids: [yam, oil], merchant_ids: [] });
  });

  it('keep their position when saved again, and can be removed repeatedly', { tags: ['@SAVED-8'] }, async () => {
    const [yam = 0, oil = 0] = await addProducts(shop.db, [{}, {}]);
    await save(yam);
    await save(oil);
    expect((await save(yam)).statusCode).toBe(200);
    expect(await listSaved()).toEqual([oil, yam]);
    for (let n = 0; n < 2; n++) expect((await unsave(oil)).json()).toEqual({ product_id: oil, saved: false });
    expect(await listSaved()).toEqual([yam]);
  });

  it('are separate for each account', async () => {
    const yam = await addProduct(shop.db);
    await save(yam);
    const other = await signIn(shop.db);
    expect(productIdsOf(await call('GET', '/saved-items/', undefined, other))).toEqual([]);
  });

  it('are listed in pages of fifty', { tags: ['@SAVED-22'] }, async () => {
    const ids = await addProducts(
      shop.db,
      Array.from({ length: 51 }, () => ({})),
    );
    await sql`insert into saved_item (account_id, product_id, known_kobo, known_in_stock)
      select ${accountId}, unnest(${ids}::integer[]), 1, true`.execute(shop.db);
    const first = (await call('GET', '/saved-items/')).json();
    expect(first.results).toHaveLength(50);
    expect(first.next).toBe('http://shop.test/backend/api/saved-items/?page=2');
    const second = (await call('GET', '/saved-items/?page=2')).json();
    expect(second).toMatchObject({ count: 51, next: null, results: [{ id: ids[0] }] });
    for (const page of ['3', '0', 'x', '99999999999'])
      expectRefusal(await call('GET', `/saved-items/?page=${page}`), 'invalid_page');
    expectRefusal(await call('GET', '/saved-items/?country_code=XX'), 'unknown_country');
    expect((await call('GET', '/saved-items/?page=1&page=2')).json().code).toBe('invalid_input');
  });

  it('have a limit that concurrent requests cannot exceed', { tags: ['@SAVED-9'] }, async () => {
    const ids = await addProducts(
      shop.db,
      Array.from({ length: MAX_SAVED + 1 }, () => ({})),
    );
    await sql`insert into saved_item (account_id, product_id, known_kobo, known_in_stock)
      select ${accountId}, unnest(${ids.slice(2)}::integer[]), 1, true`.execute(shop.db);
    const [first = 0, second = 0] = ids;
    const responses = await runConcurrently([() => save(first), () => save(second)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const refused = responses.find(({ statusCode }) => statusCode === 409);
    if (refused) expectRefusal(refused, 'saved_full');
    expect((await save(ids[2] ?? 0)).statusCode).toBe(200);
  });

  it('can be saved and removed concurrently', { tags: ['@SAVED-7'] }, async () => {
    const yam = await addProduct(shop.db);
    const responses = await runConcurrently([() => save(yam), () => save(yam), () => unsave(yam)]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await save(yam);
    expect(await listSaved()).toEqual([yam]);
  });

  it('are removed when the product is deleted', async () => {
    const yam = await addProduct(shop.db);
    await save(yam);
    await shop.db.deleteFrom('product').where('id', '=', yam).execute();
    expect(await listSaved()).toEqual([]);
    expectRefusal(await save(yam), 'not_found');
  });

  it('refuse an unknown or invalid product id', async () => {
    expectRefusal(await save(2_147_483_647), 'not_found');
    for (const id of ['0', '-1', 'x', '1.5', '99999999999', '%00']) {
      expect((await save(id)).json().code).toBe('invalid_input');
      expect((await call('DELETE', `/saved-items/${id}/`)).json().code).toBe('invalid_input');
    }
  });
});

describe('followed sellers', () => {
  it('are listed with their newest products and follower counts', {
    tags: ['@SAVED-13', '@SAVED-22'],
  }, async () => {
    const [ada, obi] = [await addMerchant(shop.db, { name: 'Ada' }), await addMerchant(shop.db, { name: 'Obi' })];
    const ids = await addProducts(
      shop.db,
      Array.from({ length: 5 }, () => ({ merchant_id: ada })),
    );
    expect((await follow(ada)).json()).toEqual({ merchant_id: ada, followed: true, follower_count: 1 });
    await follow(obi);
    const list = (await call('GET', '/followed-sellers/')).json();
    expect(list).toMatchObject({
      count: 2,
      next: null,
      previous: null,
      results: [
        { merchant_id: obi, store_name: 'Obi', products: [] },
        { merchant_id: ada, store_name: 'Ada', follower_count: 1 },
      ],
    });
    expect(list.results[1].products.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(0, 4));
    expect((await call('GET', '/saved-ids/')).json()).toEqual({ product_ids: [], merchant_ids: [ada, obi] });
  });

  it('count each follower once, until the follower unfollows or the account is deleted', {
    tags: ['@SAVED-15'],
  }, async () => {
    const merchant = await addMerchant(shop.db);
    const other = await signIn(shop.db);
    expect(await readFollowerCount(merchant)).toBe(0);
    await follow(merchant);
    await follow(merchant);
    expect((await follow(merchant, other)).json().follower_count).toBe(2);
    expect(await readFollowerCount(merchant)).toBe(2);
    for (let n = 0; n < 2; n++) {
      const response = await call('DELETE', `/followed-sellers/${merchant}/`, undefined, other);
      expect(response.json()).toEqual({ merchant_id: merchant, followed: false, follower_count: 1 });
    }
    await shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers });
    expect(await readFollowerCount(merchant)).toBe(0);
  });

  it('are followed once by concurrent requests', async () => {
    const merchant = await addMerchant(shop.db);
    const responses = await runConcurrently([() => follow(merchant), () => follow(merchant)]);
    expect(responses.map((response) => response.json().follower_count)).toEqual([1, 1]);
    expect(await readFollowerCount(merchant)).toBe(1);
  });

  it('have a limit and are listed in pages', { tags: ['@SAVED-9'] }, async () => {
    await sql`
      with inserted as (
        insert into merchant (slug, name, place, country, since, cover_key)
        select 'many-' || n, 'Many', 'Lagos', 'NG', '2020-01-01', 'k' from generate_series(1, ${MAX_FOLLOWED}::integer) n
        returning id)
      insert into followed_seller (account_id, merchant_id) select ${accountId}, id from inserted`.execute(shop.db);
    expectRefusal(await follow(await addMerchant(shop.db)), 'following_full');
    const last = (await call('GET', `/followed-sellers/?page=${MAX_FOLLOWED / 20}`)).json();
    expect(last).toMatchObject({ count: MAX_FOLLOWED, next: null });
    expect(last.results).toHaveLength(20);
    expectRefusal(await call('GET', `/followed-sellers/?page=${MAX_FOLLOWED / 20 + 1}`), 'invalid_page');
    expectRefusal(await call('GET', '/followed-sellers/?country_code=XX'), 'unknown_country');
    expect((await call('GET', '/followed-sellers/?page=1&page=2')).json().code).toBe('invalid_input');
  });

  it('refuse an unknown or invalid seller id', async () => {
    expectRefusal(await follow(2_147_483_647), 'not_found');
    expectRefusal(await call('DELETE', '/followed-sellers/2147483647/'), 'not_found');
    for (const id of ['0', 'x', '99999999999']) {
      expect((await follow(id)).json().code).toBe('invalid_input');
      expect((await call('DELETE', `/followed-sellers/${id}/`)).json().code).toBe('invalid_input');
    }
  });
});

describe('recently viewed products', () => {
  it('are the last fifty, newest first; a repeated view moves to the front', {
    tags: ['@SAVED-16', '@SAVED-19', '@SAVED-22'],
  }, async () => {
    const ids = await addProducts(
      shop.db,
      Array.from({ length: MAX_VIEWED + 2 }, () => ({})),
    );
    const views = ids.map((product_id, n) => ({
      product_id,
      viewed_at: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
    }));
    await addViews(...views.slice(0, 30));
    expect((await addViews(...views.slice(30))).json()).toEqual({ count: MAX_VIEWED });
    expect(await listViewed()).toEqual(ids.slice(2).toReversed());
    await addViews({ product_id: ids[5] ?? 0 });
    expect((await listViewed())[0]).toBe(ids[5]);
    expect(await listViewed()).toHaveLength(MAX_VIEWED);
  });

  it('merge the views of a guest by time, also when they are sent twice', {
    tags: ['@SAVED-18', '@SAVED-20'],
  }, async () => {
    const [yam = 0, oil = 0, rice = 0] = await addProducts(shop.db, [{}, {}, {}]);
    await addViews({ product_id: oil, viewed_at: '2026-01-02T00:00:00Z' });
    const guest = [
      { product_id: yam, viewed_at: '2026-01-01T00:00:00Z' },
      { product_id: oil, viewed_at: '2026-01-01T00:00:00Z' },
      { product_id: rice, viewed_at: '2026-01-03T00:00:00Z' },
      { product_id: 2_147_483_647 },
      { product_id: rice, viewed_at: '2026-01-01T12:00:00Z' },
    ];
    for (let n = 0; n < 2; n++) expect((await addViews(...guest)).json()).toEqual({ count: 3 });
    expect(await listViewed()).toEqual([rice, oil, yam]);
  });

  it('replace a future time by the current time', async () => {
    const [yam = 0, oil = 0] = await addProducts(shop.db, [{}, {}]);
    await addViews({ product_id: yam, viewed_at: '9999-01-01T00:00:00Z' });
    await addViews({ product_id: oil });
    expect(await listViewed()).toEqual([oil, yam]);
  });

  it('accept a time of any year, also one that the database does not have', async () => {
    const [yam = 0, oil = 0] = await addProducts(shop.db, [{}, {}]);
    await addViews({ product_id: oil, viewed_at: '1970-01-02T00:00:00Z' });
    expect((await addViews({ product_id: yam, viewed_at: '0000-12-31T23:59:59.999Z' })).json()).toEqual({ count: 2 });
    expect(await listViewed()).toEqual([oil, yam]);
  });

  it('can be cleared', { tags: ['@SAVED-17'] }, async () => {
    await addViews({ product_id: await addProduct(shop.db) });
    expect((await call('DELETE', '/recently-viewed/')).json()).toEqual({ count: 0 });
    expect(await listViewed()).toEqual([]);
  });

  it('are all stored when sent concurrently', async () => {
    const ids = await addProducts(shop.db, [{}, {}, {}]);
    await runConcurrently(ids.map((product_id) => () => addViews({ product_id })));
    expect((await listViewed()).toSorted((a, b) => a - b)).toEqual(ids);
  });

  it('refuse an invalid list of views', async () => {
    const view = { product_id: 1 };
    for (const views of [
      undefined,
      1,
      [0],
      [{ product_id: 0 }],
      [{ product_id: 1, viewed_at: 'yesterday' }],
      Array(51).fill(view),
    ])
      expect((await call('POST', '/recently-viewed/', { views })).json().code).toBe('invalid_input');
    const sendBody = (payload: string, type: string) =>
      shop.app.inject({
        method: 'POST',
        url: '/backend/api/recently-viewed/',
        headers: { ...headers, 'content-type': type },
        payload,
      });
    expectRefusal(await sendBody('{', 'application/json'), 'invalid_json');
    expectRefusal(await sendBody('x', 'text/plain'), 'unsupported_media_type');
    expectRefusal(await sendBody(JSON.stringify({ a: 'x'.repeat(300_000) }), 'application/json'), 'payload_too_large');
    expectRefusal(await call('GET', '/recently-viewed/?page=2'), 'invalid_page');
    expectRefusal(await call('GET', '/recently-viewed/?country_code=XX'), 'unknown_country');
  });
});

it('saved items, followed sellers and views are in the data export and are deleted with the account', async () => {
  const merchant = await addMerchant(shop.db, { name: 'Ada' });
  const yam = await addProduct(shop.db, { merchant_id: merchant, title: 'Yam' });
  await save(yam);
  await follow(merchant);
  await addViews({ product_id: yam });
  await call('PUT', '/saved-notes/', { enabled: false });
  const exported = (await shop.app.inject({ url: '/backend/user-data-export/', headers })).json();
  expect(exported).toMatchObject({
    saved_items: [{ product_id: yam, title: 'Yam' }],
    followed_sellers: [{ merchant_id: merchant, store_name: 'Ada' }],
    recently_viewed: [{ product_id: yam, title: 'Yam' }],
    saved_notes: { enabled: false, sent_at: null },
  });
  await shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers });
  for (const table of ['saved_item', 'followed_seller', 'viewed_product', 'saved_notes'] as const)
    expect(await shop.db.selectFrom(table).select('account_id').where('account_id', '=', accountId).execute()).toEqual(
      [],
    );
});

it('writes that wait for the lock are refused when the account is deleted meanwhile', async () => {
  const yam = await addProduct(shop.db);
  const blocker = new pg.Client(shop.connection);
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('delete from account where id = $1', [accountId]);
  const requests = [save(yam), addViews({ product_id: yam }), call('PUT', '/saved-notes/', { enabled: true })];
  await waitUntilChangesQueued(shop, accountId, requests.length);
  await blocker.query('commit');
  await blocker.end();
  for (const response of await Promise.all(requests)) expectRefusal(response, 'token_invalid');
});
