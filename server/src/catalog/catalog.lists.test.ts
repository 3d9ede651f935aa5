import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMerchant, addProducts, addSubItem, openTestShop, type TestShop } from '../testing/shop.ts';
import { selectList } from './catalog.sql.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const get = async (url: string) => {
  const response = await shop.app.inject({ url: `/backend${url}` });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
};

describe('responses of the catalogue', () => {
  it('have the fields of the specification', {
    tags: [
      '@PRODUCT-1',
      '@PRODUCT-3',
      '@PRODUCT-4',
      '@PRODUCT-5',
      '@PRODUCT-6',
      '@MONEY-5',
      '@MONEY-6',
      '@API-15',
      '@API-25',
      '@API-26',
      '@API-27',
    ],
  }, async () => {
    const subItem = await addSubItem(shop.db);
    const merchant_id = await addMerchant(shop.db);
    const [pictured, plain] = await addProducts(shop.db, [
      { place: subItem, merchant_id, price_kobo: 1_250_050, pictures: [{ key: 'products/yam-1a', alt: 'Yam' }] },
      { place: subItem, merchant_id, pictures: [] },
    ]);
    const { body: list } = await get(`/api/products/subitem//${subItem.subItemId}?page=1&country_code=NG`);
    expect(Object.keys(list)).toEqual(expect.arrayContaining(['count', 'next', 'previous', 'results']));
    expect(list.results).toEqual([expect.objectContaining({ id: plain }), expect.objectContaining({ id: pictured })]);
    const product = {
      id: pictured,
      title: expect.any(String),
      weight: expect.any(Number),
      price: 12_500.5,
      display_price: '₦12,500.50',
      converted_price: expect.any(String),
      discount_price: 12_500.5,
      discount_percentage: '0%',
      stock: expect.any(Number),
      category: expect.any(String),
      products_images: [{ image_url: expect.stringMatching(/^\/media\/products\/yam-1a\//) }],
    };
    expect(list.results[1]).toMatchObject(product);
    expect(list.results[0].products_images).toEqual([]);

    expect((await get(`/api/products/${pictured}/`)).body).toMatchObject({
      ...product,
      brand: null,
      location: expect.any(String),
      description: expect.any(String),
      warranty: null,
      merchant_profile: {
        store_name: expect.any(String),
        merchant_id,
        cover_url: expect.stringMatching(/^\/media\/stores\/cover/),
      },
    });
    expect((await get(`/merchants/${merchant_id}/`)).body).toMatchObject({
      store_name: expect.any(String),
      location: expect.any(String),
      since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      follower_count: 0,
    });
    const categories: { id: number; subcategories: { subitems: { id: number }[] }[] }[] = (await get('/api/category/'))
      .body;
    expect(categories.find(({ id }) => id === subItem.categoryId)).toEqual({
      id: subItem.categoryId,
      slug: expect.any(String),
      name: expect.any(String),
      subcategories: [
        {
          id: expect.any(Number),
          name: expect.any(String),
          subitems: [{ id: subItem.subItemId, name: expect.any(String) }],
        },
      ],
    });
  });
});

describe('lists of products', () => {
  it('return pages of 50 products, newest first, with URLs of the next and previous page', {
    tags: ['@LIST-53', '@API-2', '@API-15', '@API-16'],
  }, async () => {
    const subItem = await addSubItem(shop.db);
    const ids = await addProducts(
      shop.db,
      Array.from({ length: 60 }, () => ({ place: subItem })),
    );
    const first = await get(`/api/products/category//${subItem.categoryId}?page=1&country_code=GB`);
    expect(first.status).toBe(200);
    expect(first.body.count).toBe(60);
    expect(first.body.results.map((p: { id: number }) => p.id)).toEqual(ids.toReversed().slice(0, 50));
    expect(first.body.previous).toBeNull();
    expect(first.body.next).toBe(
      `http://shop.test/backend/api/products/category//${subItem.categoryId}?page=2&country_code=GB`,
    );
    const second = await get(`/api/products/category/${subItem.categoryId}/?page=2`);
    expect(second.body.results).toHaveLength(10);
    expect(second.body.next).toBeNull();
    expect(second.body.previous).toContain('page=1');
  });

  it('show prices in naira and in the currency of the country', {
    tags: ['@MONEY-2', '@MONEY-3', '@MONEY-4', '@MONEY-5', '@MONEY-6', '@MONEY-7', '@MONEY-10', '@MONEY-11'],
  }, async () => {
    const subItem = await addSubItem(shop.db);
    await addProducts(shop.db, [{ place: subItem, price_kobo: 1_250_000, discount_percent: 15 }]);
    const list = await get(`/api/products/subitem//${subItem.subItemId}?country_code=GB`);
    expect(list.body.results[0]).toMatchObject({
      price: 12500,
      discount_price: 10625,
      discount_percentage: '15%',
      display_price: '₦10,625',
      converted_price: '£5.31',
    });
    const nigeria = await get(`/api/products/subitem//${subItem.subItemId}`);
    expect(nigeria.body.results[0].converted_price).toBe('US$7.08');
    const japan = await get(`/api/products/subitem//${subItem.subItemId}?country_code=JP`);
    expect(japan.body.results[0].converted_price).toMatch(/^JP¥1,063$/);
  });

  it('contain only hot deals, own brands or products of one merchant', {
    tags: ['@API-19', '@API-20', '@API-22'],
  }, async () => {
    const merchant = await addMerchant(shop.db);
    const [plain, deal, own] = await addProducts(shop.db, [
      { merchant_id: merchant },
      { merchant_id: merchant, discount_percent: 10 },
      { merchant_id: merchant, own_brand: true },
    ]);
    const ids = async (url: string) => (await get(url)).body.results.map((p: { id: number }) => p.id);
    expect(await ids(`/merchants/${merchant}/products/`)).toEqual([own, deal, plain]);
    expect(await ids('/api/hot-deals/')).toContain(deal);
    expect(await ids('/api/hot-deals/')).not.toContain(plain);
    expect(await ids('/api/sokuwa-brands/')).toEqual([own]);
  });

  it('of related products have the newest others of the same sub-item', {
    tags: ['@PRODUCT-32', '@API-36'],
  }, async () => {
    const subItem = await addSubItem(shop.db);
    const ids = await addProducts(
      shop.db,
      Array.from({ length: 6 }, () => ({ place: subItem })),
    );
    const [oldest] = ids;
    const newest = ids.at(-1);
    const idsOf = async (id: number | undefined) =>
      (await get(`/api/products/${id}/related/`)).body.map((product: { id: number }) => product.id);
    expect(await idsOf(oldest)).toEqual(ids.toReversed().slice(0, 4));
    expect(await idsOf(newest)).toEqual(ids.toReversed().slice(1, 5));
    const [alone] = await addProducts(shop.db, [{ place: await addSubItem(shop.db) }]);
    expect(await idsOf(alone)).toEqual([]);
  });

  it('filter by sale price, both bounds inclusive, and by stock, and sort', {
    tags: ['@LIST-27', '@LIST-29', '@LIST-39', '@LIST-40'],
  }, async () => {
    const subItem = await addSubItem(shop.db);
    const [a, b, c, d] = await addProducts(shop.db, [
      { place: subItem, price_kobo: 100_000 },
      { place: subItem, price_kobo: 400_000, discount_percent: 50 },
      { place: subItem, price_kobo: 300_000, stock: 0 },
      { place: subItem, price_kobo: 300_001 },
    ]);
    const ids = async (query: string) => {
      const { body } = await get(`/api/products/category/${subItem.categoryId}?${query}`);
      expect(body.count).toBe(body.results.length);
      return body.results.map((p: { id: number }) => p.id);
    };
    expect(await ids('min_price=1000&max_price=3000')).toEqual([c, b, a]);
    expect(await ids('min_price=2000.01')).toEqual([d, c]);
    expect(await ids('max_price=1999.99')).toEqual([a]);
    expect(await ids('in_stock=true&sort=price')).toEqual([a, b, d]);
    expect(await ids('sort=-price')).toEqual([d, c, b, a]);
    expect(await ids('sort=discount')).toEqual([b, d, c, a]);
    expect(await ids('min_price=3000&max_price=1000')).toEqual([]);
  });

  it('contain every product exactly once over all pages, in every order', async () => {
    const subItem = await addSubItem(shop.db);
    const products = Array.from({ length: 1720 }, (_, n) => ({
      place: subItem,
      price_kobo: 50_000 + ((n * 7919) % 900) * 100,
      discount_percent: n % 5 === 0 ? (n % 40) + 1 : 0,
      stock: n % 9 === 0 ? 0 : 3,
    }));
    await addProducts(shop.db, products.slice(0, 900));
    // Far away, so that the pages are in several coarse buckets of ids and of discounts.
    await sql`select setval(pg_get_serial_sequence('product', 'id'), 3 << 21)`.execute(shop.db);
    await addProducts(shop.db, products.slice(900));
    for (const query of [
      'sort=newest',
      'sort=price',
      'sort=-price',
      'sort=discount',
      'sort=newest&in_stock=true',
      'sort=-price&in_stock=true',
      'sort=discount&in_stock=true',
      'sort=price&min_price=600',
    ]) {
      const seen: { id: number; discount_price: number; discount_percentage: string }[] = [];
      let count = 0;
      for (let page = 1; ; page++) {
        const { body } = await get(`/api/products/category/${subItem.categoryId}?page=${page}&${query}`);
        count = body.count;
        seen.push(...body.results);
        if (body.next === null) break;
      }
      expect(new Set(seen.map((p) => p.id)).size, query).toBe(count);
      expect(seen.length, query).toBe(count);
      const key = (p: (typeof seen)[number]) => {
        if (query.startsWith('sort=price')) return p.discount_price;
        if (query.startsWith('sort=-price')) return -p.discount_price;
        if (query.startsWith('sort=discount')) return -Number.parseInt(p.discount_percentage, 10);
        return -p.id;
      };
      expect(seen.map(key), query).toEqual(seen.map(key).toSorted((x, y) => x - y));
    }
  });

  it.each(['newest', 'price', '-price', 'discount'] as const)(
    'have their count, and no products, on a page past the end, by %s',
    async (sort) => {
      await addProducts(shop.db, [{}, { stock: 0 }]);
      for (const inStock of [false, true]) {
        const { count } = await selectList(shop.db, { kind: 'all' }, sort, { inStock }, 1);
        expect(count).toBeGreaterThan(0);
        const pastEnd = await selectList(shop.db, { kind: 'all' }, sort, { inStock }, 99_999_999);
        expect(pastEnd).toEqual({ count, rows: [] });
      }
    },
  );
});
