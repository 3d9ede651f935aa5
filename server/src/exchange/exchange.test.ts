import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { seedMarket } from '../catalog/index.ts';
import { openDatabase, openPool } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { PermanentJobError } from '../platform/jobs.ts';
import { samplePicture } from '../ports/media/media.suite.ts';
import { createBuyer, expirePaymentTime, runMinuteJobs, stockOf } from '../testing/buyer.ts';
import { databaseUrlOf } from '../testing/node.ts';
import { DRY_ACT, LIVE_ACT } from '../testing/operator.ts';
import { addMerchant, addProduct, addSubItem, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { exportProducts } from './export.service.ts';
import { FORMATS, type FormatName } from './format.ts';
import { type ImportRequest, importProducts } from './import.service.ts';

const SHOP_URL = 'http://shop.test';
const CLI_MAIN = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

let shop: TestShop;
let folder: string;
let subItem: { categoryId: number; subItemId: number };
let category: string;
/** The slug of the current test's merchant. */
let merchant: string;
let merchantId: MerchantId;
/** Downloadable pictures by URL; all other URLs are refused. */
const downloads = new Map<string, Buffer>();
let fetched: string[] = [];

beforeAll(async () => {
  shop = await openTestShop({}, undefined, { fetchPicture });
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-import-'));
  subItem = await addSubItem(shop.db);
  category = `s${subItem.subItemId}`;
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  merchantId = await addMerchant(shop.db);
  ({ slug: merchant } = await shop.db
    .selectFrom('merchant')
    .select('slug')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow());
  fetched = [];
});

const fetchPicture = async (url: string) => {
  fetched.push(url);
  const bytes = downloads.get(url);
  return bytes ? { bytes } : { refused: 'inside.test has a private address.' };
};
const createDeps = () => ({
  db: shop.db,
  media: shop.media,
  publicUrl: SHOP_URL,
  fetchPicture,
});

let fileCount = 0;
const writeTempFile = async (content: string | Buffer, name = 'products.csv'): Promise<string> => {
  const file = join(folder, `${++fileCount}-${name}`);
  await writeFile(file, content);
  return file;
};

const createRequest = (file: string, more: Partial<ImportRequest> = {}): ImportRequest => ({
  file,
  merchant,
  categories: undefined,
  pictures: undefined,
  report: `${file}.report.csv`,
  weight_grams: undefined,
  stock: undefined,
  set_stock: false,
  ...more,
});
const runImport = (file: string, more: Partial<ImportRequest> = {}, options = LIVE_ACT) =>
  importProducts(createDeps(), createRequest(file, more), { ...options, onProgress: () => undefined });
const readReport = async (file: string): Promise<string[]> =>
  (await readFile(`${file}.report.csv`, 'utf8')).trimEnd().split('\n').slice(1);
const expectedResult = (counts: { added?: number; changed?: number; unchanged?: number; refused?: number }) => ({
  added: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  processedBefore: 0,
  stopped: false,
  hasReport: (counts.refused ?? 0) > 0,
  ...counts,
});

const COLUMNS = [
  'handle',
  'sku',
  'title',
  'category',
  'weight_grams',
  'price',
  'stock',
  'pictures',
  'description',
] as const;
type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;
const formatLine = (cells: Cells): string => {
  const all: Cells = {
    title: `Product ${cells.handle}`,
    category,
    weight_grams: '500',
    price: '1200.50',
    stock: '3',
    ...cells,
  };
  // Without formatCsvLine, which escapes formulas.
  return `${COLUMNS.map((column) => `"${(all[column] ?? '').replaceAll('"', '""')}"`).join(',')}\n`;
};
const formatCsv = (...lines: Cells[]): string => `${COLUMNS.join(',')}\n${lines.map(formatLine).join('')}`;
const createLines = (count: number, prefix = 'p'): Cells[] =>
  Array.from({ length: count }, (_, n) => ({ handle: `${prefix}${n}` }));

const readProducts = () =>
  shop.db.selectFrom('product').selectAll().where('merchant_id', '=', merchantId).orderBy('id').execute();
const readHandles = async () => (await readProducts()).map(({ slug }) => slug);
const readPictures = async () =>
  (
    await shop.db
      .selectFrom('product_picture')
      .innerJoin('product', 'product.id', 'product_id')
      .select(['slug', 'key', 'alt'])
      .where('merchant_id', '=', merchantId)
      .orderBy('product_id')
      .orderBy('position')
      .execute()
  ).map(({ slug, key, alt }) => ({ slug, key, alt }));
const readListCounts = async () => {
  const counts = await sql<{ products: number; in_stock: number }>`
    select products, in_stock from list_bucket where list = ${`m${merchantId}`} and axis = 't'`.execute(shop.db);
  return counts.rows[0];
};

describe('an import', () => {
  it('adds products to the shop, its search and its counts; a second import changes nothing', async () => {
    const file = await writeTempFile(
      formatCsv({ handle: 'zobo', title: 'Zobo leaves quixotic', stock: '0' }, ...createLines(300)),
    );
    expect(await runImport(file)).toEqual(expectedResult({ added: 301 }));
    const [first] = await readProducts();
    expect(first).toMatchObject({
      slug: 'zobo',
      title: 'Zobo leaves quixotic',
      sub_item_id: subItem.subItemId,
      category_id: subItem.categoryId,
      price_kobo: 120_050,
      weight_grams: 500,
      origin: 'Lagos, Nigeria',
      brand: null,
    });
    expect(await readListCounts()).toEqual({ products: 301, in_stock: 300 });
    const response = await shop.app.inject('/backend/api/products/?search=quixotik');
    expect(response.json()).toMatchObject({ count: 1, results: [{ id: first?.id }] });
    expect(await runImport(file)).toEqual(expectedResult({ unchanged: 301 }));
    expect(await shop.db.selectFrom('import_run').selectAll().execute()).toEqual([]);
  });

  it('reports each change to the caches, and none on a dry run', async () => {
    const countChanges = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from catalog_change`.execute(shop.db);
      return rows[0]?.n ?? 0;
    };
    const before = await countChanges();
    const first = await writeTempFile(formatCsv(...createLines(30)));
    await runImport(first);
    expect(await countChanges()).toBe(before + 30);
    await runImport(await writeTempFile(formatCsv(...createLines(30).map((cells) => ({ ...cells, price: '7' })))));
    expect(await countChanges()).toBe(before + 60);
    await runImport(first, {}, DRY_ACT);
    expect(await countChanges()).toBe(before + 60);
  });

  it('matches products by SKU, then by handle, and leaves fields without a column unchanged', async () => {
    await runImport(
      await writeTempFile(formatCsv({ handle: 'a', sku: 'A-1' }, { handle: 'b', sku: 'B-1' }, { handle: 'c' })),
    );
    const before = await readProducts();
    await sql`update product set warranty = 'A year.', keywords = '{one}' where slug = 'a' and merchant_id = ${merchantId}`.execute(
      shop.db,
    );
    const file = await writeTempFile(
      formatCsv(
        { handle: 'a2', sku: 'A-1' },
        { handle: 'a', sku: 'A-2' },
        { handle: 'c', sku: 'B-1' },
        { handle: 'c', price: '9' },
      ),
    );
    expect(await runImport(file)).toEqual(expectedResult({ added: 1, changed: 2, refused: 1 }));
    expect(await readReport(file)).toEqual([
      '4,c,"The SKU belongs to the product ""b"", the handle to another product."',
    ]);
    expect(
      (await readProducts()).map(({ id, slug, sku, warranty, keywords }) => [
        before.findIndex((one) => one.id === id),
        slug,
        sku,
        warranty,
        keywords,
      ]),
    ).toEqual([
      [0, 'a2', 'A-1', 'A year.', ['one']],
      [1, 'b', 'B-1', null, []],
      [2, 'c', null, null, []],
      [-1, 'a', 'A-2', null, []],
    ]);
  });

  it('accepts a handle that an earlier line of the file released', async () => {
    await runImport(await writeTempFile(formatCsv({ handle: 'x', sku: 'X' }, { handle: 'y', sku: 'Y' })));
    const file = await writeTempFile(formatCsv({ handle: 'z', sku: 'X' }, { handle: 'x', sku: 'Y' }));
    expect(await runImport(file)).toEqual(expectedResult({ changed: 2 }));
    expect((await readProducts()).map(({ slug, sku }) => [slug, sku])).toEqual([
      ['z', 'X'],
      ['x', 'Y'],
    ]);
  });

  it('maps external categories with a mapping file', async () => {
    const other = await addSubItem(shop.db);
    const mapping = await writeTempFile(
      `# external, own\n"Food > Yams, fresh",${category}\nClothing,s${other.subItemId}\n`,
      'map.csv',
    );
    const file = await writeTempFile(
      formatCsv(
        { handle: 'a', category: 'food >  YAMS, fresh' },
        { handle: 'b', category: 'Clothing > Shirts' },
        { handle: 'c', category: `Sub-item ${subItem.subItemId}` },
        { handle: 'd', category: 'Elsewhere' },
      ),
    );
    expect(await runImport(file, { categories: mapping })).toEqual(expectedResult({ added: 3, refused: 1 }));
    expect((await readProducts()).map(({ sub_item_id }) => sub_item_id)).toEqual([
      subItem.subItemId,
      other.subItemId,
      subItem.subItemId,
    ]);
    expect(await readReport(file)).toEqual([
      '5,d,"The shop has no category for ""Elsewhere"": add a line to the category mapping."',
    ]);
    await appendFile(mapping, `*,${category}\n`);
    expect(await runImport(file, { categories: mapping })).toEqual(expectedResult({ added: 1, unchanged: 3 }));
    await appendFile(mapping, 'Hats,nowhere\n');
    expect(await runImport(file, { categories: mapping })).toEqual({
      refused: 'A line of the category mapping must be a name and one of the shop\'s sub-items: "Hats,nowhere".',
    });
  });

  it('uses the defaults of the request for missing values of new products', async () => {
    const file = await writeTempFile(formatCsv({ handle: 'a', weight_grams: '0', stock: '' }));
    expect(await runImport(file)).toEqual(expectedResult({ refused: 1 }));
    expect(await readReport(file)).toEqual(['2,a,The weight is missing: set a default with --weight.']);
    expect(await runImport(file, { weight_grams: 70 })).toEqual(expectedResult({ refused: 1 }));
    expect(await readReport(file)).toEqual(['2,a,The stock is missing: set a default with --stock.']);
    expect(await runImport(file, { weight_grams: 70, stock: 5 })).toEqual(expectedResult({ added: 1 }));
    await expect(readReport(file)).rejects.toThrow('ENOENT');
    // Defaults do not replace stored values, and neither does a file without a stock column.
    expect(await runImport(file, { stock: 9, set_stock: true })).toEqual(expectedResult({ unchanged: 1 }));
    expect(await runImport(file, { weight_grams: 80, stock: 9 })).toEqual(expectedResult({ unchanged: 1 }));
  });

  it('changes nothing on a dry run, and writes the same report', async () => {
    const file = await writeTempFile(
      formatCsv(
        { handle: 'a' },
        { handle: 'b', price: 'much' },
        { handle: 'a' },
        { handle: 'c', pictures: 'https://cdn.test/none.png' },
      ),
    );
    expect(await runImport(file, {}, DRY_ACT)).toEqual(expectedResult({ added: 2, refused: 2 }));
    const report = await readReport(file);
    expect(await readProducts()).toEqual([]);
    expect(await shop.db.selectFrom('import_run').selectAll().execute()).toEqual([]);
    expect(await runImport(file)).toEqual(expectedResult({ added: 2, refused: 2 }));
    expect(await readReport(file)).toEqual(report);
  });
});

