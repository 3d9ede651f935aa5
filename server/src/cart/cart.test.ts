import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../testing/answers.ts';
import { addProduct, openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  shop.app.inject({
    method: 'POST',
    url: '/backend/api/cart/',
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  });

const postText = (payload: string | Buffer, contentType = 'application/json') =>
  shop.app.inject({ method: 'POST', url: '/backend/api/cart/', payload, headers: { 'content-type': contentType } });

describe("a guest's add to cart", () => {
  it('answers one line with the texts, weight and price of the server', {
    tags: ['@CART-25', '@CART-33'],
  }, async () => {
    const id = await addProduct(shop.db, {
      title: 'Palm oil, 5 litres',
      weight_grams: 4750,
      price_kobo: 1_250_050,
      discount_percent: 10,
      stock: 12,
      pictures: [
        { key: 'products/palm-oil-0a', alt: 'Front' },
        { key: 'products/palm-oil-1b', alt: 'Back' },
      ],
    });
    const answer = await post({ product_id: id, quantity: 3, weight: 0.001, price: 1, title: 'cheap' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    // 12,500.50 less 10% is 11,250.45; the server's own, whatever was sent.
    expect(answer.json()).toEqual({
      cart: [
        {
          product_id: id,
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
      subtotal: 33_751.35,
    });
  });

  it('adds one when no quantity is said, of a product without picture too', async () => {
    const id = await addProduct(shop.db, { price_kobo: 100_000, stock: 1 });
    expect((await post({ product_id: id })).json()).toMatchObject({
      cart: [{ quantity: 1, image: '', price: '1,000', total: '1,000' }],
      subtotal: 1000,
    });
  });

  it("takes the stock's last and refuses one more", { tags: ['@CART-24'] }, async () => {
    const id = await addProduct(shop.db, { stock: 7 });
    expect((await post({ product_id: id, quantity: 7 })).statusCode).toBe(200);
    expectRefusal(await post({ product_id: id, quantity: 8 }), 'out_of_stock');
  });

  it('refuses what is sold out', { tags: ['@CART-24'] }, async () => {
    expectRefusal(await post({ product_id: await addProduct(shop.db, { stock: 0 }) }), 'out_of_stock');
  });

  it('sees a change of stock at once', async () => {
    const id = await addProduct(shop.db, { stock: 1 });
    expect((await post({ product_id: id })).statusCode).toBe(200);
    await shop.db.updateTable('product').set({ stock: 0 }).where('id', '=', id).execute();
    expectRefusal(await post({ product_id: id }), 'out_of_stock');
  });

  it('refuses a product that there is not', async () => {
    expectRefusal(await post({ product_id: 2_147_483_647 }), 'not_found');
  });

  it('stores nothing', { tags: ['@CART-25'] }, async () => {
    const id = await addProduct(shop.db, { stock: 5 });
    /** A digest of every row of every table, with the transaction that wrote it. */
    const everything = async () => {
      const { rows } = await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(shop.db);
      return Promise.all(
        rows.map(async ({ name }) => {
          const table = await sql`
            select ${name}::text as name, md5(string_agg(t::text || t.xmin, ',' order by t::text)) as digest
            from ${sql.table(name)} t`.execute(shop.db);
          return table.rows[0];
        }),
      );
    };
    const before = await everything();
    expect(before.length).toBeGreaterThan(8);
    expect((await post({ product_id: id, quantity: 5 })).statusCode).toBe(200);
    expect((await post({ product_id: id, quantity: 6 })).statusCode).toBe(400);
    expect(await everything()).toEqual(before);
  });

  it.each(['Token abc', 'Token ', 'Bearer abc', 'x', `Token ${'a'.repeat(5000)}`])(
    'with the header "%.20s" is refused, since no such token was given',
    { tags: ['@CART-33', '@API-9'] },
    async (authorization) => {
      const id = await addProduct(shop.db);
      expectRefusal(await post({ product_id: id }, { authorization }), 'token_invalid');
    },
  );
});

describe('a body that is no order', () => {
  it.each([
    ['an empty object', {}, 'product_id'],
    ['no number', { product_id: 'one' }, 'product_id'],
    ['a number as text', { product_id: '1' }, 'product_id'],
    ['null', { product_id: null }, 'product_id'],
    ['a list', { product_id: [1] }, 'product_id'],
    ['zero', { product_id: 0 }, 'product_id'],
    ['a negative id', { product_id: -1 }, 'product_id'],
    ['a part of a product', { product_id: 1.5 }, 'product_id'],
    ['an id beyond the database', { product_id: 2_147_483_648 }, 'product_id'],
    ['an id beyond all numbers', { product_id: 1e308 }, 'product_id'],
    ['no quantity', { product_id: 1, quantity: 0 }, 'quantity'],
    ['a negative quantity', { product_id: 1, quantity: -1 }, 'quantity'],
    ['a broken quantity', { product_id: 1, quantity: 1.5 }, 'quantity'],
    ['a quantity as text', { product_id: 1, quantity: '2' }, 'quantity'],
    ['a huge quantity', { product_id: 1, quantity: 1e300 }, 'quantity'],
    ['a negative weight', { product_id: 1, weight: -1 }, 'weight'],
    ['a weight as text', { product_id: 1, weight: 'heavy' }, 'weight'],
    ['an array', [{ product_id: 1 }], 'body'],
    ['a text', 'product', 'body'],
    ['a number', 7, 'body'],
    ['nothing but null', null, 'body'],
  ])('is refused by field: %s', { tags: ['@API-12'] }, async (_, payload, field) => {
    const answer = await post(payload);
    expectRefusal(answer, 'invalid_input');
    expect(Object.keys(answer.json().errors)).toEqual([field]);
    for (const text of answer.json().errors[field]) expect(text).toMatch(/\w/);
  });

  it.each(['{', '{"product_id":1', 'product_id=1', "{'product_id':1}", '\0', '', ' ', '{"product_id":1}}', 'NaN'])(
    'is refused as JSON: %j',
    async (payload) => {
      expectRefusal(await postText(payload), 'invalid_json');
    },
  );

  it.each(['{"__proto__":{"x":1},"product_id":1}', '{"constructor":{"prototype":{"x":1}},"product_id":1}'])(
    'cannot reach the prototype: %s',
    async (payload) => {
      expectRefusal(await postText(payload), 'invalid_json');
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('is refused when it is said to be %s', async (type) => {
    expectRefusal(await postText('{"product_id":1}', type), 'unsupported_media_type');
  });

  it('is refused when it is missing', async () => {
    const answer = await shop.app.inject({ method: 'POST', url: '/backend/api/cart/' });
    expectRefusal(answer, 'invalid_input');
  });

  it('is refused when it is too large, said beforehand or not', async () => {
    expectRefusal(await postText(Buffer.alloc(1024 * 1024, 32)), 'payload_too_large');
    expectRefusal(await postText(`{"product_id":1,"x":"${'y'.repeat(300_000)}"}`), 'payload_too_large');
  });
});
