import { MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import type { Cart } from '@sokuwa/contract/cart/cart.schemas.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { createBuyer } from '../testing/buyer.ts';
import { expectRefusal } from '../testing/responses.ts';
import {
  addAccount,
  addProduct,
  addProducts,
  openTestShop,
  signIn,
  type TestShop,
  updateProduct,
} from '../testing/shop.ts';

let shop: TestShop;
let accountId: AccountId;
let headers: Record<string, string>;
/** A product with ten pieces in stock. */
let yam: ProductId;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  accountId = await addAccount(shop.db);
  headers = await signIn(shop.db, accountId);
  yam = await addProduct(shop.db, { title: 'Puna yam', price_kobo: 1_245_000, weight_grams: 6000, stock: 10 });
});

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  extraHeaders: Record<string, string> = {},
) =>
  shop.app.inject({
    method,
    url: `/backend/api/cart${path}`,
    headers: { ...headers, ...extraHeaders },
    ...(payload && { payload }),
  });
const add = (product_id: number, quantity = 1) => call('POST', '/', { product_id, quantity, weight: 1 });
const setQuantity = (product: number | string, quantity: unknown) => call('PUT', `//${product}/`, { quantity });
const saveBulk = (...lines: [product_id: number, quantity: number][]) =>
  call('POST', '/save-bulk-items/', {
    cart_items: lines.map(([product_id, quantity]) => ({ product_id, quantity, weight: 1 })),
  });
const readCart = async (extraHeaders: Record<string, string> = {}): Promise<Cart> =>
  (await call('GET', '/', undefined, extraHeaders)).json();
/** Product id and quantity of each line. */
const readLines = async () => (await readCart()).cart.map((line) => [line.product_id, line.quantity]);
const setProduct = (id: ProductId, changes: Parameters<typeof updateProduct>[2]) => updateProduct(shop.db, id, changes);
const deleteProduct = (id: ProductId) => shop.db.deleteFrom('product').where('id', '=', id).execute();

describe('a cart', () => {
  it('is empty at first', async () => {
    expect(await readCart()).toEqual({ cart: [], subtotal: 0 });
  });

  it('is returned as a whole by every write, and a later read returns the same', {
    tags: ['@CART-6', '@CART-7', '@CART-8', '@CART-9', '@CART-10', '@CART-65'],
  }, async () => {
    const oil = await addProduct(shop.db, {
      title: 'Palm oil, 5 litres',
      weight_grams: 4750,
      price_kobo: 1_250_050,
      discount_percent: 10,
      stock: 12,
      pictures: [{ key: 'products/palm-oil-0a', alt: 'Front' }],
    });
    await add(yam);
    const addResponse = await add(oil, 3);
    expect(addResponse.statusCode).toBe(200);
    expect(addResponse.json()).toEqual({
      cart: [
        {
          id: 1,
          product_id: yam,
          title: 'Puna yam',
          image: '',
          quantity: 1,
          price: '12,450',
          total: '12,450',
          weight: 6,
          stock: 10,
          available: true,
        },
        {
          id: 2,
          product_id: oil,
          title: 'Palm oil, 5 litres',
          image: '/media/products/palm-oil-0a/400.webp',
          quantity: 3,
          price: '11,250.45',
          total: '33,751.35',
          weight: 4.75,
          stock: 12,
          available: true,
        },
      ],
      subtotal: 46_201.35,
    });
    expect(await readCart()).toEqual(addResponse.json());

    const changedCart = (await setQuantity(yam, 2)).json();
    expect(changedCart.cart.map((line: { quantity: number }) => line.quantity)).toEqual([2, 3]);
    expect(changedCart.subtotal).toBe(58_651.35);
    expect(await readCart()).toEqual(changedCart);

    const rest = (await call('DELETE', `//${yam}/`)).json();
    expect(rest).toMatchObject({ cart: [{ id: 2, product_id: oil }], subtotal: 33_751.35 });
    expect(await readCart()).toEqual(rest);

    expect((await call('POST', '/clear_cart/')).json()).toEqual({ cart: [], subtotal: 0 });
    expect(await readCart()).toEqual({ cart: [], subtotal: 0 });
  });

  it.each([
    ['/', `//5/`],
    ['', '/5'],
    ['//', '//5'],
    ['///', '/5//'],
  ])(
    'accepts single and double slashes, with or without a trailing slash: %j, %j',
    { tags: ['@API-6'] },
    async (whole, line) => {
      const path = line.replace('5', String(yam));
      expect((await call('POST', whole, { product_id: yam })).statusCode).toBe(200);
      expect((await call('GET', whole)).json().cart).toHaveLength(1);
      expect((await call('PUT', path, { quantity: 4 })).json().cart).toMatchObject([{ quantity: 4 }]);
      expect((await call('DELETE', path)).json().cart).toEqual([]);
      expect((await call('POST', `${whole}/clear_cart`)).statusCode).toBe(200);
      expect((await call('POST', `${whole}/save-bulk-items`, { cart_items: [] })).statusCode).toBe(200);
    },
  );

  it('is the same in every session of the account and invisible to other accounts', async () => {
    await add(yam, 3);
    const before = await readCart();
    const stranger = await signIn(shop.db);
    expect(await readCart(stranger)).toEqual({ cart: [], subtotal: 0 });
    expectRefusal(await call('PUT', `//${yam}/`, { quantity: 1 }, stranger), 'not_in_cart');
    expectRefusal(await call('DELETE', `//${yam}/`, undefined, stranger), 'not_in_cart');
    await call('POST', '/', { product_id: yam, quantity: 7 }, stranger);
    await call('POST', '/clear_cart/', undefined, stranger);
    expect(await readCart()).toEqual(before);
    expect(await readCart(await signIn(shop.db, accountId))).toEqual(before);
  });

  it('is deleted with its account', async () => {
    await add(yam);
    await shop.db.deleteFrom('account').where('id', '=', accountId).execute();
    const rows = await shop.db.selectFrom('cart_line').selectAll().where('account_id', '=', accountId).execute();
    expect(rows).toEqual([]);
  });
});

