import { MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import type { Cart } from '@sokuwa/contract/cart/cart.schemas.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { expectRefusal } from '../testing/answers.ts';
import {
  addAccount,
  addProduct,
  addProducts,
  changeProduct,
  openTestShop,
  signIn,
  type TestShop,
} from '../testing/shop.ts';

let shop: TestShop;
let account: AccountId;
let headers: Record<string, string>;
/** Ten are in stock. */
let yam: ProductId;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  account = await addAccount(shop.db);
  headers = await signIn(shop.db, account);
  yam = await addProduct(shop.db, { title: 'Puna yam', price_kobo: 1_245_000, weight_grams: 6000, stock: 10 });
});

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  more: Record<string, string> = {},
) =>
  shop.app.inject({
    method,
    url: `/backend/api/cart${path}`,
    headers: { ...headers, ...more },
    ...(payload && { payload }),
  });
const add = (product_id: number, quantity = 1) => call('POST', '/', { product_id, quantity, weight: 1 });
const put = (product: number | string, quantity: unknown) => call('PUT', `//${product}/`, { quantity });
const save = (...lines: [product_id: number, quantity: number][]) =>
  call('POST', '/save-bulk-items/', {
    cart_items: lines.map(([product_id, quantity]) => ({ product_id, quantity, weight: 1 })),
  });
const cart = async (as: Record<string, string> = {}): Promise<Cart> => (await call('GET', '/', undefined, as)).json();
/** Product and quantity of each line. */
const lines = async () => (await cart()).cart.map((line) => [line.product_id, line.quantity]);
const setProduct = (id: ProductId, changes: Parameters<typeof changeProduct>[2]) => changeProduct(shop.db, id, changes);
const remove = (id: ProductId) => shop.db.deleteFrom('product').where('id', '=', id).execute();