describe('pictures', () => {
  it('are downloaded once, re-encoded, and reused by their URL', async () => {
    const png = await sharp({ create: { width: 3000, height: 300, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Artist: 'Ada' } })
      .png()
      .toBuffer();
    downloads.set('https://cdn.test/red.png', png);
    const file = await writeTempFile(
      formatCsv(
        { handle: 'a', title: 'Red thing', pictures: 'https://cdn.test/red.png' },
        { handle: 'b', pictures: 'https://cdn.test/red.png' },
      ),
    );
    expect(await runImport(file, {}, DRY_ACT)).toEqual(expectedResult({ added: 2 }));
    expect(await runImport(file)).toEqual(expectedResult({ added: 2 }));
    const [first, second] = await readPictures();
    expect(first).toEqual({ slug: 'a', key: expect.stringMatching(/^products\/[0-9a-f]{32}$/), alt: 'Red thing' });
    expect(second?.key).toBe(first?.key);
    const stored = await shop.media.read(first?.key ?? '');
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 160 });
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
    expect(await runImport(file)).toEqual(expectedResult({ unchanged: 2 }));
    // Once on the dry run, once on the import.
    expect(fetched).toEqual(['https://cdn.test/red.png', 'https://cdn.test/red.png']);
  });

  it('are read from the picture folder only', async () => {
    const pictures = join(folder, 'pictures');
    await mkdir(join(pictures, 'deep'), { recursive: true });
    await writeFile(join(pictures, 'deep', 'ok.webp'), await samplePicture('green'));
    await writeFile(join(folder, 'secret.webp'), await samplePicture('blue'));
    await symlink(join(folder, 'secret.webp'), join(pictures, 'link.webp'));
    await writeFile(join(pictures, 'page.jpg'), '<html>');
    await writeFile(join(pictures, 'broken.png'), Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'));
    const file = await writeTempFile(
      formatCsv(
        ...[
          'deep/ok.webp',
          '../secret.webp',
          'link.webp',
          join(folder, 'secret.webp'),
          'none.jpg',
          'page.jpg',
          'broken.png',
          'deep',
        ].map((source, n) => ({ handle: `f${n}`, pictures: source })),
      ),
    );
    expect(await runImport(file, { pictures })).toEqual(expectedResult({ added: 1, refused: 7 }));
    expect(await readHandles()).toEqual(['f0']);
    expect((await readReport(file)).map((text) => text.replace(folder, ''))).toEqual([
      '3,f1,The picture ../secret.webp is outside the picture folder.',
      '4,f2,The picture link.webp is outside the picture folder.',
      '5,f3,The picture /secret.webp is outside the picture folder.',
      '6,f4,The picture none.jpg does not exist.',
      '7,f5,"The picture page.jpg is not a JPEG, PNG, WebP, GIF or AVIF file."',
      '8,f6,The picture broken.png is damaged.',
      "9,f7,The picture deep can't be read (EISDIR).",
    ]);
    expect(await runImport(file)).toMatchObject({ refused: 8 });
    expect((await readReport(file))[0]).toBe(
      '2,f0,"The picture deep/ok.webp is not a URL, and no picture folder is given."',
    );
  });

  it('of the shop are reused by their URL; private pictures of users are refused', async () => {
    await shop.media.put('products/stored', await samplePicture('red'));
    await shop.media.put('people/somebody', await samplePicture('red'));
    const file = await writeTempFile(
      formatCsv(
        ...['products/stored', 'people/somebody', 'products/none', '../x'].map((key, n) => ({
          handle: `k${n}`,
          pictures: `${SHOP_URL}/media/${key}/400.webp`,
        })),
      ),
    );
    expect(await runImport(file)).toEqual(expectedResult({ added: 1, refused: 3 }));
    expect(await readPictures()).toMatchObject([{ slug: 'k0', key: 'products/stored' }]);
    expect(fetched).toEqual([]);
  });

  it('are replaced when the file changes; if a picture is unavailable, the pictures stay unchanged', async () => {
    downloads.set('https://cdn.test/1.webp', await samplePicture('red'));
    downloads.set('https://cdn.test/2.webp', await samplePicture('blue'));
    const withPictures = async (pictures: string, price = '5') =>
      runImport(await writeTempFile(formatCsv({ handle: 'a', price, pictures })));
    await withPictures('https://cdn.test/1.webp, https://cdn.test/2.webp');
    const [one, two] = await readPictures();
    expect(await withPictures('https://cdn.test/2.webp, https://cdn.test/1.webp')).toEqual(
      expectedResult({ changed: 1 }),
    );
    expect(await readPictures()).toEqual([two, one]);
    expect(await withPictures('https://cdn.test/1.webp, https://inside.test/3.webp', '9')).toEqual({
      ...expectedResult({ changed: 1 }),
      hasReport: true,
    });
    expect(await readPictures()).toEqual([two, one]);
    expect((await readProducts())[0]).toMatchObject({ price_kobo: 900 });
    expect(await withPictures('')).toEqual(expectedResult({ changed: 1 }));
    expect(await readPictures()).toEqual([]);
  });
});