describe('adding a product', () => {
  it('increases the quantity of an existing line, which stays in its place', async () => {
    const oil = await addProduct(shop.db);
    await add(yam, 2);
    await add(oil);
    await add(yam, 3);
    expect(await readLines()).toEqual([
      [yam, 5],
      [oil, 1],
    ]);
  });

  it('is refused when the stock does not cover the new quantity', { tags: ['@CART-24'] }, async () => {
    await add(yam, 6);
    expectRefusal(await add(yam, 5), 'out_of_stock');
    expect(await readLines()).toEqual([[yam, 6]]);
    expect((await add(yam, 4)).statusCode).toBe(200);
    expectRefusal(await add(yam), 'out_of_stock');
  });

  it('takes one read and one write under the lock of the account', async () => {
    await add(yam);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await add(yam);
    const sent = query.mock.calls.map(([statement]) => statement as unknown as string | pg.QueryConfig);
    const statements = sent.map((statement) => (typeof statement === 'string' ? statement : statement.text).trim());
    query.mockRestore();
    // The first one reads the session.
    const kinds = statements.map((text) => text.split(/\s/, 1)[0]);
    expect(kinds).toEqual(['select', 'begin', 'select', 'select', 'insert', 'commit']);
    expect(statements[2]).toMatch(/for no key update skip locked$/);
  });

  it('returns the stock that the account has reserved by its unpaid order as available, like a later read', async () => {
    const buyer = await createBuyer(shop, [[yam, 4]]);
    await buyer.placeOrder();
    const payload = { product_id: yam, quantity: 2 };
    const response = await buyer.call('POST', '/api/cart/', payload);
    expect(response.json().cart).toMatchObject([{ quantity: 6, stock: 10, available: true }]);
    expect(response.json()).toEqual((await buyer.call('GET', '/api/cart/')).json());
    // The other six are the stock for new additions.
    expectRefusal(await buyer.call('POST', '/api/cart/', payload), 'out_of_stock');
  });

  it('is refused for a deleted product, in the cart or not', async () => {
    await add(yam);
    await deleteProduct(yam);
    expectRefusal(await add(yam), 'not_found');
    expectRefusal(await add(2_147_483_647), 'not_found');
  });

  it('is refused when the cart is full, unless the cart contains the product', async () => {
    const products = await addProducts(
      shop.db,
      Array.from({ length: MAX_LINES }, () => ({})),
    );
    await saveBulk(...products.map((id): [number, number] => [id, 1]));
    expectRefusal(await add(yam), 'cart_full');
    expect((await add(products[3] ?? 0)).statusCode).toBe(200);
    await call('DELETE', `//${products[0]}/`);
    expect((await add(yam)).json().cart.at(-1)).toMatchObject({ product_id: yam, quantity: 1 });
  });

  it('is refused as out of stock when the line total would exceed its maximum', async () => {
    const expensive = await addProduct(shop.db, { price_kobo: 900_000_000_000, stock: 1_000_000 });
    expectRefusal(await add(expensive, 1_000_000), 'out_of_stock');
    expect((await add(expensive, 11)).json().subtotal).toBe(99_000_000_000);
  });
});

