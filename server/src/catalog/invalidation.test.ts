import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPageRenderer } from '../pages/index.ts';
import type { MerchantId } from '../platform/ids.ts';
import { addMerchant, addProducts, addSubItem, openTestShop, type TestShop } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { type Following, followChanges } from './follow-changes.ts';

type SubItem = { categoryId: number; subItemId: number };

/** Caches responses and follows the changes. */
let shop: TestShop;
/** Reads the same database, without a cache. */
let uncached: TestShop;
let following: Following;
/** The tags of the changes that were applied last. */
let appliedTags: ReadonlySet<string>;
let subItems: [SubItem, SubItem, SubItem];
let merchants: [MerchantId, MerchantId];
const renderedPages: string[] = [];

/** Renders pages that consist of one API response: /page?of=…. */
const pages = {
  register: async () => undefined,
  render: createPageRenderer(async (path, { send }) => {
    const { status, body } = await send({ method: 'GET', url: decodeURIComponent(path.slice('/page?of='.length)) });
    renderedPages.push(path);
    // As in the shop, a list past its end is a page.
    const isPastEnd = (body as { code?: string }).code === 'invalid_page';
    return { html: [JSON.stringify(body)], status: isPastEnd ? 200 : status };
  }),
};

const WORDS = ['rice', 'beans', 'red', 'palm', 'oil'];

beforeAll(async () => {
  shop = await openTestShop({}, pages);
  uncached = await openTestShop({ CACHE_MEGABYTES: '0' }, pages, { database: shop.connection.database });
  following = await followChanges(
    shop.connection,
    {
      onChanges: async (changes, position) => {
        await shop.applyChanges(changes, position);
        appliedTags = new Set(changes.flatMap(({ tags }) => tags));
      },
      onError: (error) => process.stderr.write(`${error}\n`),
    },
    2000,
    20,
  );
  const first = await addSubItem(shop.db);
  subItems = [first, await addSubItem(shop.db, first), await addSubItem(shop.db)];
  merchants = [await addMerchant(shop.db), await addMerchant(shop.db)];
  await addProducts(
    shop.db,
    Array.from({ length: 130 }, (_, n) => ({
      title: `${WORDS[n % 5]} ${WORDS[(n * 7) % 3]}`,
      place: subItems[(n % 3) as 0 | 1 | 2],
      merchant_id: merchants[(n % 2) as 0 | 1],
      price_kobo: kobo(1000 + n * 100),
      discount_percent: n % 4 === 0 ? n % 50 : 0,
      own_brand: n % 5 === 0,
      stock: n % 6,
    })),
  );
});
afterAll(async () => {
  await following.stop();
  await uncached.app.close();
  await shop.close();
});

/** The paths of all kinds of API responses. */
const listApiPaths = async (): Promise<string[]> => {
  const lists = [
    '/api/products/',
    '/api/new-arrivals/',
    '/api/hot-deals/',
    '/api/sokuwa-brands/',
    ...subItems.flatMap(({ categoryId, subItemId }) => [
      `/api/products/category//${categoryId}`,
      `/api/products/subitem//${subItemId}`,
    ]),
    ...merchants.map((id) => `/merchants/${id}/products/`),
  ];
  const queries = [
    '',
    'page=2',
    'page=3&country_code=GB',
    'page=9',
    'sort=price',
    'sort=price&page=2',
    'sort=-price&page=2&in_stock=true',
    'sort=discount',
    'sort=discount&page=2',
    'in_stock=true&min_price=30',
    'max_price=60&sort=price&country_code=JP',
    'min_price=40&max_price=90',
  ];
  const searches = ['rice', 'red rice', 'rice&sort=price', 'oil&in_stock=true', 'beans&max_price=70', 'palmm'];
  const { rows } = await sql<{ id: number }>`select id from product order by id desc limit 12`.execute(shop.db);
  return [
    ...lists.flatMap((list) => queries.map((query) => `${list}?${query}`)),
    ...searches.map((search) => `/api/products/?search=${search}`),
    ...rows.map(({ id }) => `/api/products/${id}/?country_code=GB`),
    ...rows.map(({ id }) => `/api/products/${id}/related/?country_code=GB`),
    ...merchants.map((id) => `/merchants/${id}/`),
    '/exchange-rate/?country_code=GB',
    '/api/categories/',
  ];
};

/** The number of pieces on a card is not kept up to date, only whether there are any. */
const hideNumberOfPieces = (key: string, value: unknown): unknown =>
  // Cards are the results of a list, or the whole response of related products.
  key === 'results' || (key === '' && Array.isArray(value))
    ? (value as Product[]).map((card) => ({ ...card, stock: card.stock > 0 }))
    : value;

const toPage = (apiPath: string): string => `/page?of=${encodeURIComponent(apiPath)}`;

const readAll = (from: TestShop, addresses: string[]): Promise<string[]> =>
  Promise.all(
    addresses.map(async (address) => {
      const { statusCode, body } = await from.app.inject({ url: address });
      return statusCode === 200 ? JSON.stringify(JSON.parse(body), hideNumberOfPieces) : String(statusCode);
    }),
  );

/** Waits until every change so far is applied. */
const waitUntilApplied = async () => {
  await sql`insert into catalog_change (tags) values ('{last of the changes}')`.execute(shop.db);
  await waitFor(() => expect([...appliedTags]).toContain('last of the changes'));
  appliedTags = new Set();
};

/** Responses of the shop without a cache. */
const readFresh = (addresses: string[]): Promise<string[]> => {
  uncached.clearCaches();
  return readAll(uncached, addresses);
};