describe('an unreachable picture URL', () => {
  const DEAD = 'https://cdn.test/dead.webp';
  const runJobs = async () => {
    // Makes the job due now; otherwise its first attempt is due in an hour.
    await sql`update pgboss.job set start_after = now() where name = 'fetch_missing_pictures'`.execute(shop.db);
    return shop.jobs.runDue();
  };
  const importDead = async (cells: Cells = {}) => {
    const file = await writeTempFile(
      formatCsv({ handle: 'a', title: 'Mat', pictures: `https://cdn.test/live.webp, ${DEAD}`, ...cells }),
    );
    return { file, result: await runImport(file) };
  };
  beforeEach(async () => {
    await sql`delete from pgboss.job where name = 'fetch_missing_pictures'`.execute(shop.db);
    await sql`delete from import_picture`.execute(shop.db);
    downloads.delete(DEAD);
    downloads.set('https://cdn.test/live.webp', await samplePicture('red'));
  });

  it('does not refuse the product: it has its other pictures, and the report names the missing one', async () => {
    const { file, result } = await importDead();
    expect(result).toEqual({ ...expectedResult({ added: 1 }), hasReport: true });
    expect(await readReport(file)).toEqual([
      `2,a,The picture ${DEAD} can't be downloaded. inside.test has a private address. It is fetched again later.`,
    ]);
    expect(await readPictures()).toHaveLength(1);
  });

  it('is fetched again later, and the product then has all its pictures in order', async () => {
    await importDead({ pictures: `${DEAD}, https://cdn.test/live.webp` });
    const [live] = await readPictures();
    expect(await runJobs()).toEqual([expect.objectContaining({ message: expect.stringContaining(DEAD) })]);
    expect(await readPictures()).toEqual([live]);
    downloads.set(DEAD, await samplePicture('blue'));
    expect(await runJobs()).toEqual([]);
    expect(await readPictures()).toEqual([expect.objectContaining({ slug: 'a', alt: 'Mat' }), live]);
    expect((await readPictures())[0]?.key).not.toBe(live?.key);
  });

  it('leaves the pictures of a known product until all are there', async () => {
    await importDead({ pictures: 'https://cdn.test/live.webp' });
    const before = await readPictures();
    await importDead({ pictures: DEAD, price: '9' });
    expect(await readPictures()).toEqual(before);
    downloads.set(DEAD, await samplePicture('blue'));
    expect(await runJobs()).toEqual([]);
    expect(await readPictures()).toHaveLength(1);
    expect(await readPictures()).not.toEqual(before);
  });

  it('changes nothing once somebody has changed the pictures, or the product is gone', async () => {
    await importDead();
    await importDead({ pictures: '' });
    downloads.set(DEAD, await samplePicture('blue'));
    expect(await runJobs()).toEqual([]);
    expect(await readPictures()).toEqual([]);
    downloads.delete(DEAD);
    await sql`delete from import_picture`.execute(shop.db);
    await importDead();
    await sql`delete from product where merchant_id = ${merchantId}`.execute(shop.db);
    downloads.set(DEAD, await samplePicture('blue'));
    expect(await runJobs()).toEqual([]);
  });

  it('is queued once, even if the file is imported again, and is given up after some days', async () => {
    const { file } = await importDead();
    await runImport(file);
    await runImport(file);
    const countJobs = async () =>
      (await sql`select from pgboss.job where name = 'fetch_missing_pictures'`.execute(shop.db)).rows.length;
    expect(await countJobs()).toBe(1);
    let attempts = 0;
    for (; attempts < 20; attempts++) {
      const [error] = await runJobs();
      if (error instanceof PermanentJobError) break;
      expect(error).toBeInstanceOf(Error);
    }
    expect(attempts).toBe(8);
    expect(await runJobs()).toEqual([]);
  });
});