describe('a cart', () => {
  it('is empty at first', async () => {
    expect(await cart()).toEqual({ cart: [], subtotal: 0 });
  });

  it('answers to every write as a whole, and stays as it was answered', {
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
    const added = await add(oil, 3);
    expect(added.statusCode).toBe(200);
    expect(added.json()).toEqual({
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
    expect(await cart()).toEqual(added.json());

    const changed = (await put(yam, 2)).json();
    expect(changed.cart.map((line: { quantity: number }) => line.quantity)).toEqual([2, 3]);
    expect(changed.subtotal).toBe(58_651.35);
    expect(await cart()).toEqual(changed);

    const rest = (await call('DELETE', `//${yam}/`)).json();
    expect(rest).toMatchObject({ cart: [{ id: 2, product_id: oil }], subtotal: 33_751.35 });
    expect(await cart()).toEqual(rest);

    expect((await call('POST', '/clear_cart/')).json()).toEqual({ cart: [], subtotal: 0 });
    expect(await cart()).toEqual({ cart: [], subtotal: 0 });
  });

  it.each([
    ['/', `//5/`],
    ['', '/5'],
    ['//', '//5'],
    ['///', '/5//'],
  ])(
    'is reached with one slash or two, and with a last one or none: %j, %j',
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

  it('belongs to its account, wherever that signs in, and to nobody else', async () => {
    await add(yam, 3);
    const mine = await cart();
    const stranger = await signIn(shop.db);
    expect(await cart(stranger)).toEqual({ cart: [], subtotal: 0 });
    expectRefusal(await call('PUT', `//${yam}/`, { quantity: 1 }, stranger), 'not_in_cart');
    expectRefusal(await call('DELETE', `//${yam}/`, undefined, stranger), 'not_in_cart');
    await call('POST', '/', { product_id: yam, quantity: 7 }, stranger);
    await call('POST', '/clear_cart/', undefined, stranger);
    expect(await cart()).toEqual(mine);
    expect(await cart(await signIn(shop.db, account))).toEqual(mine);
  });

  it('goes with its account', async () => {
    await add(yam);
    await shop.db.deleteFrom('account').where('id', '=', account).execute();
    const left = await shop.db.selectFrom('cart_line').selectAll().where('account_id', '=', account).execute();
    expect(left).toEqual([]);
  });
});

describe('an add', () => {
  it('adds up with what the cart holds, in the place where the product is', async () => {
    const oil = await addProduct(shop.db);
    await add(yam, 2);
    await add(oil);
    await add(yam, 3);
    expect(await lines()).toEqual([
      [yam, 5],
      [oil, 1],
    ]);
  });

  it('is refused when the stock does not cover what the cart would then hold', { tags: ['@CART-24'] }, async () => {
    await add(yam, 6);
    expectRefusal(await add(yam, 5), 'out_of_stock');
    expect(await lines()).toEqual([[yam, 6]]);
    expect((await add(yam, 4)).statusCode).toBe(200);
    expectRefusal(await add(yam), 'out_of_stock');
  });

  it('of a product that left the shop is refused, in the cart or not', async () => {
    await add(yam);
    await remove(yam);
    expectRefusal(await add(yam), 'not_found');
    expectRefusal(await add(2_147_483_647), 'not_found');
  });

  it('is refused by a full cart, unless the cart has the product already', async () => {
    const products = await addProducts(
      shop.db,
      Array.from({ length: MAX_LINES }, () => ({})),
    );
    await save(...products.map((id): [number, number] => [id, 1]));
    expectRefusal(await add(yam), 'cart_full');
    expect((await add(products[3] ?? 0)).statusCode).toBe(200);
    await call('DELETE', `//${products[0]}/`);
    expect((await add(yam)).json().cart.at(-1)).toMatchObject({ product_id: yam, quantity: 1 });
  });

  it('of more than a sum can hold is refused as more than there is', async () => {
    const fortune = await addProduct(shop.db, { price_kobo: 900_000_000_000, stock: 1_000_000 });
    expectRefusal(await add(fortune, 1_000_000), 'out_of_stock');
    expect((await add(fortune, 11)).json().subtotal).toBe(99_000_000_000);
  });
});

describe('a change of quantity', () => {
  beforeEach(async () => {
    await add(yam, 2);
  });

  it('takes all that there is', async () => {
    expect((await put(yam, 10)).json().cart).toMatchObject([{ quantity: 10, available: true }]);
  });

  it('above the stock is refused', async () => {
    expectRefusal(await put(yam, 11), 'not_enough_stock');
    expect(await lines()).toEqual([[yam, 2]]);
  });

  it.each([0, -1, 1.5, '2', null, undefined, 1e300, [2], {}])('to %j is refused', async (quantity) => {
    const answer = await put(yam, quantity);
    expectRefusal(answer, 'invalid_input');
    expect(Object.keys(answer.json().errors)).toEqual(['quantity']);
    expect(await lines()).toEqual([[yam, 2]]);
  });

  it('of a product that is not in the cart says so', async () => {
    const answer = await put(await addProduct(shop.db), 1);
    expectRefusal(answer, 'not_in_cart');
    expect(answer.json().message).toBe('Item not found in cart');
  });

  it('of a product that left the shop is refused', async () => {
    await remove(yam);
    expectRefusal(await put(yam, 1), 'not_enough_stock');
  });
});

describe('taking out', () => {
  it('a product that is not in the cart says so', async () => {
    const answer = await call('DELETE', `//${yam}/`);
    expectRefusal(answer, 'not_in_cart');
    expect(answer.json().message).toBe('Item not found in cart');
  });

  it('everything takes any body, and an empty cart', async () => {
    await add(yam);
    for (const payload of [undefined, {}, { sure: true }])
      expect((await call('POST', '/clear_cart/', payload)).json()).toEqual({ cart: [], subtotal: 0 });
    const empty = await call('POST', '/clear_cart/', undefined, { 'content-type': 'application/json' });
    expect(empty.statusCode).toBe(200);
  });
});

describe('what the catalogue does to a line', () => {
  beforeEach(async () => {
    await add(yam, 4);
  });

  it('prices and words are those of now', async () => {
    await setProduct(yam, { price_kobo: 2_000_000, title: 'Pona yam' });
    expect(await cart()).toMatchObject({
      cart: [{ title: 'Pona yam', price: '20,000', total: '80,000' }],
      subtotal: 80_000,
    });
  });

  it('a line that the stock does not cover any more stays as it is, and says so', async () => {
    await setProduct(yam, { stock: 3 });
    expect(await cart()).toMatchObject({
      cart: [{ quantity: 4, stock: 3, available: false, total: '49,800' }],
      subtotal: 49_800,
    });
    // Less than before, yet more than there is.
    await put(yam, 3);
    expect(await cart()).toMatchObject({ cart: [{ quantity: 3, stock: 3, available: true }] });
  });

  it('a product that left the shop stays as a line without price, under its old name, until it is taken out', async () => {
    const oil = await addProduct(shop.db, { price_kobo: 100_000 });
    await add(oil);
    await remove(yam);
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
    expect(await cart()).toMatchObject({ cart: [expected, { product_id: oil, available: true }], subtotal: 1000 });
    expect((await call('DELETE', `//${yam}/`)).json().cart).toMatchObject([{ product_id: oil }]);
  });
});

describe("a guest's cart after the login", () => {
  const bulk = (cart_items: unknown) => call('POST', '/save-bulk-items/', { cart_items });

  it('adds to what is there, lines of the same product together', { tags: ['@CART-89'] }, async () => {
    const oil = await addProduct(shop.db);
    await add(yam, 2);
    const answer = await save([oil, 1], [yam, 3], [oil, 4]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ...(await cart()), capped: [], dropped: [] });
    expect(await lines()).toEqual([
      [yam, 5],
      [oil, 5],
    ]);
  });

  it('keeps the order that the guest gave it', async () => {
    const [a = 0, b = 0, c = 0] = await addProducts(shop.db, [{}, {}, {}]);
    await save([c, 1], [a, 1], [yam, 1], [b, 1]);
    expect(await lines()).toEqual([c, a, yam, b].map((id) => [id, 1]));
  });

  it('is capped at the stock, drops what cannot be had, and says which', {
    tags: ['@CART-90', '@CART-91'],
  }, async () => {
    const [sold, gone, last] = [
      await addProduct(shop.db, { stock: 0 }),
      await addProduct(shop.db),
      await addProduct(shop.db, { title: 'Okra', stock: 1 }),
    ];
    await remove(gone);
    await add(yam, 8);
    const answer = await save([yam, 3], [sold, 1], [gone, 2], [last, 1], [last, 1]);
    expect(answer.json()).toMatchObject({
      cart: [
        { product_id: yam, quantity: 10 },
        { product_id: last, quantity: 1 },
      ],
      capped: [
        { product_id: yam, title: 'Puna yam', requested: 3, added: 2 },
        { product_id: last, title: 'Okra', requested: 2, added: 1 },
      ],
      dropped: [
        { product_id: sold, requested: 1, reason: 'sold_out' },
        { product_id: gone, requested: 2, reason: 'gone' },
      ],
    });
  });

  it('takes nothing away from a line that the stock does not cover any more', async () => {
    await add(yam, 8);
    await setProduct(yam, { stock: 5 });
    expect((await save([yam, 1])).json()).toMatchObject({
      cart: [{ quantity: 8, stock: 5, available: false }],
      capped: [{ product_id: yam, requested: 1, added: 0 }],
    });
  });

  it('with nothing in it changes nothing', async () => {
    await add(yam);
    expect((await save()).json()).toMatchObject({ cart: [{ product_id: yam, quantity: 1 }], capped: [], dropped: [] });
  });

  it.each([
    ['no list', 'cart_items', 'yam'],
    ['nothing', 'cart_items', null],
    ['a list of numbers', 'cart_items.0', [5]],
    ['a line without product', 'cart_items.0.product_id', [{ quantity: 1 }]],
    ['a line without quantity', 'cart_items.0.quantity', [{ product_id: 1 }]],
    ['a quantity of none', 'cart_items.0.quantity', [{ product_id: 1, quantity: 0 }]],
    ['a product id beyond the database', 'cart_items.0.product_id', [{ product_id: 2 ** 31, quantity: 1 }]],
    ['a bad line after a good one', 'cart_items.1.quantity', [5, -5].map((quantity) => ({ product_id: 1, quantity }))],
    [
      'a line too many',
      'cart_items',
      Array.from({ length: MAX_LINES + 1 }, (_, n) => ({ product_id: n + 1, quantity: 1 })),
    ],
  ])('is refused by field when it is %s', async (_, field, cart_items) => {
    const answer = await bulk(cart_items);
    expectRefusal(answer, 'invalid_input');
    expect(Object.keys(answer.json().errors)).toEqual([field]);
    expect(await lines()).toEqual([]);
  });

  it('may be as large as a cart, with quantities beyond all stock', async () => {
    const items = Array.from({ length: MAX_LINES }, () => ({ product_id: yam, quantity: 1_000_000, weight: 0.123456 }));
    expect((await bulk(items)).json()).toMatchObject({
      cart: [{ quantity: 10 }],
      capped: [{ requested: 500_000_000, added: 10 }],
    });
  });
});

describe('asked for again and again', () => {
  const again = async (etag: unknown) => call('GET', '/', undefined, { 'if-none-match': String(etag) });

  it('a cart that did not change answers 304, and nothing else', { tags: ['@CART-82'] }, async () => {
    await add(yam);
    const { headers: first } = await call('GET', '/');
    const answer = await again(first.etag);
    expect([answer.statusCode, answer.body]).toEqual([304, '']);
    expect(answer.headers).toMatchObject({ etag: first.etag, 'cache-control': 'private, no-cache' });
    expect((await again(`"other", W/${first.etag}`)).statusCode).toBe(304);
    expect((await again('"other"')).statusCode).toBe(200);
  });

  it.each([
    ['quantity', () => put(yam, 2)],
    ['line more', async () => add(await addProduct(shop.db))],
    ['line less', () => call('DELETE', `//${yam}/`)],
    ['price', () => setProduct(yam, { price_kobo: 1 })],
    ['stock', () => setProduct(yam, { stock: 9 })],
    ['title', () => setProduct(yam, { title: 'Yam' })],
    ['product that left', () => remove(yam)],
    [
      'picture',
      () => shop.db.insertInto('product_picture').values({ product_id: yam, position: 0, key: 'a', alt: '' }).execute(),
    ],
  ])('a changed %s is seen at once', async (_, change) => {
    await add(yam);
    const first = await call('GET', '/');
    await change();
    const second = await again(first.headers.etag);
    expect(second.statusCode).toBe(200);
    expect(second.json()).not.toEqual(first.json());
  });

  it('what others buy elsewhere changes nothing here', async () => {
    await add(yam);
    const { etag } = (await call('GET', '/')).headers;
    await setProduct(await addProduct(shop.db), { stock: 1 });
    await call('POST', '/', { product_id: yam }, await signIn(shop.db));
    expect((await again(etag)).statusCode).toBe(304);
  });
});
