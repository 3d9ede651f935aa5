import { MAX_PRODUCT_PICTURES } from '@sokuwa/contract/catalog/product.rules.ts';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import { pictureForm } from '../testing/account.ts';
import { stockOf } from '../testing/buyer.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { expectRefusal, productIdsOf } from '../testing/responses.ts';
import { placePaidOrder } from '../testing/sales.ts';
import { openFollowingNode } from '../testing/second-node.ts';
import { addProduct, addProducts, addSubItem, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { webhookCalls } from '../testing/webhook-receiver.ts';
import { suspendMerchant, unsuspendMerchant } from './merchant.service.ts';

let shop: TestShop;
/** Another node of the same shop, which caches responses. */
let other: TestShop;
let node: Awaited<ReturnType<typeof openFollowingNode>>;
let merchant: TestMerchant;
let place: { categoryId: number; subItemId: number };
beforeAll(async () => {
  shop = await openTestShop();
  node = await openFollowingNode(shop);
  other = node.other;
});
afterAll(async () => {
  await node.close();
  await shop.close();
});
beforeEach(async () => {
  merchant = await createMerchant(shop);
  place = await addSubItem(shop.db);
});

const egusi = () => ({ title: 'Egusi, peeled', sub_item_id: place.subItemId, price: 2500.5, weight_grams: 500 });
const create = async (body: object = {}) => {
  const response = await merchant.call('POST', '/products/', { ...egusi(), ...body });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const read = async (id: number) => (await merchant.call('GET', `/products/${id}/`)).json();
const change = (id: number, body: object) => merchant.call('PATCH', `/products/${id}/`, body);
const changeStock = (id: number, body: object) => merchant.call('POST', `/products/${id}/stock/`, body);
const arrange = (id: number, body: object) => merchant.call('PUT', `/products/${id}/pictures/`, body);
const list = (query = '') => merchant.call('GET', `/products/${query}`);
const drawPicture = (background: string, width = 80, height = 60) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
const upload = (id: number, bytes: Buffer) => {
  const form = pictureForm(bytes, 'image/png');
  return shop.app.inject({
    method: 'POST',
    url: `/backend/merchant/products/${id}/pictures/`,
    payload: form.payload,
    headers: { ...merchant.headers, ...form.headers },
  });
};
/** Runs `work` while a lock is held, and waits until so many requests wait for it. */
const whileLocked = async <T>(statement: string, waiting: number, work: () => Promise<T>): Promise<T> => {
  const blocker = new pg.Client(shop.connection);
  await blocker.connect();
  await blocker.query(`begin; ${statement}`);
  const result = work();
  await waitUntilBlocked(shop.db, waiting);
  await blocker.query('commit');
  await blocker.end();
  return result;
};
const lockKeys = 'select pg_advisory_xact_lock(7362004)';
const lockProduct = (id: number) => `select from product where id = ${id} for update`;

describe("a merchant's list of products", { tags: ['@MERCHANT-50'] }, () => {
  it('has pages, newest first, that new products do not move', async () => {
    const ids = await addProducts(
      shop.db,
      Array.from({ length: 5 }, () => ({ merchant_id: merchant.id, place })),
    );
    const newest = ids.toReversed();
    const first = await list('?limit=2');
    expect(productIdsOf(first)).toEqual(newest.slice(0, 2));
    await create();
    const follow = async (next: string) =>
      shop.app.inject({ url: next.replace(/^.*(?=\/backend)/, ''), headers: merchant.headers });
    const second = await follow(first.json().next);
    expect(productIdsOf(second)).toEqual(newest.slice(2, 4));
    const third = await follow(second.json().next);
    expect(productIdsOf(third)).toEqual(newest.slice(4));
    expect(third.json().next).toBeNull();
  });

  it.each(['AAAA', Buffer.from('0').toString('base64url'), Buffer.from('1; drop').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => expectRefusal(await list(`?cursor=${cursor}`), 'invalid_input'),
  );

  it('shows those in stock, low in stock, and out of stock', async () => {
    const [none, few, many] = (await addProducts(
      shop.db,
      [0, 5, 6].map((stock) => ({ merchant_id: merchant.id, place, stock })),
    )) as [ProductId, ProductId, ProductId];
    expect(productIdsOf(await list('?stock=in'))).toEqual([many, few]);
    expect(productIdsOf(await list('?stock=low'))).toEqual([few]);
    expect(productIdsOf(await list('?stock=out'))).toEqual([none]);
  });

  it('finds words of titles, keywords and brands, and whole SKUs and handles', async () => {
    const { id } = await create({ title: 'Àmàlà flour of yam', brand: 'Ojà', keywords: ['elubo'], sku: 'AM/1.2' });
    await create();
    await addProduct(shop.db, { title: 'Amala of another merchant' });
    const texts = ['amala', 'flour AMA', 'oja', 'elub', 'AM/1.2', 'amala-flour-of-yam', 'àmàlà yams'];
    for (const text of texts)
      expect(productIdsOf(await list(`?search=${encodeURIComponent(text)}`)), text).toEqual([id]);
    for (const text of ['amala egusi', 'AM/1', "'", ':*', '&|!', 'the', '\\'])
      expect(productIdsOf(await list(`?search=${encodeURIComponent(text)}`)), text).toEqual([]);
    expect(productIdsOf(await list('?search='))).toHaveLength(2);
    expect(productIdsOf(await list('?search=egusi&stock=in'))).toEqual([]);
  });
});

describe('a new product', () => {
  it('has what was sent, and defaults', { tags: ['@MERCHANT-51'] }, async () => {
    const least = await create();
    expect(least).toMatchObject({
      ...{ handle: 'egusi-peeled', sku: null, description: '', price: 2500.5, discount_percent: 0, sale_price: 2500.5 },
      ...{
        perishable: false,
        brand: null,
        origin: 'Lagos, Nigeria',
        warranty: null,
        keywords: [],
        stock: 0,
        pictures: [],
      },
      category_path: [expect.stringMatching(/^Category/), expect.any(String), expect.stringMatching(/^Sub-item/)],
    });
    const sent = {
      ...{ handle: 'Red Oil', sku: 'RO-1', title: 'Red oil', description: 'Fresh.\n\nUnrefined.', price: 0.01 },
      ...{ discount_percent: 99, weight_grams: 1, perishable: true, brand: 'Ojà', origin: 'Benin', warranty: 'None' },
      ...{ keywords: ['palm oil', 'epo pupa'], stock: 100_000_000, sub_item_id: place.subItemId },
    };
    expect(await create(sent)).toMatchObject(sent);
  });

  it('follows the rules of product files', { tags: ['@MERCHANT-51'] }, async () => {
    const created = await create({
      title: ' Egusi \u0007 of\n Benue ',
      description: 'a \r\n\n\n\n b',
      sku: ' ',
      brand: '',
    });
    expect(created).toMatchObject({ title: 'Egusi of Benue', description: 'a\n\nb', sku: null, brand: null });
    const invalid = [
      ...[{ title: ' ' }, { title: 'x'.repeat(201) }, { title: '\ud800' }, { description: 'x'.repeat(20_001) }],
      ...[{ price: 0 }, { price: -1 }, { price: 0.001 }, { price: 10_000_000_000.01 }, { price: null }],
      ...[{ discount_percent: 100 }, { discount_percent: -1 }, { discount_percent: 1.5 }],
      ...[{ weight_grams: 0 }, { weight_grams: 100_000_001 }, { stock: -1 }, { stock: 100_000_001 }, { handle: '' }],
      ...[{ keywords: [''] }, { keywords: Array(251).fill('x') }, { sku: 'x'.repeat(101) }, { origin: '' }],
      ...[{ title: '!!!' }, { perishable: 'yes' }, { sub_item_id: 0 }, { warranty: 'x'.repeat(1001) }],
    ];
    for (const body of invalid) {
      const response = await merchant.call('POST', '/products/', { ...egusi(), ...body });
      expectRefusal(response, 'invalid_input');
      const [field = ''] = Object.keys(body);
      const named = Object.keys(response.json().errors);
      expect(named[0]?.split('.')[0], JSON.stringify(body)).toBe(
        field === 'title' && body.title === '!!!' ? 'handle' : field,
      );
    }
    expect(productIdsOf(await list())).toEqual([created.id]);
  });

  it('is created once by repeated requests, whose response is the same', { tags: ['@MERCHANT-51'] }, async () => {
    const body = { sku: 'EG-1', stock: 3 };
    const first = await create(body);
    expect(await create(body)).toEqual(first);
    await changeStock(first.id, { to: 7 });
    expect(await create(body)).toEqual({ ...first, stock: 7 });
    const taken = await merchant.call('POST', '/products/', { ...egusi(), ...body, price: 1 });
    expectRefusal(taken, 'product_exists');
    const message = [`The product ${first.id} has it: Egusi, peeled`];
    expect(taken.json().errors).toEqual({ handle: message, sku: message });
    expect(productIdsOf(await list())).toEqual([first.id]);
    const stranger = await createMerchant(shop);
    const same = await stranger.call('POST', '/products/', { ...egusi(), ...body });
    expect(same.json().id).not.toBe(first.id);
  });

  it('is created once by two requests at the same time', { tags: ['@MERCHANT-51'] }, async () => {
    const responses = await whileLocked(lockKeys, 2, () => Promise.all([create({ sku: 'A' }), create({ sku: 'A' })]));
    expect(responses[0]).toEqual(responses[1]);
    const others = await whileLocked(lockKeys, 2, () =>
      Promise.all([1, 2].map((price) => merchant.call('POST', '/products/', { ...egusi(), handle: 'b', price }))),
    );
    expect(others.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(productIdsOf(await list())).toHaveLength(2);
  });
});

describe('a change of a product', () => {
  it('changes what is sent, and nothing else', { tags: ['@MERCHANT-52'] }, async () => {
    const before = await create({ sku: 'EG-1', brand: 'Ojà', warranty: 'None', stock: 4, keywords: ['melon'] });
    const { subItemId } = await addSubItem(shop.db);
    const sent = {
      title: 'Egusi',
      price: 100,
      discount_percent: 10,
      brand: null,
      sub_item_id: subItemId,
      keywords: [],
    };
    const after = (await change(before.id, { version: before.version, ...sent })).json();
    expect(after).toEqual({
      ...before,
      ...sent,
      sale_price: 90,
      category_path: after.category_path,
      changed_at: after.changed_at,
      version: after.version,
    });
    expect(after.changed_at > before.changed_at).toBe(true);
    expect(after.category_path).not.toEqual(before.category_path);
    expect(after.version).not.toBe(before.version);
    expect(await read(before.id)).toEqual(after);
  });

  it('of a product that has changed since is refused, and nothing is lost', { tags: ['@MERCHANT-52'] }, async () => {
    const { id, version } = await create();
    const first = (await change(id, { version, title: 'Mine' })).json();
    expectRefusal(await change(id, { version, title: 'Yours' }), 'product_changed');
    expectRefusal(await change(id, { version: 'x', price: 5 }), 'product_changed');
    expect(await read(id)).toEqual(first);
    // A repetition, and what is so already, are no conflict.
    expect((await change(id, { version, title: 'Mine' })).json()).toEqual(first);
    expect((await change(id, { version: first.version, title: 'Yours' })).json()).toMatchObject({ title: 'Yours' });
  });

  it('is not stale after a sale or a new name of the category, but after every other change', {
    tags: ['@MERCHANT-52'],
  }, async () => {
    const { id, version } = await create({ stock: 5 });
    await placePaidOrder(shop, [[id, 2]]);
    await shop.db.updateTable('category').set({ name: 'Seeds' }).where('id', '=', place.categoryId).execute();
    const changed = (await change(id, { version, title: 'Egusi' })).json();
    expect(changed).toMatchObject({ title: 'Egusi', stock: 3 });
    await shop.db
      .insertInto('product_picture')
      .values({ product_id: id, position: 0, key: 'products/x', alt: 'x' })
      .execute();
    expectRefusal(await change(id, { version: changed.version, brand: 'X' }), 'product_changed');
  });

  it('of two at the same time is refused', { tags: ['@MERCHANT-52'] }, async () => {
    const { id, version } = await create();
    const responses = await whileLocked(lockProduct(id), 2, () =>
      Promise.all(['A', 'B'].map((title) => change(id, { version, title }))),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const kept = responses.find(({ statusCode }) => statusCode === 200);
    expect(await read(id)).toEqual(kept?.json());
  });

  it('cannot give two products one SKU, also not at the same time', { tags: ['@MERCHANT-52'] }, async () => {
    const [one, two] = [await create({ handle: '1' }), await create({ handle: '2' })];
    const responses = await whileLocked(lockKeys, 2, () =>
      Promise.all([one, two].map(({ id, version }) => change(id, { version, sku: 'S' }))),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('product_exists');
  });

  it('refuses the stock, which has a call of its own', { tags: ['@MERCHANT-53'] }, async () => {
    const { id, version } = await create();
    expectRefusal(await change(id, { version, stock: 4 }), 'invalid_input');
  });

  it('is visible on another node within a second: product, lists, search and counts', {
    tags: ['@MERCHANT-56'],
  }, async () => {
    const get = async (url: string) => (await other.app.inject({ url: `/backend${url}` })).json();
    const store = () => get(`/merchants/${merchant.id}/products/`);
    expect((await store()).count).toBe(0);
    const { id, version } = await create({ title: 'Kuli kuli', stock: 1 });
    await waitFor(async () => expect(await store()).toMatchObject({ count: 1, results: [{ id, price: 2500.5 }] }));
    expect((await get('/api/products/?search=kuli')).results).toMatchObject([{ id }]);
    expect((await get('/api/products/?search=donkwa')).results).toEqual([]);
    await get(`/api/products/${id}/`);
    await change(id, { version, title: 'Donkwa', price: 10, discount_percent: 50 });
    await changeStock(id, { to: 0 });
    await waitFor(async () => {
      expect(await get(`/api/products/${id}/`)).toMatchObject({ title: 'Donkwa', discount_price: 5, stock: 0 });
      expect((await store()).results).toMatchObject([{ title: 'Donkwa' }]);
      expect((await get('/api/products/?search=donkwa')).results).toMatchObject([{ id }]);
      expect((await get('/api/products/?search=kuli')).results).toEqual([]);
    });
    expect((await get(`/merchants/${merchant.id}/products/?in_stock=true`)).count).toBe(0);
  });
});

describe('the stock of a product', { tags: ['@MERCHANT-53'] }, () => {
  it('is set, or changed by a number, if it is what is expected', async () => {
    const { id, version } = await create();
    expect((await changeStock(id, { to: 4 })).json()).toMatchObject({ stock: 4, version });
    expect((await changeStock(id, { by: -3, from: 4 })).json()).toMatchObject({ stock: 1 });
    expectRefusal(await changeStock(id, { by: -3, from: 4 }), 'stock_changed');
    expectRefusal(await changeStock(id, { by: -2 }), 'stock_too_low');
    expectRefusal(await changeStock(id, { by: 100_000_000 }), 'invalid_input');
    expectRefusal(await changeStock(id, {}), 'invalid_input');
    expectRefusal(await changeStock(id, { to: 1, by: 1 }), 'invalid_input');
    expect((await read(id)).stock).toBe(1);
  });

  it('keeps all changes of two requests at the same time, and a sale', async () => {
    const { id } = await create({ stock: 10 });
    await placePaidOrder(shop, [[id, 1]]);
    const responses = await whileLocked(lockProduct(id), 2, () =>
      Promise.all([changeStock(id, { by: 5 }), changeStock(id, { by: -2 })]),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await stockOf(shop.db, id)).toBe(12);
    const rivals = await whileLocked(lockProduct(id), 2, () =>
      Promise.all([1, 2].map((to) => changeStock(id, { to, from: 12 }))),
    );
    expect(rivals.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it('that falls to five or below sends a webhook', { tags: ['@WEBHOOK-12'] }, async () => {
    const { id } = await create({ stock: 6 });
    await webhookCalls(shop, merchant).add('http://127.0.0.1:9/hook', ['product.low_stock']);
    await changeStock(id, { by: -1 });
    await changeStock(id, { by: -1 });
    const events = await shop.db
      .selectFrom('webhook_event')
      .select('data')
      .where('merchant_id', '=', merchant.id)
      .execute();
    expect(events).toMatchObject([{ data: { product_id: id, stock: 5 } }]);
  });
});

describe('the pictures of a product', () => {
  it('are uploaded, encoded again and served; the same one twice is one', { tags: ['@MERCHANT-54'] }, async () => {
    const { id, title, version } = await create();
    const red = await drawPicture('red', 2000, 1000);
    const first = (await upload(id, red)).json();
    expect(first.pictures).toEqual([
      { id: expect.stringMatching(/^products\/[0-9a-f]{32}$/), image_url: expect.any(String), alt: title },
    ]);
    expect(first.version).not.toBe(version);
    const served = await shop.app.inject({ url: first.pictures[0].image_url });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 });
    expect((await upload(id, red)).json()).toEqual(first);
    const second = (await upload(id, await drawPicture('blue'))).json();
    expect(second.pictures).toHaveLength(2);
    expect(second.pictures[0]).toEqual(first.pictures[0]);
    expect((await shop.app.inject({ url: `/backend/api/products/${id}/` })).json().products_images).toHaveLength(2);
  });

  it('are both kept if two are uploaded at the same time', { tags: ['@MERCHANT-54'] }, async () => {
    const { id } = await create();
    const [red, blue] = [await drawPicture('red'), await drawPicture('blue')];
    const responses = await whileLocked(lockProduct(id), 2, async () => {
      const first = upload(id, red);
      // A merchant sends one file at a time; the first has arrived when it waits for the product.
      await waitUntilBlocked(shop.db, 1);
      return Promise.all([first, upload(id, blue)]);
    });
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await read(id)).pictures).toHaveLength(2);
  });

  it(`are ${MAX_PRODUCT_PICTURES} at most`, { tags: ['@MERCHANT-54'] }, async () => {
    const { id } = await create();
    const rows = Array.from({ length: MAX_PRODUCT_PICTURES }, (_, position) => ({
      product_id: id,
      position,
      key: `products/${position}`,
      alt: '',
    }));
    await shop.db.insertInto('product_picture').values(rows).execute();
    expectRefusal(await upload(id, await drawPicture('red')), 'too_many_pictures');
  });

  it('are sorted, described and deleted', { tags: ['@MERCHANT-55'] }, async () => {
    const keys = ['products/a', 'products/b', 'products/c'];
    const pictures = keys.map((key) => ({ key, alt: key }));
    const id = await addProduct(shop.db, { merchant_id: merchant.id, place, pictures });
    const { version } = await read(id);
    const body = { version, pictures: [{ id: 'products/c', alt: ' In a bowl ' }, { id: 'products/a' }] };
    const arranged = (await arrange(id, body)).json();
    expect(arranged.pictures).toMatchObject([
      { id: 'products/c', alt: 'In a bowl' },
      { id: 'products/a', alt: 'products/a' },
    ]);
    expect((await arrange(id, body)).json()).toEqual(arranged);
    expectRefusal(await arrange(id, { version, pictures: [] }), 'product_changed');
    for (const ids of [['products/b'], ['products/a', 'products/a'], ['']]) {
      const named = ids.map((one) => ({ id: one }));
      expectRefusal(await arrange(id, { version: arranged.version, pictures: named }), 'invalid_input');
    }
    expect(await read(id)).toEqual(arranged);
    expect((await arrange(id, { version: arranged.version, pictures: [] })).json().pictures).toEqual([]);
  });

  it('are not lost by a change of another version', { tags: ['@MERCHANT-55'] }, async () => {
    const id = await addProduct(shop.db, {
      merchant_id: merchant.id,
      place,
      pictures: [{ key: 'products/a', alt: 'a' }],
    });
    const { version } = await read(id);
    await upload(id, await drawPicture('red'));
    expectRefusal(await arrange(id, { version, pictures: [] }), 'product_changed');
    expect((await read(id)).pictures).toHaveLength(2);
  });
});

describe('the products of a suspended merchant', { tags: ['@MERCHANT-57'] }, () => {
  it('can be read as before, and not changed', async () => {
    const pictures = [1, 2].map((n) => ({ key: `products/${n}`, alt: `${n}` }));
    const id = await addProduct(shop.db, { merchant_id: merchant.id, place, pictures, title: 'Puna yam', sku: 'Y/1' });
    const { id: newest } = await create();
    const before = (await list()).json();
    await suspendMerchant(shop.db, merchant.id, LIVE_ACT);
    expect((await list()).json()).toEqual(before);
    expect(await read(id)).toEqual(before.results[1]);
    expect(productIdsOf(await list('?stock=out'))).toEqual([newest]);
    for (const text of ['yam', 'Y/1', 'yams puna']) expect(productIdsOf(await list(`?search=${text}`))).toEqual([id]);
    expect(productIdsOf(await list('?limit=1'))).toEqual([newest]);
    const { version } = before.results[1];
    const refused = [
      await change(id, { version, title: 'X' }),
      await changeStock(id, { to: 0 }),
      await upload(id, await drawPicture('red')),
      await arrange(id, { version, pictures: [] }),
      await merchant.call('POST', '/products/', egusi()),
    ];
    for (const response of refused) expectRefusal(response, 'merchant_suspended');
    const stranger = await createMerchant(shop);
    expectRefusal(await stranger.call('GET', `/products/${id}/`), 'not_found');
    await unsuspendMerchant(shop.db, merchant.id, LIVE_ACT);
    expect((await list()).json()).toEqual(before);
    const sent = { title: 'Puna yam, peeled', discount_percent: 10, brand: 'Ojà' };
    expect((await change(id, { version, ...sent })).json()).toMatchObject(sent);
  });

  it('are not created while the suspension runs', async () => {
    const [response] = await whileLocked(
      `update merchant set suspended_at = now() where id = ${merchant.id}; select from merchant where id = ${merchant.id} for update`,
      1,
      () => Promise.all([merchant.call('POST', '/products/', egusi())]),
    );
    expectRefusal(response, 'merchant_suspended');
  });
});