describe('invalid input', () => {
  it('is reported line by line, and valid lines are imported', async () => {
    downloads.set('https://cdn.test/page.jpg', Buffer.from('<html>no picture</html>'));
    const validLine = (handle: string) => formatLine({ handle });
    const content = Buffer.concat([
      Buffer.from('\ufeff'),
      Buffer.from(`${COLUMNS.join(',')}\r\n`),
      Buffer.from(validLine('first').replace('\n', '\r\n')),
      Buffer.from(formatLine({ handle: 'text', price: 'two thousand' })),
      Buffer.from(formatLine({ handle: 'formula', title: '=HYPERLINK("http://x")' })),
      Buffer.from(formatLine({ handle: 'first' })),
      // "Café" in Windows-1252.
      Buffer.from(formatLine({ handle: 'latin', title: 'Caf?' }).replace('?', '\xe9'), 'latin1'),
      Buffer.from('short,line\n'),
      Buffer.from(formatLine({ handle: 'page', pictures: 'https://cdn.test/page.jpg' })),
      Buffer.from(formatLine({ handle: 'inside', pictures: 'http://169.254.169.254/latest' })),
      Buffer.from(formatLine({ handle: 'lines', description: 'a\nb' })),
      Buffer.from(formatLine({ handle: 'large', description: 'x'.repeat(5_000_000) })),
      Buffer.from('\n'),
      Buffer.from(validLine('last')),
    ]);
    const file = await writeTempFile(content);
    expect(await runImport(file)).toEqual(expectedResult({ added: 5, refused: 6 }));
    expect(await readHandles()).toEqual(['first', 'page', 'inside', 'lines', 'last']);
    expect(await readListCounts()).toEqual({ products: 5, in_stock: 5 });
    expect(await readReport(file)).toEqual([
      '3,text,"The price ""two thousand"" is not an amount such as 12450.50."',
      '4,formula,"A cell is a formula: ""title""."',
      '5,first,It is the same product as on line 2.',
      '6,latin,The title contains bytes that are not UTF-8: save the file as UTF-8.',
      '7,,"The line has 2 cells, but there are 9 columns."',
      '8,page,"The picture https://cdn.test/page.jpg is not a JPEG, PNG, WebP, GIF or AVIF file. It is fetched again later."',
      "9,inside,The picture http://169.254.169.254/latest can't be downloaded. inside.test has a private address. It is fetched again later.",
      '12,,"""description"" is 5000000 characters long; the maximum is 500000."',
    ]);
  });

  test.each<[string, string | Buffer, string]>([
    ['a file with other columns', 'a,b\n1,2\n', 'The columns of the first line match no product file'],
    [
      'a file without a required column',
      'handle,price,category\nx,1,y\n',
      'The file matches the shop’s own CSV, but has no column "title".',
    ],
    ['an empty file', '', 'The file is empty.'],
    [
      'a JSON array',
      '[{"handle":"a"}]',
      'The file is one JSON array: write one object on each line, without brackets around them.',
    ],
    ['UTF-16', Buffer.from('\ufeffhandle,title', 'utf16le'), 'The file is not UTF-8 text: save it as CSV UTF-8.'],
    [
      'a picture',
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'),
      'The file is not UTF-8 text: save it as CSV UTF-8.',
    ],
  ])('is refused when it is %s', async (_, content, refused) => {
    expect(await runImport(await writeTempFile(content))).toEqual({ refused: expect.stringContaining(refused) });
    expect(await readProducts()).toEqual([]);
  });

  it('is refused when the file or the merchant does not exist', async () => {
    expect(await runImport(join(folder, 'none.csv'))).toEqual({
      refused: expect.stringMatching(/none\.csv can't be read or written \(ENOENT\)\.$/),
    });
    expect(await runImport(await writeTempFile(formatCsv()), { merchant: 'nobody' })).toEqual({
      refused: 'There is no merchant "nobody".',
    });
  });

  it('is read up to a quotation mark that is not closed', async () => {
    const file = await writeTempFile(
      `${formatCsv({ handle: 'a' })}"b,never closed\n${formatLine({ handle: 'c' }).replaceAll('"', '')}`,
    );
    expect(await runImport(file)).toEqual({ ...expectedResult({ added: 1, refused: 1 }), stopped: true });
    expect(await readReport(file)).toEqual([
      '3,,A quotation mark is opened on this line and never closed: the rest of the file is not read.',
    ]);
  });

  it('is reported by line number in JSON files', async () => {
    const valid = { handle: 'j', title: 'J', category, price: 5, weight_grams: 10, stock: 1 };
    const file = await writeTempFile(
      `\ufeff${JSON.stringify(valid)}\n\n{broken\n${JSON.stringify({ ...valid, handle: 'k', merchant: 'nobody' })}\n{"x":"${'x'.repeat(3_000_000)}"}\n${JSON.stringify({ ...valid, handle: 'l' })}`,
      'products.json',
    );
    expect(await runImport(file)).toEqual(expectedResult({ added: 2, refused: 3 }));
    expect(await readReport(file)).toEqual([
      '3,,The line is not JSON: each line must be one object.',
      '4,k,"There is no merchant ""nobody""."',
      '5,,The line is longer than 2000000 bytes.',
    ]);
  });

  it('can be separated by semicolons', async () => {
    const file = await writeTempFile(`handle;title;category;price;weight_grams;stock\na;A, b;${category};5;1;1\n`);
    expect(await runImport(file)).toEqual(expectedResult({ added: 1 }));
  });
});

describe('export and import', () => {
  const addProducts = async () => {
    await shop.media.put('products/one', await samplePicture('red'));
    await shop.media.put('products/two', await samplePicture('blue'));
    const merchant_id = merchantId;
    await addProduct(shop.db, { merchant_id, place: subItem, slug: 'plain', description: 'One.\n\nTwo\nlines.' });
    await addProduct(shop.db, {
      merchant_id,
      place: subItem,
      slug: 'full',
      sku: 'F, "1"',
      title: '=1+1, "quoted" & <b>',
      brand: "'=odd",
      origin: 'Ìbàdàn',
      description: '<p>not markup</p>\n- a, b\\n',
      warranty: '+2 years',
      keywords: ['a, b', '-c', 'd\\'],
      price_kobo: 333_333,
      discount_percent: 33,
      weight_grams: 1,
      stock: 0,
      listed_at: '2026-02-03T04:05:06.789Z',
      pictures: [
        { key: 'products/two', alt: 'Two, "2"' },
        { key: 'products/one', alt: 'One' },
      ],
    });
  };
  const exportToFile = async (format: FormatName): Promise<string> => {
    const file = join(folder, `${++fileCount}.out`);
    const result = await exportProducts(
      createDeps(),
      { file, format, merchant },
      { dryRun: false, onProgress: () => undefined },
    );
    expect(result).toEqual({ products: 2 });
    return file;
  };

  test.each(FORMATS)('in the format %s change nothing, and restore deleted products', async (format) => {
    await addProducts();
    const before = await readProducts();
    const pictures = await readPictures();
    const file = await exportToFile(format);
    expect(await runImport(file)).toEqual(expectedResult({ unchanged: 2 }));
    expect(await readProducts()).toEqual(before);
    await shop.db.deleteFrom('product').where('merchant_id', '=', merchantId).execute();
    expect(await runImport(file)).toEqual(expectedResult({ added: 2 }));
    const withoutIds = (rows: typeof before) => rows.map(({ id: _, ...rest }) => rest);
    expect(withoutIds(await readProducts())).toEqual(withoutIds(before));
    expect(await readPictures()).toEqual(pictures);
    expect(await readFile(await exportToFile(format), 'utf8')).toBe(await readFile(file, 'utf8'));
    expect(fetched).toEqual([]);
  });

  it('are complete for many products, and a dry run writes no file', async () => {
    await runImport(await writeTempFile(formatCsv(...createLines(510))));
    const file = join(folder, 'many.csv');
    const parts: number[] = [];
    const request = { file, format: 'csv', merchant } as const;
    expect(await exportProducts(createDeps(), request, { dryRun: true, onProgress: () => undefined })).toEqual({
      products: 510,
    });
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    expect(
      await exportProducts(createDeps(), request, { dryRun: false, onProgress: ({ part }) => parts.push(part) }),
    ).toEqual({ products: 510 });
    expect(parts).toEqual([500 / 510, 1]);
    expect((await readFile(file, 'utf8')).split('\n').length).toBe(512);
    expect(await runImport(file)).toEqual(expectedResult({ unchanged: 510 }));
    expect(
      await exportProducts(
        createDeps(),
        { ...request, merchant: 'nobody' },
        { dryRun: false, onProgress: () => undefined },
      ),
    ).toEqual({
      refused: 'There is no merchant "nobody".',
    });
  });

  it('is not ended by the database while a slow disk holds it up', async () => {
    await addProduct(shop.db, { merchant_id: merchantId, place: subItem });
    const url = `${databaseUrlOf(shop.connection)}&options=${encodeURIComponent('-c idle_in_transaction_session_timeout=50')}`;
    const pool = openPool(url, 1, () => undefined);
    const stall = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    const exported = await exportProducts(
      { db: openDatabase(pool), publicUrl: SHOP_URL },
      { file: join(folder, 'slow.csv'), format: 'shopify', merchant },
      { dryRun: false, onProgress: stall },
    );
    expect(exported).toEqual({ products: 1 });
    await pool.end();
  });
});

describe('the demo market', () => {
  let market: TestShop;
  beforeAll(async () => {
    market = await openTestShop();
    await seedMarket(market.db, market.media);
  });
  afterAll(() => market.close());

  test.each(FORMATS)('is exported as %s and imported without changes', async (format) => {
    const { db, media } = market;
    const marketDeps = { ...createDeps(), db, media };
    const all = await db.selectFrom('merchant').select('slug').orderBy('id').execute();
    const slugs = format === 'json' || format === 'csv' ? [undefined] : all.map(({ slug }) => slug);
    let unchanged = 0;
    for (const slug of slugs) {
      const file = join(folder, `market-${slug}.${format}`);
      await exportProducts(
        marketDeps,
        { file, format, merchant: slug },
        { dryRun: false, onProgress: () => undefined },
      );
      const imported = await importProducts(marketDeps, createRequest(file, { merchant: slug }), {
        ...LIVE_ACT,
        onProgress: () => undefined,
      });
      expect(imported).toMatchObject({ added: 0, changed: 0, refused: 0 });
      if ('unchanged' in imported) unchanged += imported.unchanged;
    }
    expect(unchanged).toBe(420);
  });
});

describe('the stock of known products', () => {
  const IMPORT_STOCK = { set_stock: true };
  const addDrum = () =>
    addProduct(shop.db, { merchant_id: merchantId, place: subItem, slug: 'drum', stock: 4, price_kobo: 500_000 });
  const exportJson = async (): Promise<string> => {
    const file = join(folder, `${++fileCount}.json`);
    await exportProducts(
      createDeps(),
      { file, format: 'json', merchant },
      { dryRun: false, onProgress: () => undefined },
    );
    return file;
  };
  const editFile = async (file: string, changes: { price?: number; stock?: number }) => {
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, lines.map((line) => JSON.stringify({ ...JSON.parse(line), ...changes })).join('\n'));
  };
  const readDrum = async () => {
    const [drum] = await readProducts();
    return { stock: drum?.stock, price_kobo: drum?.price_kobo };
  };
  const orderDrums = async (drumId: ProductId, quantity: number) => {
    const buyer = await createBuyer(shop, [[drumId, quantity]]);
    return { buyer, ...(await buyer.placeOrder()) };
  };
  const expireOrder = async (id: string) => {
    await expirePaymentTime(shop.db, id);
    await runMinuteJobs(shop);
  };

  it('stays when a file is exported, units are sold, and the file is imported with a new price', async () => {
    const drumId = await addDrum();
    const file = await exportJson();
    const { reference, buyer, id } = await orderDrums(drumId, 4);
    const paid = await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
    const { pathname, search } = new URL(String(paid.headers.location));
    await shop.app.inject({ url: pathname + search });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid' });
    await editFile(file, { price: 777 });
    expect(await runImport(file)).toEqual(expectedResult({ changed: 1 }));
    expect(await readDrum()).toEqual({ stock: 0, price_kobo: 77_700 });
  });

  it('stays when units are held by an unpaid order, and the order returns exactly its units', async () => {
    const drumId = await addDrum();
    const file = await exportJson();
    const { id } = await orderDrums(drumId, 3);
    expect(await runImport(file)).toEqual(expectedResult({ unchanged: 1 }));
    expect(await readDrum()).toMatchObject({ stock: 1 });
    await expireOrder(id);
    expect(await readDrum()).toMatchObject({ stock: 4 });
  });

  it('is replaced with --set-stock, and the report says what was replaced', async () => {
    const drumId = await addDrum();
    const file = await exportJson();
    await editFile(file, { stock: 9 });
    const expected = { ...expectedResult({ changed: 1 }), hasReport: true };
    expect(await runImport(file, IMPORT_STOCK, DRY_ACT)).toEqual(expected);
    expect(await stockOf(shop.db, drumId)).toBe(4);
    expect(await runImport(file, IMPORT_STOCK)).toEqual(expected);
    expect(await stockOf(shop.db, drumId)).toBe(9);
    expect(await readReport(file)).toEqual(['1,drum,The stock was set to 9; it was 4.']);
    expect(await runImport(file, IMPORT_STOCK)).toEqual(expectedResult({ unchanged: 1 }));
    await expect(readReport(file)).rejects.toThrow('ENOENT');
  });

  it('counts held units with --set-stock, so that an expired order adds no units that do not exist', async () => {
    const drumId = await addDrum();
    const before = await exportJson();
    const { id } = await orderDrums(drumId, 3);
    // A file counts the held units, whether it was exported before or after the order.
    const after = await exportJson();
    expect(await readFile(after, 'utf8')).toBe(await readFile(before, 'utf8'));
    expect(await runImport(after, IMPORT_STOCK)).toEqual(expectedResult({ unchanged: 1 }));
    await editFile(after, { stock: 6 });
    expect(await runImport(after, IMPORT_STOCK)).toMatchObject({ changed: 1 });
    expect(await stockOf(shop.db, drumId)).toBe(3);
    await expireOrder(id);
    expect(await stockOf(shop.db, drumId)).toBe(6);
  });

  it('is not set below the units that unpaid orders hold; the rest of the line is imported', async () => {
    const drumId = await addDrum();
    const file = await exportJson();
    const { id } = await orderDrums(drumId, 3);
    await editFile(file, { stock: 2, price: 777 });
    expect(await runImport(file, IMPORT_STOCK)).toMatchObject({ changed: 1, refused: 0, hasReport: true });
    expect(await readDrum()).toEqual({ stock: 1, price_kobo: 77_700 });
    expect(await readReport(file)).toEqual(['1,drum,The stock was not set to 2: unpaid orders hold 3.']);
    await expireOrder(id);
    expect(await readDrum()).toMatchObject({ stock: 4 });
  });

  /** Starts the work while another transaction holds the product, and waits until all of it is blocked. */
  const whileProductLocked = async <T>(drumId: ProductId, starts: readonly (() => Promise<T>)[]): Promise<T[]> => {
    const blocker = new pg.Client(shop.connection);
    await blocker.connect();
    await blocker.query(`begin; select from product where id = ${drumId} for no key update`);
    const results: Promise<T>[] = [];
    for (const start of starts) {
      results.push(start());
      await waitUntilBlocked(shop.db, results.length);
    }
    await blocker.query('commit');
    await blocker.end();
    return Promise.all(results);
  };

  it('is correct when the unpaid order expires during the import', async () => {
    const drumId = await addDrum();
    const { id } = await orderDrums(drumId, 3);
    const file = await exportJson();
    await editFile(file, { stock: 10 });
    await whileProductLocked<unknown>(drumId, [() => runImport(file, IMPORT_STOCK), () => expireOrder(id)]);
    expect(await stockOf(shop.db, drumId)).toBe(10);
  });

  it('is correct when two imports set it at the same time while units are held', async () => {
    const drumId = await addDrum();
    const { id } = await orderDrums(drumId, 3);
    const [one, two] = [await exportJson(), await exportJson()];
    await editFile(one, { stock: 10 });
    await editFile(two, { stock: 20 });
    await whileProductLocked(drumId, [() => runImport(one, IMPORT_STOCK), () => runImport(two, IMPORT_STOCK)]);
    expect([7, 17]).toContain(await stockOf(shop.db, drumId));
    await expireOrder(id);
    expect([10, 20]).toContain(await stockOf(shop.db, drumId));
  });
});

