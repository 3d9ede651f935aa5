import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { addMerchant, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { type CategoriesImported, importCategories } from './category-import.service.ts';
import { lockWriting } from './exchange.sql.ts';
import { importProducts } from './import.service.ts';

let shop: TestShop;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-categories-'));
  file = join(folder, 'categories.csv');
});
afterAll(() => rm(folder, { recursive: true }));
// Each begins with the empty shop that production opens with.
beforeEach(async () => {
  shop = await openTestShop();
  return () => shop.close();
});

const bringIn = async (text: string | Buffer, options = { dryRun: false }) => {
  await writeFile(file, text);
  return importCategories(shop.db, file, options);
};
const added = (category: number, sub_category: number, sub_item: number, more: Partial<CategoriesImported> = {}) => ({
  added: { category, sub_category, sub_item },
  renamed: 0,
  unchanged: 0,
  ...more,
});
/** The categories as the shop's menus get them. */
const menu = async () => {
  const answer = await shop.app.inject({ url: '/backend/api/category/' });
  expect(answer.statusCode, answer.body).toBe(200);
  type Named = { name: string };
  return answer
    .json()
    .flatMap(({ name, subcategories }: Named & { subcategories: (Named & { subitems: Named[] })[] }) =>
      subcategories.map((sub) => `${name} > ${sub.name} > ${sub.subitems.map((item) => item.name).join(', ')}`),
    );
};
const slugs = async () =>
  (await shop.db.selectFrom('sub_item').select('slug').orderBy('id').execute()).map(({ slug }) => slug);

const MARKET = `category,sub_category,sub_item
Food,Tubers,Yam
Food,Tubers,Cassava
Food,Grains,Rice
Fashion,Men,Shoes
Fashion,Women,Shoes
`;

describe('a file of categories', () => {
  it('fills an empty shop in its order, and changes nothing the second time', async () => {
    expect(await bringIn(MARKET, { dryRun: true })).toEqual(added(2, 4, 5));
    expect(await slugs()).toEqual([]);
    expect(await bringIn(MARKET)).toEqual(added(2, 4, 5));
    const shown = [
      'Food > Tubers > Yam, Cassava',
      'Food > Grains > Rice',
      'Fashion > Men > Shoes',
      'Fashion > Women > Shoes',
    ];
    expect(await menu()).toEqual(shown);
    expect(await slugs()).toEqual(['yam', 'cassava', 'rice', 'shoes', 'women-shoes']);
    expect(await bringIn(MARKET.replaceAll('Food', ' food '))).toEqual(added(0, 0, 0, { unchanged: 5 }));
    expect(await menu()).toEqual(shown);
  });

  it('adds to what is there, renames by slug, and removes nothing', async () => {
    await bringIn(MARKET);
    const more = `\ufeffslug,category,sub_category,sub_item\r\nrice,Food,Grains,"Rice, all kinds"\r\n,Food,Grains,Fonio\r\nplantain-1,Food,Fruit,Plantain\r\n`;
    expect(await bringIn(more)).toEqual(added(0, 1, 2, { renamed: 1 }));
    expect((await menu()).slice(0, 3)).toEqual([
      'Food > Tubers > Yam, Cassava',
      'Food > Grains > Rice, all kinds, Fonio',
      'Food > Fruit > Plantain',
    ]);
    expect(await slugs()).toContain('plantain-1');
  });

  it('lets products in', async () => {
    await bringIn(MARKET);
    const merchant = (
      await shop.db
        .selectFrom('merchant')
        .select('slug')
        .where('id', '=', await addMerchant(shop.db))
        .executeTakeFirstOrThrow()
    ).slug;
    const products = join(folder, 'products.csv');
    await writeFile(products, 'handle,title,category,price,weight_grams,stock\na,Puna yam,Food > Tubers > Yam,5,1,1\n');
    const deps = {
      db: shop.db,
      media: shop.media,
      publicUrl: 'http://shop.test',
      fetchPicture: async () => ({ refused: 'There is no internet here.' }),
    };
    const request = {
      file: products,
      merchant,
      categories: undefined,
      pictures: undefined,
      report: `${products}.refused.csv`,
      weight_grams: undefined,
      stock: undefined,
    };
    expect(await importProducts(deps, request, { dryRun: false, onProgress: () => undefined })).toMatchObject({
      added: 1,
      refused: 0,
    });
  });

  test.each<[string, string | Buffer, RegExp]>([
    ['without a column', 'category,sub_item\nFood,Yam\n', /^The first line names no column "sub_category"/],
    ['without lines', 'category,sub_category,sub_item\n', /^The file names no sub-item\.$/],
    ['with a line that is short', `${MARKET}Food,Tubers\n`, /^The file can't be read: Invalid Record Length/],
    ['with an empty name', `${MARKET}Food,,Yam\n`, /^Line 7: "sub_category" must be 1 to 80/],
    ['in Latin-1', Buffer.from(`${MARKET}Food,Tubers,Ca\xe7a\n`, 'latin1'), /^Line 7: "sub_item" must be/],
    ['with a slug that is none', 'category,sub_category,sub_item,slug\nA,B,C,No Slug\n', /^Line 2: a slug is small/],
    [
      'with a name that makes no slug',
      `${MARKET}Food,Tubers,!!\n`.replaceAll('Tubers', '??'),
      /^Line 2: no slug can be/,
    ],
    ['that moves a sub-item', 'category,sub_category,sub_item,slug\nA,B,C,c\nA,D,C,c\n', /^Line 3: "c" stands below/],
    [
      'that names one twice',
      'category,sub_category,sub_item,slug\nA,B,C,c\nA,B,C,d\n',
      /^Line 3: there is a "C" already/,
    ],
  ])('%s is refused whole', async (_, text, refused) => {
    expect(await bringIn(text)).toEqual({ refused: expect.stringMatching(refused) });
    expect(await menu()).toEqual([]);
  });

  it('that is brought in twice at once is there once', async () => {
    await writeFile(file, MARKET);
    const other = await shop.db.startTransaction().execute();
    await lockWriting(other);
    const both = Promise.all([0, 1].map(() => importCategories(shop.db, file, { dryRun: false })));
    await waitUntilBlocked(shop.db, 2);
    await other.commit().execute();
    expect(await both).toEqual(expect.arrayContaining([added(2, 4, 5), added(0, 0, 0, { unchanged: 5 })]));
    expect(await slugs()).toHaveLength(5);
  });
});
