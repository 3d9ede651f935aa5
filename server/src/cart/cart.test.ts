import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../testing/responses.ts';
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
  it('returns one line with title, weight and price from the database', {
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
    const response = await post({ product_id: id, quantity: 3, weight: 0.001, price: 1, title: 'cheap' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    // 12,500.50 less 10% is 11,250.45; the weight, price and title in the request are ignored.
    expect(response.json()).toEqual({
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

  it('adds one piece when the request has no quantity, also of a product without a picture', async () => {
    const id = await addProduct(shop.db, { price_kobo: 100_000, stock: 1 });
    expect((await post({ product_id: id })).json()).toMatchObject({
      cart: [{ quantity: 1, image: '', price: '1,000', total: '1,000' }],
      subtotal: 1000,
    });
  });

  it('accepts the whole stock and refuses one piece more', { tags: ['@CART-24'] }, async () => {
    const id = await addProduct(shop.db, { stock: 7 });
    expect((await post({ product_id: id, quantity: 7 })).statusCode).toBe(200);
    expectRefusal(await post({ product_id: id, quantity: 8 }), 'out_of_stock');
  });

  it('refuses a product that is sold out', { tags: ['@CART-24'] }, async () => {
    expectRefusal(await post({ product_id: await addProduct(shop.db, { stock: 0 }) }), 'out_of_stock');
  });

  it('uses the current stock on every request', async () => {
    const id = await addProduct(shop.db, { stock: 1 });
    expect((await post({ product_id: id })).statusCode).toBe(200);
    await shop.db.updateTable('product').set({ stock: 0 }).where('id', '=', id).execute();
    expectRefusal(await post({ product_id: id }), 'out_of_stock');
  });

  it('refuses a product that does not exist', async () => {
    expectRefusal(await post({ product_id: 2_147_483_647 }), 'not_found');
  });

  it('writes nothing to the database', { tags: ['@CART-25'] }, async () => {
    const id = await addProduct(shop.db, { stock: 5 });
    /** A digest of every row of every table, with the transaction that wrote it. */
    const digestAllTables = async () => {
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
    const before = await digestAllTables();
    expect(before.length).toBeGreaterThan(8);
    expect((await post({ product_id: id, quantity: 5 })).statusCode).toBe(200);
    expect((await post({ product_id: id, quantity: 6 })).statusCode).toBe(400);
    expect(await digestAllTables()).toEqual(before);
  });

  it.each(['Token abc', 'Token ', 'Bearer abc', 'x', `Token ${'a'.repeat(5000)}`])(
    'refuses the invalid token in the header "%.20s"',
    { tags: ['@CART-33', '@API-9'] },
    async (authorization) => {
      const id = await addProduct(shop.db);
      expectRefusal(await post({ product_id: id }, { authorization }), 'token_invalid');
    },
  );
});

describe('an invalid body', () => {
  it.each([
    ['an empty object', {}, 'product_id'],
    ['an id that is not a number', { product_id: 'one' }, 'product_id'],
    ['an id as text', { product_id: '1' }, 'product_id'],
    ['an id of null', { product_id: null }, 'product_id'],
    ['a list as id', { product_id: [1] }, 'product_id'],
    ['an id of zero', { product_id: 0 }, 'product_id'],
    ['a negative id', { product_id: -1 }, 'product_id'],
    ['a fractional id', { product_id: 1.5 }, 'product_id'],
    ['an id above the integer range of the database', { product_id: 2_147_483_648 }, 'product_id'],
    ['an id above the safe integers', { product_id: 1e308 }, 'product_id'],
    ['a quantity of zero', { product_id: 1, quantity: 0 }, 'quantity'],
    ['a negative quantity', { product_id: 1, quantity: -1 }, 'quantity'],
    ['a fractional quantity', { product_id: 1, quantity: 1.5 }, 'quantity'],
    ['a quantity as text', { product_id: 1, quantity: '2' }, 'quantity'],
    ['a huge quantity', { product_id: 1, quantity: 1e300 }, 'quantity'],
    ['a negative weight', { product_id: 1, weight: -1 }, 'weight'],
    ['a weight as text', { product_id: 1, weight: 'heavy' }, 'weight'],
    ['an array', [{ product_id: 1 }], 'body'],
    ['a string', 'product', 'body'],
    ['a number', 7, 'body'],
    ['null', null, 'body'],
  ])('is refused with an error for the field: %s', { tags: ['@API-12'] }, async (_, payload, field) => {
    const response = await post(payload);
    expectRefusal(response, 'invalid_input');
    expect(Object.keys(response.json().errors)).toEqual([field]);
    for (const text of response.json().errors[field]) expect(text).toMatch(/\w/);
  });

  it.each(['{', '{"product_id":1', 'product_id=1', "{'product_id':1}", '\0', '', ' ', '{"product_id":1}}', 'NaN'])(
    'is refused as invalid JSON: %j',
    async (payload) => {
      expectRefusal(await postText(payload), 'invalid_json');
    },
  );

  it.each(['{"__proto__":{"x":1},"product_id":1}', '{"constructor":{"prototype":{"x":1}},"product_id":1}'])(
    'is refused when it names a prototype: %s',
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
  ])('is refused with the content type %s', async (type) => {
    expectRefusal(await postText('{"product_id":1}', type), 'unsupported_media_type');
  });

  it('is refused when it is missing', async () => {
    const response = await shop.app.inject({ method: 'POST', url: '/backend/api/cart/' });
    expectRefusal(response, 'invalid_input');
  });

  it('is refused when it is too large', async () => {
    expectRefusal(await postText(Buffer.alloc(1024 * 1024, 32)), 'payload_too_large');
    expectRefusal(await postText(`{"product_id":1,"x":"${'y'.repeat(300_000)}"}`), 'payload_too_large');
  });
});