describe('an interrupted import', () => {
  it('resumes where it was killed, with one complete report', async () => {
    // The last batch waits for the lock of this product.
    const lockedProduct = await addProduct(shop.db, { merchant_id: merchantId, place: subItem, slug: 'p280' });
    const file = await writeTempFile(formatCsv({ handle: 'bad', price: 'x' }, ...createLines(300), { handle: 'p3' }));
    const blocker = new pg.Client(shop.connection);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query(`select from product where id = ${lockedProduct} for update`);
    const child = spawn(process.execPath, [CLI_MAIN, 'products', 'import', file, '--merchant', merchant], {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrlOf(shop.connection),
        DATA_DIR: shop.config.dataDir,
        PUBLIC_URL: SHOP_URL,
        NODE_ENV: 'test',
      },
      stdio: 'inherit',
    });
    const ended = once(child, 'exit');
    await waitUntilBlocked(shop.db, 1);
    const blocked = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(
      shop.db,
    );
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    // A blocked server process does not notice that its client is gone, so terminate it.
    await blocker.query('select pg_terminate_backend($1, 10000)', [blocked.rows[0]?.pid]);
    await blocker.query('commit');
    await blocker.end();

    expect(await readProducts()).toHaveLength(250);
    expect(await readListCounts()).toEqual({ products: 250, in_stock: 250 });
    // A part of the report that belongs to a batch that was not committed.
    await appendFile(`${file}.report.csv`, '999,half,half');
    expect(await runImport(file)).toEqual({
      ...expectedResult({ added: 299, changed: 1, refused: 2 }),
      processedBefore: 249,
    });
    expect(await readProducts()).toHaveLength(300);
    expect(await readListCounts()).toEqual({ products: 300, in_stock: 300 });
    expect(await readReport(file)).toEqual([
      '2,bad,"The price ""x"" is not an amount such as 12450.50."',
      '303,p3,It is the same product as on line 6.',
    ]);
    expect(await runImport(file)).toEqual(expectedResult({ unchanged: 300, refused: 2 }));
  });
});

