import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { lockCatalogKeys } from '../catalog/index.ts';
import { DRY_ACT, LIVE_ACT } from '../testing/operator.ts';
import { addMerchant, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { type CategoriesImported, importCategories } from './category-import.service.ts';
import { importProducts } from './import.service.ts';

let shop: TestShop;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-categories-'));
  file = join(folder, 'categories.csv');
});
afterAll(() => rm(folder, { recursive: true }));
// Each test uses a new shop without categories, like a new installation.
beforeEach(async () => {
  shop = await openTestShop();
  return () => shop.close();
});

const runImport = async (text: string | Buffer, options = LIVE_ACT) => {
  await writeFile(file, text);
  return importCategories(shop.db, file, options);
};
const counts = (category: number, sub_category: number, sub_item: number, more: Partial<CategoriesImported> = {}) => ({
  added: { category, sub_category, sub_item },
  renamed: 0,
  unchanged: 0,
  ...more,
});
/** The categories as the API returns them for the menus. */
const readMenu = async () => {
  const response = await shop.app.inject({ url: '/backend/api/category/' });
  expect(response.statusCode, response.body).toBe(200);
  type Named = { name: string };
  return response
    .json()
    .flatMap(({ name, subcategories }: Named & { subcategories: (Named & { subitems: Named[] })[] }) =>
      subcategories.map((sub) => `${name} > ${sub.name} > ${sub.subitems.map((item) => item.name).join(', ')}`),
    );
};
const readSlugs = async () =>
  (await shop.db.selectFrom('sub_item').select('slug').orderBy('id').execute()).map(({ slug }) => slug);

const MARKET = `category,sub_category,sub_item
Food,Tubers,Yam
Food,Tubers,Cassava
Food,Grains,Rice
Fashion,Men,Shoes
Fashion,Women,Shoes
`;

describe('a category file', () => {
  it('is imported in its order into an empty shop; a second import changes nothing', async () => {
    expect(await runImport(MARKET, DRY_ACT)).toEqual(counts(2, 4, 5));
    expect(await readSlugs()).toEqual([]);
    expect(await runImport(MARKET)).toEqual(counts(2, 4, 5));
    const expected = [
      'Food > Tubers > Yam, Cassava',
      'Food > Grains > Rice',
      'Fashion > Men > Shoes',
      'Fashion > Women > Shoes',
    ];
    expect(await readMenu()).toEqual(expected);
    expect(await readSlugs()).toEqual(['yam', 'cassava', 'rice', 'shoes', 'women-shoes']);
    expect(await runImport(MARKET.replaceAll('Food', ' food '))).toEqual(counts(0, 0, 0, { unchanged: 5 }));
    expect(await readMenu()).toEqual(expected);
  });

  it('adds to existing categories, renames by slug, and removes nothing', async () => {
    await runImport(MARKET);
    const more = `\ufeffslug,category,sub_category,sub_item\r\nrice,Food,Grains,"Rice, all kinds"\r\n,Food,Grains,Fonio\r\nplantain-1,Food,Fruit,Plantain\r\n`;
    expect(await runImport(more)).toEqual(counts(0, 1, 2, { renamed: 1 }));
    expect((await readMenu()).slice(0, 3)).toEqual([
      'Food > Tubers > Yam, Cassava',
      'Food > Grains > Rice, all kinds, Fonio',
      'Food > Fruit > Plantain',
    ]);
    expect(await readSlugs()).toContain('plantain-1');
  });

  it('creates categories that a product import can use', async () => {
    await runImport(MARKET);
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
      fetchPicture: async () => ({ refused: 'Downloads are disabled in this test.' }),
    };
    const request = {
      file: products,
      merchant,
      categories: undefined,
      pictures: undefined,
      report: `${products}.report.csv`,
      weight_grams: undefined,
      stock: undefined,
      set_stock: false,
    };
    expect(await importProducts(deps, request, { ...LIVE_ACT, onProgress: () => undefined })).toMatchObject({
      added: 1,
      refused: 0,
    });
  });

  test.each<[string, string | Buffer, RegExp]>([
    ['has a missing column', 'category,sub_item\nFood,Yam\n', /^The column "sub_category" is missing/],
    ['has no lines', 'category,sub_category,sub_item\n', /^The file contains no sub-item\.$/],
    ['has a line with too few cells', `${MARKET}Food,Tubers\n`, /^The file can't be read: Invalid Record Length/],
    ['has an empty name', `${MARKET}Food,,Yam\n`, /^Line 7: "sub_category" must be 1 to 80/],
    ['is encoded in Latin-1', Buffer.from(`${MARKET}Food,Tubers,Ca\xe7a\n`, 'latin1'), /^Line 7: "sub_item" must be/],
    ['has an invalid slug', 'category,sub_category,sub_item,slug\nA,B,C,No Slug\n', /^Line 2: "No Slug" is not a slug/],
    [
      'has a name without letters or digits',
      `${MARKET}Food,Tubers,!!\n`.replaceAll('Tubers', '??'),
      /^Line 2: no unused slug can be/,
    ],
    [
      'moves a sub-item',
      'category,sub_category,sub_item,slug\nA,B,C,c\nA,D,C,c\n',
      /^Line 3: "c" exists under another parent/,
    ],
    [
      'contains a sub-item twice',
      'category,sub_category,sub_item,slug\nA,B,C,c\nA,B,C,d\n',
      /^Line 3: "C" already exists/,
    ],
  ])('is refused as a whole when it %s', async (_, text, refused) => {
    expect(await runImport(text)).toEqual({ refused: expect.stringMatching(refused) });
    expect(await readMenu()).toEqual([]);
  });

  it('is imported once by two concurrent imports', async () => {
    await writeFile(file, MARKET);
    const blocker = await shop.db.startTransaction().execute();
    await lockCatalogKeys(blocker);
    const imports = Promise.all([0, 1].map(() => importCategories(shop.db, file, LIVE_ACT)));
    await waitUntilBlocked(shop.db, 2);
    await blocker.commit().execute();
    expect(await imports).toEqual(expect.arrayContaining([counts(2, 4, 5), counts(0, 0, 0, { unchanged: 5 })]));
    expect(await readSlugs()).toHaveLength(5);
  });
});