describe('setting a quantity', () => {
  beforeEach(async () => {
    await add(yam, 2);
  });

  it('accepts the whole stock', async () => {
    expect((await setQuantity(yam, 10)).json().cart).toMatchObject([{ quantity: 10, available: true }]);
  });

  it('refuses more than the stock', async () => {
    expectRefusal(await setQuantity(yam, 11), 'not_enough_stock');
    expect(await readLines()).toEqual([[yam, 2]]);
  });

  it.each([0, -1, 1.5, '2', null, undefined, 1e300, [2], {}])('refuses %j', async (quantity) => {
    const response = await setQuantity(yam, quantity);
    expectRefusal(response, 'invalid_input');
    expect(Object.keys(response.json().errors)).toEqual(['quantity']);
    expect(await readLines()).toEqual([[yam, 2]]);
  });

  it('refuses a product that is not in the cart', async () => {
    const response = await setQuantity(await addProduct(shop.db), 1);
    expectRefusal(response, 'not_in_cart');
    expect(response.json().message).toBe('Item not found in cart');
  });

  it('refuses a deleted product', async () => {
    await deleteProduct(yam);
    expectRefusal(await setQuantity(yam, 1), 'not_enough_stock');
  });
});

describe('removing', () => {
  it('refuses a product that is not in the cart', async () => {
    const response = await call('DELETE', `//${yam}/`);
    expectRefusal(response, 'not_in_cart');
    expect(response.json().message).toBe('Item not found in cart');
  });

  it('clears the cart with any body, also when it is empty', async () => {
    await add(yam);
    for (const payload of [undefined, {}, { sure: true }])
      expect((await call('POST', '/clear_cart/', payload)).json()).toEqual({ cart: [], subtotal: 0 });
    const clearResponse = await call('POST', '/clear_cart/', undefined, { 'content-type': 'application/json' });
    expect(clearResponse.statusCode).toBe(200);
  });
});

describe('a line after a change in the catalogue', () => {
  beforeEach(async () => {
    await add(yam, 4);
  });

  it('has the current price and title', async () => {
    await setProduct(yam, { price_kobo: 2_000_000, title: 'Pona yam' });
    expect(await readCart()).toMatchObject({
      cart: [{ title: 'Pona yam', price: '20,000', total: '80,000' }],
      subtotal: 80_000,
    });
  });

  it('keeps its quantity and is marked unavailable when the stock no longer covers it', async () => {
    await setProduct(yam, { stock: 3 });
    expect(await readCart()).toMatchObject({
      cart: [{ quantity: 4, stock: 3, available: false, total: '49,800' }],
      subtotal: 49_800,
    });
    await setQuantity(yam, 3);
    expect(await readCart()).toMatchObject({ cart: [{ quantity: 3, stock: 3, available: true }] });
  });

  it('stays with its stored title and price 0 when the product is deleted, until it is removed', async () => {
    const oil = await addProduct(shop.db, { price_kobo: 100_000 });
    await add(oil);
    await deleteProduct(yam);
    const expected = {
      id: 1,
      product_id: yam,
      title: 'Puna yam',
      image: '',
      quantity: 4,
      price: '0',
      total: '0',
      weight: 0,
      stock: 0,
      available: false,
    };
    expect(await readCart()).toMatchObject({ cart: [expected, { product_id: oil, available: true }], subtotal: 1000 });
    expect((await call('DELETE', `//${yam}/`)).json().cart).toMatchObject([{ product_id: oil }]);
  });
});