/** The addresses whose cached response differs from the expected one. */
const findOutdated = async (addresses: string[], readExpected = () => readFresh(addresses)): Promise<string[]> => {
  const [cached, fresh] = [await readAll(shop, addresses), await readExpected()];
  return addresses.filter((_, n) => cached[n] !== fresh[n]);
};

const anyRemainder = fc.nat({ max: 40 });
const anyStep = fc.oneof(
  fc.record({
    do: fc.constant('price' as const),
    remainder: anyRemainder,
    price: fc.integer({ min: 1000, max: 15_000 }),
  }),
  fc.record({
    do: fc.constant('discount' as const),
    remainder: anyRemainder,
    percent: fc.constantFrom(0, 1, 20, 50, 99),
  }),
  fc.record({ do: fc.constant('stock' as const), remainder: anyRemainder, stock: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constant('place' as const), remainder: anyRemainder, place: fc.constantFrom(0, 1, 2) }),
  fc.record({ do: fc.constant('merchant' as const), remainder: anyRemainder, merchant: fc.constantFrom(0, 1) }),
  fc.record({ do: fc.constant('own brand' as const), remainder: anyRemainder, own: fc.boolean() }),
  fc.record({ do: fc.constant('title' as const), remainder: anyRemainder, word: fc.constantFrom(...WORDS) }),
  fc.record({ do: fc.constant('picture' as const), remainder: anyRemainder, key: fc.constantFrom('a', 'b') }),
  fc.record({
    do: fc.constant('insert' as const),
    place: fc.constantFrom(0, 1, 2),
    price: fc.integer({ min: 1000, max: 15_000 }),
  }),
  fc.record({ do: fc.constant('delete' as const), remainder: anyRemainder }),
  fc.record({ do: fc.constant('rate' as const), naira: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({
    do: fc.constant('rename merchant' as const),
    merchant: fc.constantFrom(0, 1),
    name: fc.constantFrom('A', 'B'),
  }),
  fc.record({ do: fc.constant('rename category' as const), name: fc.constantFrom('Grains', 'Oils') }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

const applyStep = async (step: Step): Promise<void> => {
  const { db } = shop;
  const isSelected = sql<boolean>`id % 41 = ${'remainder' in step ? step.remainder : 0}`;
  const update = db.updateTable('product').where(isSelected);
  const place = subItems['place' in step ? step.place : 0];
  const merchant_id = merchants['merchant' in step ? step.merchant : 0];
  switch (step.do) {
    case 'price':
      return void (await update.set({ price_kobo: kobo(step.price) }).execute());
    case 'discount':
      return void (await update.set({ discount_percent: step.percent }).execute());
    case 'stock':
      return void (await update.set({ stock: step.stock }).execute());
    case 'place':
      return void (await update.set({ sub_item_id: place.subItemId, category_id: place.categoryId }).execute());
    case 'merchant':
      return void (await update.set({ merchant_id }).execute());
    case 'own brand':
      return void (await update.set({ own_brand: step.own }).execute());
    case 'title':
      return void (await update.set({ title: `${step.word} bag` }).execute());
    case 'picture':
      return void (await sql`
        insert into product_picture (product_id, position, key, alt) select id, 9, ${step.key}, '' from product where ${isSelected}
        on conflict (product_id, position) do update set key = excluded.key`.execute(db));
    case 'insert':
      return void (await addProducts(db, [{ place, merchant_id, price_kobo: kobo(step.price) }]));
    case 'delete':
      return void (await db.deleteFrom('product').where(isSelected).execute());
    case 'rate':
      return void (await db
        .updateTable('exchange_rate')
        .set({ naira_per_unit: String(step.naira) })
        .where('currency', '=', 'GBP')
        .execute());
    case 'rename merchant':
      return void (await db.updateTable('merchant').set({ name: step.name }).where('id', '=', merchant_id).execute());
    case 'rename category':
      return void (await db
        .updateTable('category')
        .set({ name: step.name })
        .where('id', '=', place.categoryId)
        .execute());
  }
};

it('every cached response equals a fresh one after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 6 }), async (steps) => {
      const apiPaths = await listApiPaths();
      const calls = apiPaths.map((path) => `/backend${path}`);
      const pagesOfCalls = apiPaths.filter((_, n) => n % 3 === 0).map(toPage);
      const addresses = [...calls, ...pagesOfCalls];
      await readAll(shop, addresses);
      // Twice more, so that the pages are popular.
      for (let n = 0; n < 2; n++) await readAll(shop, pagesOfCalls);
      const applySteps = async () => {
        for (const step of steps) await applyStep(step);
      };
      // The responses are also created while the changes are made.
      await Promise.all([applySteps(), readAll(shop, addresses), readAll(shop, addresses)]);
      await waitUntilApplied();
      expect(await findOutdated(calls)).toEqual([]);
      const freshPages = await readFresh(pagesOfCalls);
      // Popular pages are sent a little longer.
      await waitFor(async () => expect(await findOutdated(pagesOfCalls, async () => freshPages)).toEqual([]));
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 120_000);

it.each(['/api/products/?page=1', '/api/products/?page=99', '/merchants/1/products/?page=99'])(
  'a page that shows the response to %s is rendered again only after a change',
  async (apiPath) => {
    const page = toPage(apiPath);
    const countRenderings = () => renderedPages.filter((path) => path === page).length;
    await waitUntilApplied();
    await readAll(shop, [page]);
    await readAll(shop, [page]);
    expect(countRenderings()).toBe(1);
    await addProducts(shop.db, [{ place: subItems[0], merchant_id: merchants[0] }]);
    await waitUntilApplied();
    await readAll(shop, [page]);
    expect(countRenderings()).toBe(2);
  },
);