describe('concurrent imports', () => {
  /** Runs `work` while another transaction holds the lock of the batches. */
  const whileLocked = async (work: () => Promise<void>) => {
    const blocker = new pg.Client(shop.connection);
    await blocker.connect();
    await blocker.query('begin; select pg_advisory_xact_lock(7362004)');
    await work();
    await blocker.query('commit');
    await blocker.end();
  };

  it('refuse the second import of the same file', async () => {
    const file = await writeTempFile(formatCsv(...createLines(10)));
    let first: ReturnType<typeof runImport> | undefined;
    await whileLocked(async () => {
      first = runImport(file);
      await waitUntilBlocked(shop.db, 1);
      expect(await runImport(file, { report: `${file}.other` })).toEqual({
        refused: 'Another import of this file is running.',
      });
    });
    expect(await first).toEqual(expectedResult({ added: 10 }));
    expect(await runImport(file)).toEqual(expectedResult({ unchanged: 10 }));
  });

  it('of two files with the same products store each product once, from one file', async () => {
    const [one, two] = [
      await writeTempFile(formatCsv(...createLines(300))),
      await writeTempFile(
        formatCsv(
          ...createLines(300)
            .toReversed()
            .map((cells) => ({ ...cells, price: '9', title: 'Nine' })),
        ),
      ),
    ];
    let imports: Promise<unknown[]> | undefined;
    await whileLocked(async () => {
      imports = Promise.all([runImport(one), runImport(two)]);
      await waitUntilBlocked(shop.db, 2);
    });
    const results = await imports;
    expect(results).toEqual([expect.objectContaining({ refused: 0 }), expect.objectContaining({ refused: 0 })]);
    const rows = await readProducts();
    expect(rows).toHaveLength(300);
    expect(rows.every(({ title, price_kobo }) => (title === 'Nine') === (price_kobo === 900))).toBe(true);
    expect(await readListCounts()).toEqual({ products: 300, in_stock: 300 });
  });
});

test('a report escapes formulas', async () => {
  const file = await writeTempFile(formatCsv({ handle: "@cmd|' /C calc'!A0" }));
  await runImport(file);
  expect(await readReport(file)).toEqual([`2,'@cmd|' /C calc'!A0,"A cell is a formula: ""handle""."`]);
});