describe("merging a guest's cart after sign-in", () => {
  const postBulk = (cart_items: unknown) => call('POST', '/save-bulk-items/', { cart_items });

  it('adds to existing lines and sums lines of the same product', { tags: ['@CART-89'] }, async () => {
    const oil = await addProduct(shop.db);
    await add(yam, 2);
    const response = await saveBulk([oil, 1], [yam, 3], [oil, 4]);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ ...(await readCart()), capped: [], dropped: [] });
    expect(await readLines()).toEqual([
      [yam, 5],
      [oil, 5],
    ]);
  });

  it("preserves the order of the guest's cart", async () => {
    const [a = 0, b = 0, c = 0] = await addProducts(shop.db, [{}, {}, {}]);
    await saveBulk([c, 1], [a, 1], [yam, 1], [b, 1]);
    expect(await readLines()).toEqual([c, a, yam, b].map((id) => [id, 1]));
  });

  it('caps quantities at the stock, drops unavailable products, and reports both', {
    tags: ['@CART-90', '@CART-91'],
  }, async () => {
    const [soldOut, deleted, okra] = [
      await addProduct(shop.db, { stock: 0 }),
      await addProduct(shop.db),
      await addProduct(shop.db, { title: 'Okra', stock: 1 }),
    ];
    await deleteProduct(deleted);
    await add(yam, 8);
    const response = await saveBulk([yam, 3], [soldOut, 1], [deleted, 2], [okra, 1], [okra, 1]);
    expect(response.json()).toMatchObject({
      cart: [
        { product_id: yam, quantity: 10 },
        { product_id: okra, quantity: 1 },
      ],
      capped: [
        { product_id: yam, title: 'Puna yam', requested: 3, added: 2 },
        { product_id: okra, title: 'Okra', requested: 2, added: 1 },
      ],
      dropped: [
        { product_id: soldOut, requested: 1, reason: 'sold_out' },
        { product_id: deleted, requested: 2, reason: 'gone' },
      ],
    });
  });

  it('does not decrease a line that the stock no longer covers', async () => {
    await add(yam, 8);
    await setProduct(yam, { stock: 5 });
    expect((await saveBulk([yam, 1])).json()).toMatchObject({
      cart: [{ quantity: 8, stock: 5, available: false }],
      capped: [{ product_id: yam, requested: 1, added: 0 }],
    });
  });

  it('changes nothing when the list is empty', async () => {
    await add(yam);
    expect((await saveBulk()).json()).toMatchObject({
      cart: [{ product_id: yam, quantity: 1 }],
      capped: [],
      dropped: [],
    });
  });

  it.each([
    ['a string instead of a list', 'cart_items', 'yam'],
    ['null instead of a list', 'cart_items', null],
    ['a list of numbers', 'cart_items.0', [5]],
    ['a line without product', 'cart_items.0.product_id', [{ quantity: 1 }]],
    ['a line without quantity', 'cart_items.0.quantity', [{ product_id: 1 }]],
    ['a quantity of zero', 'cart_items.0.quantity', [{ product_id: 1, quantity: 0 }]],
    [
      'a product id above the integer range of the database',
      'cart_items.0.product_id',
      [{ product_id: 2 ** 31, quantity: 1 }],
    ],
    [
      'an invalid line after a valid one',
      'cart_items.1.quantity',
      [5, -5].map((quantity) => ({ product_id: 1, quantity })),
    ],
    [
      'more than the maximum number of lines',
      'cart_items',
      Array.from({ length: MAX_LINES + 1 }, (_, n) => ({ product_id: n + 1, quantity: 1 })),
    ],
  ])('is refused with an error for the field: %s', async (_, field, cart_items) => {
    const response = await postBulk(cart_items);
    expectRefusal(response, 'invalid_input');
    expect(Object.keys(response.json().errors)).toEqual([field]);
    expect(await readLines()).toEqual([]);
  });

  it('accepts the maximum number of lines, with quantities above the stock', async () => {
    const items = Array.from({ length: MAX_LINES }, () => ({ product_id: yam, quantity: 1_000_000, weight: 0.123456 }));
    expect((await postBulk(items)).json()).toMatchObject({
      cart: [{ quantity: 10 }],
      capped: [{ requested: 500_000_000, added: 10 }],
    });
  });
});

describe('a conditional request', () => {
  const readIfChanged = (etag: unknown) => call('GET', '/', undefined, { 'if-none-match': String(etag) });

  it('returns 304 without a body when the cart has not changed', { tags: ['@CART-82'] }, async () => {
    await add(yam);
    const { headers: first } = await call('GET', '/');
    const response = await readIfChanged(first.etag);
    expect([response.statusCode, response.body]).toEqual([304, '']);
    expect(response.headers).toMatchObject({ etag: first.etag, 'cache-control': 'private, no-cache' });
    expect((await readIfChanged(`"other", W/${first.etag}`)).statusCode).toBe(304);
    expect((await readIfChanged('"other"')).statusCode).toBe(200);
  });

  it.each([
    ['quantity', () => setQuantity(yam, 2)],
    ['number of lines after an addition', async () => add(await addProduct(shop.db))],
    ['number of lines after a removal', () => call('DELETE', `//${yam}/`)],
    ['price', () => setProduct(yam, { price_kobo: 1 })],
    ['stock', () => setProduct(yam, { stock: 9 })],
    ['title', () => setProduct(yam, { title: 'Yam' })],
    ['product row after its deletion', () => deleteProduct(yam)],
    [
      'picture',
      () => shop.db.insertInto('product_picture').values({ product_id: yam, position: 0, key: 'a', alt: '' }).execute(),
    ],
  ])('returns 200 after a change of the %s', async (_, change) => {
    await add(yam);
    const first = await call('GET', '/');
    await change();
    const second = await readIfChanged(first.headers.etag);
    expect(second.statusCode).toBe(200);
    expect(second.json()).not.toEqual(first.json());
  });

  it('returns 304 when other carts and products have changed', async () => {
    await add(yam);
    const { etag } = (await call('GET', '/')).headers;
    await setProduct(await addProduct(shop.db), { stock: 1 });
    await call('POST', '/', { product_id: yam }, await signIn(shop.db));
    expect((await readIfChanged(etag)).statusCode).toBe(304);
  });
});
