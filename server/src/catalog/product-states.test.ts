import type { ProductChangeResults } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderCommands } from '../orders/order.operator.ts';
import type { ProductId } from '../platform/ids.ts';
import { createBuyer, stockOf } from '../testing/buyer.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { expectRefusal, productIdsOf, type TestResponse } from '../testing/responses.ts';
import { placePaidOrder } from '../testing/sales.ts';
import { openFollowingNode } from '../testing/second-node.ts';
import { addProduct, addProducts, addSubItem, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { webhookCalls } from '../testing/webhook-receiver.ts';
import { suspendMerchant, unsuspendMerchant } from './merchant.service.ts';
import { lockProductsByHandle, replacePictures } from './products.sql.ts';
import { returnStock, updateProducts } from './stock.service.ts';

let shop: TestShop;
/** Another node of the same shop, which caches responses. */
let other: TestShop;
let node: Awaited<ReturnType<typeof openFollowingNode>>;
let merchant: TestMerchant;
let place: { categoryId: number; subItemId: number };
let kaftan: ProductId;
beforeAll(async () => {
  shop = await openTestShop();
  node = await openFollowingNode(shop);
  other = node.other;
});
afterAll(async () => {
  await node.close();
  await shop.close();
});
const pictures = [{ key: 'products/kaftan', alt: 'A kaftan' }];
beforeEach(async () => {
  merchant = await createMerchant(shop);
  place = await addSubItem(shop.db);
  kaftan = await addProduct(shop.db, { merchant_id: merchant.id, place, pictures, title: 'Adire kaftan', stock: 5 });
});

const read = async (id: number = kaftan) => (await merchant.call('GET', `/products/${id}/`)).json();
const change = async (body: object, id: number = kaftan) =>
  merchant.call('PATCH', `/products/${id}/`, { version: (await read(id)).version, ...body });
const list = (query = '') => merchant.call('GET', `/products/${query}`);
const createDraft = async (body: object = {}) => {
  const response = await merchant.call('POST', '/products/', { title: 'Raffia mat', state: 'draft', ...body });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const get = async (url: string) => (await other.app.inject({ url: `/backend${url}` })).json();
/** What another node shows of the kaftan. */
const readShop = async () => ({
  page: (await other.app.inject({ url: `/backend/api/products/${kaftan}/` })).statusCode,
  category: (await get(`/api/products/category/${place.categoryId}`)).count,
  store: productIdsOf(await other.app.inject({ url: `/backend/merchants/${merchant.id}/products/` })),
  search: (await get(`/api/products/?search=kaftan&merchant=${merchant.id}`)).results
    .map(({ id }: { id: number }) => id)
    .includes(kaftan),
});
const IN_SHOP = () => ({ page: 200, category: 1, store: [kaftan], search: true });
const OUT_OF_SHOP = { page: 404, category: 0, store: [], search: false };

describe('the state of a product', { tags: ['@MERCHANT-70'] }, () => {
  it.each(['paused', 'draft'])('%s takes it out of the shop within a second, and live puts it back', async (state) => {
    const before = await read();
    expect(before).toMatchObject({ state: 'live' });
    expect(await readShop()).toEqual(IN_SHOP());
    const hidden = (await change({ state })).json();
    expect(hidden).toEqual({ ...before, state, changed_at: hidden.changed_at, version: hidden.version });
    expect(hidden.version).not.toBe(before.version);
    await waitFor(async () => expect(await readShop()).toEqual(OUT_OF_SHOP));
    expect(await read()).toEqual(hidden);
    const shown = (await change({ state: 'live' })).json();
    expect(shown).toEqual({ ...before, changed_at: shown.changed_at });
    await waitFor(async () => expect(await readShop()).toEqual(IN_SHOP()));
  });

  it('that is not live makes it unavailable in carts and at checkout; saved items keep it', async () => {
    const buyer = await createBuyer(shop, [[kaftan, 1]]);
    await buyer.call('PUT', `/api/saved-items/${kaftan}/`);
    const saved = async () => productIdsOf(await buyer.call('GET', '/api/saved-items/'));
    const body = await buyer.prepareCheckout();
    await change({ state: 'paused' });
    expect((await buyer.readCart()).cart).toMatchObject([{ product_id: kaftan, stock: 0 }]);
    expect((await buyer.submitCheckout(body)).json().code).toBe('items_unavailable');
    expectRefusal(await buyer.call('POST', '/api/cart/', { product_id: kaftan }), 'not_found');
    expect(await saved()).toEqual([]);
    await change({ state: 'live' });
    expect(await saved()).toEqual([kaftan]);
    expect((await buyer.submitCheckout(body)).statusCode).toBe(200);
  });

  it('does not keep its paid pieces from being cancelled, which return to its stock', async () => {
    const { id } = await placePaidOrder(shop, [[kaftan, 2]]);
    await change({ state: 'paused' });
    expect(await orderCommands(shop.db).takeStep(id, { step: 'cancel' }, LIVE_ACT)).toMatchObject({ to: 'Cancelled' });
    expect((await read()).stock).toBe(5);
    await change({ state: 'live' });
    expect(await stockOf(shop.db, kaftan)).toBe(5);
  });

  it('waits for a cancellation that returns pieces, and they are not lost', async () => {
    await change({ state: 'paused' });
    const trx = await shop.db.startTransaction().execute();
    await returnStock(trx, [{ productId: kaftan, quantity: 2 }]);
    const showing = change({ state: 'live' });
    await waitUntilBlocked(shop.db, 1);
    await trx.commit().execute();
    expect((await showing).json()).toMatchObject({ state: 'live', stock: 7 });
    const returning = await shop.db.startTransaction().execute();
    await returnStock(returning, [{ productId: kaftan, quantity: 1 }]);
    const pausing = change({ state: 'paused' });
    await waitUntilBlocked(shop.db, 1);
    await returning.commit().execute();
    expect((await pausing).json()).toMatchObject({ state: 'paused', stock: 8 });
  });

  it('of two at the same time is one, and the other is told', async () => {
    const { version } = await read();
    const blocker = await shop.db.startTransaction().execute();
    await sql`select from product where id = ${kaftan} for update`.execute(blocker);
    const changing = Promise.all(
      [{ state: 'paused' }, { price: 7 }].map((body) =>
        merchant.call('PATCH', `/products/${kaftan}/`, { version, ...body }),
      ),
    );
    await waitUntilBlocked(shop.db, 2);
    await blocker.commit().execute();
    const [first, second] = (await changing).toSorted((a, b) => a.statusCode - b.statusCode);
    expect([first?.statusCode, second?.statusCode]).toEqual([200, 409]);
    expect(second?.json()).toMatchObject({ code: 'product_changed', current: first?.json() });
  });

  it('survives a suspension, which only takes out what is live', { tags: ['@MERCHANT-57'] }, async () => {
    const draft = await createDraft();
    const before = (await list()).json();
    expect(await suspendMerchant(shop.db, merchant.id, LIVE_ACT)).toMatchObject({ products: 1 });
    expect((await list()).json()).toEqual(before);
    expectRefusal(await change({ title: 'X' }, draft.id), 'merchant_suspended');
    expectRefusal(await change({ state: 'paused' }), 'merchant_suspended');
    expectRefusal(await merchant.call('POST', `/products/${kaftan}/duplicate/`, {}), 'merchant_suspended');
    expect(await unsuspendMerchant(shop.db, merchant.id, LIVE_ACT)).toMatchObject({ products: 1 });
    expect((await list()).json()).toEqual(before);
    await waitFor(async () => expect(await readShop()).toEqual(IN_SHOP()));
  });

  it('is kept by an import, which finds the product by its handle', async () => {
    const { handle } = (await change({ state: 'paused' })).json();
    await shop.db.transaction().execute(async (trx) => {
      const [stored] = await lockProductsByHandle(trx, [{ merchant_id: merchant.id, handle, sku: null }]);
      expect(stored).toMatchObject({ id: kaftan, title: 'Adire kaftan', pictures });
      if (!stored) throw new Error('not found');
      await updateProducts(trx, [{ ...stored, title: 'Kaftan', stock: 9 }]);
      await replacePictures(trx, [{ id: kaftan, pictures: [{ key: 'products/new', alt: 'New' }] }]);
    });
    expect(await read()).toMatchObject({
      ...{ title: 'Kaftan', stock: 9, state: 'paused' },
      pictures: [{ id: 'products/new', alt: 'New' }],
    });
  });
});

describe('a draft', { tags: ['@MERCHANT-70'] }, () => {
  it('can be incomplete, and becomes live when nothing is missing', async () => {
    const draft = await createDraft();
    expect(draft).toMatchObject({
      ...{ state: 'draft', handle: 'raffia-mat', stock: 0, sub_item_id: null, category_path: [] },
      ...{ price: null, sale_price: null, weight_grams: null, pictures: [] },
    });
    expect(await createDraft()).toEqual(draft);
    const refused = await change({ state: 'live' }, draft.id);
    expectRefusal(refused, 'product_incomplete');
    expect(Object.keys(refused.json().errors)).toEqual(['sub_item_id', 'price', 'weight_grams', 'pictures']);
    const values = { sub_item_id: place.subItemId, price: 20, weight_grams: 300, sku: 'MAT' };
    expect((await change(values, draft.id)).json()).toMatchObject({ ...values, state: 'draft' });
    expect(Object.keys((await change({ state: 'live' }, draft.id)).json().errors)).toEqual(['pictures']);
    await shop.db.transaction().execute((trx) => replacePictures(trx, [{ id: draft.id, pictures }]));
    await merchant.call('POST', `/products/${draft.id}/stock/`, { to: 3 });
    const live = (await change({ state: 'live' }, draft.id)).json();
    expect(live).toMatchObject({
      ...values,
      state: 'live',
      stock: 3,
      category_path: [expect.any(String), expect.any(String), expect.any(String)],
    });
    expect((await shop.app.inject({ url: `/backend/api/products/${draft.id}/` })).json()).toMatchObject({
      id: draft.id,
    });
    for (const name of ['price', 'sub_item_id', 'weight_grams'])
      expect(Object.keys((await change({ [name]: null }, draft.id)).json().errors)).toEqual([name]);
  });

  it('has its handle and SKU for itself', async () => {
    const draft = await createDraft({ sku: 'MAT' });
    const taken = await merchant.call('POST', '/products/', { title: 'Raffia mat', state: 'draft', brand: 'Ojà' });
    expectRefusal(taken, 'product_exists');
    expectRefusal(await change({ sku: 'MAT' }), 'product_exists');
    // A node of release 1.0 does not know drafts.
    await addProduct(shop.db, { merchant_id: merchant.id, place, slug: 'raffia-mat', title: 'Mat of 1.0' });
    await change({ sub_item_id: place.subItemId, price: 20, weight_grams: 300 }, draft.id);
    await shop.db.transaction().execute((trx) => replacePictures(trx, [{ id: draft.id, pictures }]));
    const obstructed = await change({ state: 'live' }, draft.id);
    expectRefusal(obstructed, 'product_exists');
    expect(Object.keys(obstructed.json().errors)).toEqual(['handle']);
    const { version } = await read(draft.id);
    const changes = [{ id: draft.id, version, state: 'live' }];
    expect((await merchant.call('PATCH', '/products/', { changes })).json().results).toMatchObject([
      { result: 'refused', id: draft.id, code: 'product_exists' },
    ]);
  });

  it('keeps the category that it names', async () => {
    const draft = await createDraft({ sub_item_id: place.subItemId });
    expect(draft.category_path).toHaveLength(3);
    await expect(shop.db.deleteFrom('sub_item').where('id', '=', place.subItemId).execute()).rejects.toThrow(
      /foreign key/,
    );
  });

  it('never reports its stock as low', async () => {
    await webhookCalls(shop, merchant).add('http://127.0.0.1:9/hook', ['product.low_stock']);
    const draft = await createDraft({ stock: 9 });
    await merchant.call('POST', `/products/${draft.id}/stock/`, { to: 2 });
    const events = shop.db.selectFrom('webhook_event').select('id').where('merchant_id', '=', merchant.id);
    expect(await events.execute()).toEqual([]);
  });
});

describe('a copy of a product', { tags: ['@MERCHANT-73'] }, () => {
  const duplicate = (body: object = {}, id: number = kaftan) =>
    merchant.call('POST', `/products/${id}/duplicate/`, body);

  it('is a draft with everything but SKU and stock, made once by repeated requests', async () => {
    const original = (await change({ sku: 'K-1', brand: 'Ojà', keywords: ['indigo'], discount_percent: 5 })).json();
    const copy = (await duplicate()).json();
    expect(copy).toEqual({
      ...original,
      ...{ id: copy.id, handle: `${original.handle}-copy`, sku: null, stock: 0, state: 'draft' },
      ...{ listed_at: copy.listed_at, changed_at: copy.changed_at, version: copy.version },
    });
    expect((await duplicate()).json()).toEqual(copy);
    await change({ title: 'Kaftan for children' }, copy.id);
    const second = (await duplicate()).json();
    expect(second).toMatchObject({ handle: `${original.handle}-copy-2`, title: 'Adire kaftan' });
    expect((await duplicate({ handle: 'child' }, copy.id)).json()).toMatchObject({
      ...{ handle: 'child', title: 'Kaftan for children', pictures: original.pictures },
    });
    expectRefusal(await duplicate({ handle: original.handle }), 'product_exists');
    expectRefusal(await (await createMerchant(shop)).call('POST', `/products/${kaftan}/duplicate/`, {}), 'not_found');
  });

  it('is one of two requests at the same time', async () => {
    const blocker = await shop.db.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(7362004)`.execute(blocker);
    const copying = Promise.all([duplicate(), duplicate()]);
    await waitUntilBlocked(shop.db, 2);
    await blocker.commit().execute();
    const [first, second] = await copying;
    expect(first.json()).toEqual(second.json());
    expect((await list()).json().results).toHaveLength(2);
  });
});

describe('changes of a list', { tags: ['@MERCHANT-72'] }, () => {
  const changeAll = async (changes: object[]): Promise<ProductChangeResults['results']> => {
    const response = await merchant.call('PATCH', '/products/', { changes });
    expect(response.statusCode, response.body).toBe(200);
    return response.json().results;
  };

  it('have a result for each product, and can be repeated', async () => {
    const [pricey, stale, same] = (await addProducts(
      shop.db,
      [1, 2, 3].map(() => ({ merchant_id: merchant.id, place, stock: 8 })),
    )) as [ProductId, ProductId, ProductId];
    const foreign = await addProduct(shop.db, {});
    const draft = await createDraft();
    const versions = new Map(
      await Promise.all(
        [kaftan, pricey, stale, same, draft.id].map(async (id) => [id, (await read(id)).version] as const),
      ),
    );
    await change({ title: 'Changed by somebody else', price: 30 }, stale);
    const changes = [
      {
        id: kaftan,
        version: versions.get(kaftan),
        price: 99.5,
        discount_percent: 10,
        stock: 2,
        stock_from: 5,
        state: 'paused',
      },
      { id: pricey, version: versions.get(pricey), price: 12 },
      { id: stale, version: versions.get(stale), price: 40 },
      { id: same, version: versions.get(same), stock: 8 },
      { id: draft.id, version: versions.get(draft.id), state: 'live' },
      { id: foreign, version: 'x', price: 1 },
    ];
    const results = await changeAll(changes);
    expect(results).toMatchObject([
      {
        result: 'changed',
        product: { id: kaftan, price: 99.5, discount_percent: 10, sale_price: 89.55, stock: 2, state: 'paused' },
      },
      { result: 'changed', product: { id: pricey, price: 12 } },
      { result: 'conflict', product: { id: stale, title: 'Changed by somebody else', price: 30 } },
      { result: 'unchanged', product: { id: same, stock: 8, version: versions.get(same) } },
      { result: 'refused', id: draft.id, code: 'product_incomplete', errors: { price: ['Write a price.'] } },
      { result: 'refused', id: foreign, code: 'not_found' },
    ]);
    expect(await read()).toMatchObject({ price: 99.5, state: 'paused', stock: 2 });
    const again = await changeAll(changes);
    expect(again.map(({ result }) => result)).toEqual([
      ...['unchanged', 'unchanged', 'conflict', 'unchanged', 'refused', 'refused'],
    ]);
    // The conflict says the version with which the change succeeds.
    const [, , conflict] = again;
    if (conflict?.result !== 'conflict') throw new Error('no conflict');
    const { version } = conflict.product;
    expect(await changeAll([{ id: stale, version, price: 40 }])).toMatchObject([{ result: 'changed' }]);
  });

  it('are a conflict if the stock is not what it was, but not after a sale if they do not name it', async () => {
    const { version } = await read();
    await placePaidOrder(shop, [[kaftan, 1]]);
    expect(await changeAll([{ id: kaftan, version, stock: 9, stock_from: 5 }])).toMatchObject([
      { result: 'conflict', product: { stock: 4 } },
    ]);
    expect(await changeAll([{ id: kaftan, version, price: 9 }])).toMatchObject([
      { result: 'changed', product: { stock: 4, price: 9 } },
    ]);
  });

  it('that meet do not block each other forever, and lose nothing', async () => {
    const ids = await addProducts(
      shop.db,
      Array.from({ length: 20 }, () => ({ merchant_id: merchant.id, place, pictures, stock: 5 })),
    );
    const rows = await Promise.all(ids.map(async (id) => ({ id, version: (await read(id)).version })));
    const responses = await Promise.all([
      changeAll(rows.map((row) => ({ ...row, state: 'paused' }))),
      changeAll(rows.toReversed().map((row) => ({ ...row, price: 7 }))),
    ]);
    const changed = responses.map((results) => results.filter(({ result }) => result === 'changed').length);
    expect(changed.toSorted((a, b) => a - b)).toEqual([0, 20]);
  });

  it('put hundreds of products into the shop and out of it', async () => {
    const ids = await addProducts(
      shop.db,
      Array.from({ length: 500 }, () => ({ merchant_id: merchant.id, place, pictures, stock: 5 })),
    );
    const changesTo = async (state: string) => {
      const pages = await Promise.all(
        [1, 2, 3, 4, 5].map((n) => list(`?limit=100&stock=low&cursor=${cursorBefore(ids[n * 100 - 1])}`)),
      );
      return pages.flatMap((page) =>
        page.json().results.map(({ id, version }: { id: number; version: string }) => ({ id, version, state })),
      );
    };
    const cursorBefore = (id = 0) => Buffer.from(`newest ${id + 1} ${id + 1}`).toString('base64url');
    const paused = await changeAll(await changesTo('paused'));
    expect(paused.filter(({ result }) => result === 'changed')).toHaveLength(500);
    expect((await list('?state=paused&limit=1')).json().next).not.toBeNull();
    expect((await merchant.call('GET', '/products/counts/')).json()).toMatchObject({ paused: 500, live: 1 });
    const live = await changeAll(await changesTo('live'));
    expect(live.filter(({ result }) => result === 'changed')).toHaveLength(500);
    expect((await merchant.call('GET', '/products/counts/')).json()).toMatchObject({ paused: 0, live: 501 });
  });

  it.each([
    [[]],
    [
      [
        { id: 1, version: 'x' },
        { id: 1, version: 'x' },
      ],
    ],
    [[{ id: 1, version: 'x', title: 'X' }]],
    [Array.from({ length: 501 }, (_, n) => ({ id: n + 1, version: 'x' }))],
  ])('refuse %j', async (changes) =>
    expectRefusal(await merchant.call('PATCH', '/products/', { changes }), 'invalid_input'),
  );
});

describe("the order of a merchant's products", { tags: ['@MERCHANT-71'] }, () => {
  const TITLES = ['Ṣọkọtọ', 'agbada', 'Buba', 'Àdìrẹ'];
  const PRICES = [500, 100, 100, 900];
  const STOCKS = [0, 7, 3, 0];
  let ids: ProductId[];
  beforeEach(async () => {
    merchant = await createMerchant(shop);
    ids = await addProducts(
      shop.db,
      TITLES.map((title, n) => ({
        ...{ merchant_id: merchant.id, place, pictures, title },
        ...{ price_kobo: PRICES[n] ?? 1, stock: STOCKS[n] ?? 0 },
      })),
    );
    // One of each table.
    await change({ state: 'paused' }, ids[2]);
  });
  const places = (found: number[]) => found.map((id) => ids.indexOf(id as ProductId));
  const readAll = async (query: string) => {
    const found: number[] = [];
    let url: string | null = `/backend/merchant/products/?limit=1&${query}`;
    while (url) {
      const response: TestResponse = await shop.app.inject({ url, headers: merchant.headers });
      expect(response.statusCode, response.body).toBe(200);
      found.push(...productIdsOf(response));
      url = response.json().next?.replace(/^.*(?=\/backend)/, '') ?? null;
    }
    return places(found);
  };

  it.each([
    ['', [3, 2, 1, 0]],
    ['sort=newest&order=asc', [0, 1, 2, 3]],
    ['sort=title', [3, 1, 2, 0]],
    ['sort=title&order=desc', [0, 2, 1, 3]],
    ['sort=price', [1, 2, 0, 3]],
    ['sort=price&order=desc', [3, 0, 2, 1]],
    ['sort=stock', [0, 3, 2, 1]],
    ['sort=stock&order=desc', [1, 2, 3, 0]],
    ['sort=changed', [2, 3, 1, 0]],
    ['sort=title&state=live', [3, 1, 0]],
    ['sort=title&state=paused', [2]],
    ['sort=title&stock=out', [3, 0]],
    ['sort=title&stock=in&state=live', [1]],
    ['sort=price&search=adire', [3]],
    ['sort=price&search=buba', [2]],
  ])('%s is the same on pages of one', async (query, expected) => {
    // Products of one statement have one time.
    for (const [n, id] of ids.entries())
      await sql`update product_index set changed_at = ${new Date(Date.UTC(2026, 0, n === 2 ? 20 : n + 1)).toISOString()}::timestamptz
        where id = ${id}`.execute(shop.db);
    expect(await readAll(query)).toEqual(expected);
  });

  it('by change begins with what was changed last, but not by a sale', async () => {
    await change({ brand: 'Ojà' }, ids[1]);
    expect((await readAll('sort=changed'))[0]).toBe(1);
    await placePaidOrder(shop, [[ids[1] ?? 0, 1]]);
    await change({ price: 6 }, ids[0]);
    expect((await readAll('sort=changed')).slice(0, 2)).toEqual([0, 1]);
    await shop.db.transaction().execute((trx) => replacePictures(trx, [{ id: ids[3] as ProductId, pictures: [] }]));
    expect((await readAll('sort=changed'))[0]).toBe(3);
  });

  it('counts by state, low and out of stock', async () => {
    const counts = async () => (await merchant.call('GET', '/products/counts/')).json();
    expect(await counts()).toEqual({ all: 4, live: 3, draft: 0, paused: 1, low: 0, out: 2 });
    await createDraft();
    await change({ state: 'live' }, ids[2]);
    await placePaidOrder(shop, [[ids[1] ?? 0, 7]]);
    expect(await counts()).toEqual({ all: 5, live: 4, draft: 1, paused: 0, low: 1, out: 3 });
    const other = await createMerchant(shop);
    const countOther = async () => (await other.call('GET', '/products/counts/')).json();
    expect(await countOther()).toMatchObject({ all: 0 });
    await sql`insert into product_index (id, merchant_id, state, stock, title_key, price_kobo, changed_at)
      select -100000 - n, ${other.id}, (array['draft', 'live'])[n % 2 + 1], 0, 'cloth', 0, now() from generate_series(1, 2200) n`.execute(
      shop.db,
    );
    expect(await countOther()).toEqual({ all: 1001, live: 1001, draft: 1001, paused: 0, low: 0, out: 1001 });
  });

  it.each([
    'title 1 a',
    'price 1 x',
    'price 1 99999999999999999',
    'stock 1 9999999999',
    'changed 1 9999999999999999',
    'newest 1 1',
  ])('takes only cursors of its own sort: %s', async (text) => {
    const cursor = Buffer.from(text).toString('base64url');
    const [sort, , key] = text.split(' ');
    const own = await list(`?sort=${sort}&cursor=${cursor}`);
    if (/x|9{17}/.test(key ?? '')) expectRefusal(own, 'invalid_input');
    else expect(own.statusCode, own.body).toBe(200);
    expectRefusal(await list(`?sort=${sort === 'price' ? 'stock' : 'price'}&cursor=${cursor}`), 'invalid_input');
  });

  it.each([
    ['few', 0],
    ['some', 501],
    ['more than are sorted', 10_001],
  ])('finds words, also in %s products', async (_, others) => {
    await sql`insert into product_index (id, merchant_id, state, stock, title_key, price_kobo, changed_at)
      select -n, ${merchant.id}, 'draft', 0, 'cloth', 0, now() from generate_series(1, ${others}::integer) n`.execute(
      shop.db,
    );
    await sql`insert into product_words (id, words)
      select -n, words_of_merchant(${merchant.id}, to_tsvector('english', 'rare cloth')) from generate_series(1, ${others}::integer) n`.execute(
      shop.db,
    );
    await sql`
      insert into product (slug, title, merchant_id, sub_item_id, category_id, origin, description, weight_grams, price_kobo, stock, listed_at)
      select 'bulk-' || n, case when n % 100 = 0 then 'Rare cloth ' else 'Cloth ' end || n, ${merchant.id}, ${place.subItemId}, ${place.categoryId},
        '', '', 1, n, n % 9, now() from generate_series(1, 300) n`.execute(shop.db);
    const prices = async (query: string) =>
      (await list(query)).json().results.map(({ price }: { price: number }) => price);
    expect(await prices('?search=rare&sort=price&state=live')).toEqual([1, 2, 3]);
    expect(await prices('?search=cloth&sort=price&order=desc&limit=2')).toEqual([3, 2.99]);
    // A frequent word, whose page is read in the order of the list, and goes on after its end.
    const first = (await list('?search=cloth&state=live&limit=2')).json();
    expect(first.results.map(({ price }: { price: number }) => price)).toEqual([3, 2.99]);
    const { searchParams } = new URL(first.next);
    expect(await prices(`?search=cloth&state=live&limit=2&cursor=${searchParams.get('cursor')}`)).toEqual([2.98, 2.97]);
    // Frequent at the beginning of the list, which has too few of them for a page.
    expect((await prices('?search=cloth&state=live&sort=price&order=desc&limit=100')).at(-1)).toBe(2.01);
    expect(await prices('?search=clo%2029&sort=price&limit=2&stock=out&state=live')).toEqual([2.97]);
    expect(await prices('?search=bulk-7&state=live')).toEqual([0.07]);
    await sql`delete from product_index where id < 0`.execute(shop.db);
  });
});

describe('the index of products', () => {
  it('agrees with the tables after whatever has changed them', { tags: ['@MERCHANT-71'] }, async () => {
    await createDraft({ keywords: ['straw'] });
    await change({ title: 'Kaftan', keywords: ['blue'] });
    await placePaidOrder(shop, [[kaftan, 1]]);
    await change({ state: 'paused' });
    await shop.db
      .deleteFrom('product')
      .where('id', '=', await addProduct(shop.db))
      .execute();
    const rows = async () =>
      (
        await sql`
          select i.id, i.merchant_id, i.state, i.stock, i.title_key, i.price_kobo, w.words
          from product_index i join product_words w using (id) order by id`.execute(shop.db)
      ).rows;
    const before = await rows();
    await sql`truncate product_index cascade`.execute(shop.db);
    await sql`select index_products(array(select id from product union all select id from suspended_product))`.execute(
      shop.db,
    );
    expect(await rows()).toEqual(before);
  });
});
