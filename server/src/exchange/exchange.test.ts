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
import type { MerchantId } from '../platform/ids.ts';
import { samplePicture } from '../ports/media/media.suite.ts';
import { databaseUrlOf } from '../testing/node.ts';
import { addMerchant, addProduct, addSubItem, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { exportProducts } from './export.service.ts';
import { FORMATS, type FormatName } from './format.ts';
import { type ImportRequest, importProducts } from './import.service.ts';

const SHOP = 'http://shop.test';
const MAIN = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

let shop: TestShop;
let folder: string;
let place: { categoryId: number; subItemId: number };
let category: string;
/** The merchant of the test at hand. */
let merchant: string;
let merchantId: MerchantId;
/** Pictures of the internet, by address; what is not there leads inside. */
const internet = new Map<string, Buffer>();
let fetched: string[] = [];

beforeAll(async () => {
  shop = await openTestShop();
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-import-'));
  place = await addSubItem(shop.db);
  category = `s${place.subItemId}`;
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

const deps = () => ({
  db: shop.db,
  media: shop.media,
  publicUrl: SHOP,
  fetchPicture: async (address: string) => {
    fetched.push(address);
    const bytes = internet.get(address);
    return bytes ? { bytes } : { refused: 'inside.test leads to an address inside the network.' };
  },
});

let files = 0;
const write = async (content: string | Buffer, name = 'products.csv'): Promise<string> => {
  const file = join(folder, `${++files}-${name}`);
  await writeFile(file, content);
  return file;
};

const requestOf = (file: string, more: Partial<ImportRequest> = {}): ImportRequest => ({
  file,
  merchant,
  categories: undefined,
  pictures: undefined,
  report: `${file}.refused.csv`,
  weight_grams: undefined,
  stock: undefined,
  ...more,
});
const bringIn = (file: string, more: Partial<ImportRequest> = {}, options = { dryRun: false }) =>
  importProducts(deps(), requestOf(file, more), { ...options, onProgress: () => undefined });
const reportOf = async (file: string): Promise<string[]> =>
  (await readFile(`${file}.refused.csv`, 'utf8')).trimEnd().split('\n').slice(1);
const done = (counts: { added?: number; changed?: number; unchanged?: number; refused?: number }) => ({
  added: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  before: 0,
  stopped: false,
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
const line = (cells: Cells): string => {
  const all: Cells = {
    title: `Product ${cells.handle}`,
    category,
    weight_grams: '500',
    price: '1200.50',
    stock: '3',
    ...cells,
  };
  // Written as they are: csvLine would make formulas harmless.
  return `${COLUMNS.map((column) => `"${(all[column] ?? '').replaceAll('"', '""')}"`).join(',')}\n`;
};
const csv = (...lines: Cells[]): string => `${COLUMNS.join(',')}\n${lines.map(line).join('')}`;
const many = (count: number, prefix = 'p'): Cells[] =>
  Array.from({ length: count }, (_, n) => ({ handle: `${prefix}${n}` }));

const products = () =>
  shop.db.selectFrom('product').selectAll().where('merchant_id', '=', merchantId).orderBy('id').execute();
const handles = async () => (await products()).map(({ slug }) => slug);
const pictureKeys = async () =>
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
const listed = async () => {
  const counted = await sql<{ products: number; in_stock: number }>`
    select products, in_stock from list_bucket where list = ${`m${merchantId}`} and axis = 't'`.execute(shop.db);
  return counted.rows[0];
};

describe('an import', () => {
  it('brings products in as the shop shows them, finds and counts them, and changes nothing the second time', async () => {
    const file = await write(csv({ handle: 'zobo', title: 'Zobo leaves quixotic', stock: '0' }, ...many(600)));
    expect(await bringIn(file)).toEqual(done({ added: 601 }));
    const [first] = await products();
    expect(first).toMatchObject({
      slug: 'zobo',
      title: 'Zobo leaves quixotic',
      sub_item_id: place.subItemId,
      category_id: place.categoryId,
      price_kobo: 120_050,
      weight_grams: 500,
      origin: 'Lagos, Nigeria',
      brand: null,
    });
    expect(await listed()).toEqual({ products: 601, in_stock: 600 });
    const answer = await shop.app.inject('/backend/api/products/?search=quixotik');
    expect(answer.json()).toMatchObject({ count: 1, results: [{ id: first?.id }] });
    expect(await bringIn(file)).toEqual(done({ unchanged: 601 }));
    expect(await shop.db.selectFrom('import_run').selectAll().execute()).toEqual([]);
  });

  it('tells of changes once a batch', async () => {
    const listener = new pg.Client(shop.connection);
    await listener.connect();
    const notices: string[] = [];
    listener.on('notification', ({ payload = '' }) => notices.push(payload));
    await listener.query('listen catalog_changed');
    const first = await write(csv(...many(500)));
    await bringIn(first);
    await bringIn(await write(csv(...many(500).map((cells) => ({ ...cells, price: '7' })))));
    await bringIn(first, {}, { dryRun: true });
    await listener.query('select');
    await listener.end();
    // Two imports of two batches each, each batch once for its products.
    expect(notices).toEqual(['product', 'product', 'product', 'product']);
  });

  it('knows products by SKU, then by handle, and keeps what the file does not speak of', async () => {
    await bringIn(await write(csv({ handle: 'a', sku: 'A-1' }, { handle: 'b', sku: 'B-1' }, { handle: 'c' })));
    const before = await products();
    await sql`update product set warranty = 'A year.', keywords = '{one}' where slug = 'a' and merchant_id = ${merchantId}`.execute(
      shop.db,
    );
    const file = await write(
      csv(
        { handle: 'a2', sku: 'A-1' },
        { handle: 'a', sku: 'A-2' },
        { handle: 'c', sku: 'B-1' },
        { handle: 'c', price: '9' },
      ),
    );
    expect(await bringIn(file)).toEqual(done({ added: 1, changed: 2, refused: 1 }));
    expect(await reportOf(file)).toEqual(['4,c,"The SKU is that of the product ""b"", the handle another one\'s."']);
    expect(
      (await products()).map(({ id, slug, sku, warranty, keywords }) => [
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

  it('lets handles change hands within a file', async () => {
    await bringIn(await write(csv({ handle: 'x', sku: 'X' }, { handle: 'y', sku: 'Y' })));
    const file = await write(csv({ handle: 'z', sku: 'X' }, { handle: 'x', sku: 'Y' }));
    expect(await bringIn(file)).toEqual(done({ changed: 2 }));
    expect((await products()).map(({ slug, sku }) => [slug, sku])).toEqual([
      ['z', 'X'],
      ['x', 'Y'],
    ]);
  });

  it('maps categories by a file', async () => {
    const other = await addSubItem(shop.db);
    const mapping = await write(
      `# theirs, ours\n"Food > Yams, fresh",${category}\nClothing,s${other.subItemId}\n`,
      'map.csv',
    );
    const file = await write(
      csv(
        { handle: 'a', category: 'food >  YAMS, fresh' },
        { handle: 'b', category: 'Clothing > Shirts' },
        { handle: 'c', category: `Sub-item ${place.subItemId}` },
        { handle: 'd', category: 'Elsewhere' },
      ),
    );
    expect(await bringIn(file, { categories: mapping })).toEqual(done({ added: 3, refused: 1 }));
    expect((await products()).map(({ sub_item_id }) => sub_item_id)).toEqual([
      place.subItemId,
      other.subItemId,
      place.subItemId,
    ]);
    expect(await reportOf(file)).toEqual([
      '5,d,"No category of ours is known for ""Elsewhere"": give a line of the mapping to it."',
    ]);
    await appendFile(mapping, `*,${category}\n`);
    expect(await bringIn(file, { categories: mapping })).toEqual(done({ added: 1, unchanged: 3 }));
    await appendFile(mapping, 'Hats,nowhere\n');
    expect(await bringIn(file, { categories: mapping })).toEqual({
      refused: 'A line of the mapping of categories does not lead to one of ours: "Hats,nowhere".',
    });
  });

  it('takes what new products lack from the command', async () => {
    const file = await write(csv({ handle: 'a', weight_grams: '0', stock: '' }));
    expect(await bringIn(file)).toEqual(done({ refused: 1 }));
    expect(await reportOf(file)).toEqual(['2,a,The weight is missing: give one with --weight.']);
    expect(await bringIn(file, { weight_grams: 70 })).toEqual(done({ refused: 1 }));
    expect(await reportOf(file)).toEqual(['2,a,The number in stock is missing: give one with --stock.']);
    expect(await bringIn(file, { weight_grams: 70, stock: 5 })).toEqual(done({ added: 1 }));
    await expect(reportOf(file)).rejects.toThrow('ENOENT');
    // What the shop knows stays.
    expect(await bringIn(file, { weight_grams: 80, stock: 9 })).toEqual(done({ unchanged: 1 }));
  });

  it('tried out changes nothing, and reports the same', async () => {
    const file = await write(
      csv(
        { handle: 'a' },
        { handle: 'b', price: 'much' },
        { handle: 'a' },
        { handle: 'c', pictures: 'https://cdn.test/none.png' },
      ),
    );
    expect(await bringIn(file, {}, { dryRun: true })).toEqual(done({ added: 1, refused: 3 }));
    const report = await reportOf(file);
    expect(await products()).toEqual([]);
    expect(await shop.db.selectFrom('import_run').selectAll().execute()).toEqual([]);
    expect(await bringIn(file)).toEqual(done({ added: 1, refused: 3 }));
    expect(await reportOf(file)).toEqual(report);
  });
});

describe('pictures', () => {
  it('are fetched once, encoded anew, and followed by their address', async () => {
    const png = await sharp({ create: { width: 3000, height: 300, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Artist: 'Ada' } })
      .png()
      .toBuffer();
    internet.set('https://cdn.test/red.png', png);
    const file = await write(
      csv(
        { handle: 'a', title: 'Red thing', pictures: 'https://cdn.test/red.png' },
        { handle: 'b', pictures: 'https://cdn.test/red.png' },
      ),
    );
    expect(await bringIn(file, {}, { dryRun: true })).toEqual(done({ added: 2 }));
    expect(await bringIn(file)).toEqual(done({ added: 2 }));
    const [first, second] = await pictureKeys();
    expect(first).toEqual({ slug: 'a', key: expect.stringMatching(/^products\/[0-9a-f]{32}$/), alt: 'Red thing' });
    expect(second?.key).toBe(first?.key);
    const stored = await shop.media.read(first?.key ?? '');
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 160 });
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
    expect(await bringIn(file)).toEqual(done({ unchanged: 2 }));
    // Once when it was tried out, once for good.
    expect(fetched).toEqual(['https://cdn.test/red.png', 'https://cdn.test/red.png']);
  });

  it('are read from a folder, and from nowhere else', async () => {
    const pictures = join(folder, 'pictures');
    await mkdir(join(pictures, 'deep'), { recursive: true });
    await writeFile(join(pictures, 'deep', 'ok.webp'), await samplePicture('green'));
    await writeFile(join(folder, 'secret.webp'), await samplePicture('blue'));
    await symlink(join(folder, 'secret.webp'), join(pictures, 'link.webp'));
    await writeFile(join(pictures, 'page.jpg'), '<html>');
    await writeFile(join(pictures, 'broken.png'), Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'));
    const file = await write(
      csv(
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
    expect(await bringIn(file, { pictures })).toEqual(done({ added: 1, refused: 7 }));
    expect(await handles()).toEqual(['f0']);
    expect((await reportOf(file)).map((text) => text.replace(folder, ''))).toEqual([
      '3,f1,The picture ../secret.webp lies outside the folder of pictures.',
      '4,f2,The picture link.webp lies outside the folder of pictures.',
      '5,f3,The picture /secret.webp lies outside the folder of pictures.',
      '6,f4,The picture none.jpg is not there.',
      '7,f5,"The picture page.jpg is no JPEG, PNG, WebP, GIF or AVIF."',
      '8,f6,The picture broken.png is broken.',
      "9,f7,The picture deep can't be read (EISDIR).",
    ]);
    expect(await bringIn(file)).toMatchObject({ refused: 8 });
    expect((await reportOf(file))[0]).toBe(
      '2,f0,"The picture deep/ok.webp is no address, and no folder of pictures was given."',
    );
  });

  it('of the shop itself are taken as they are; of people, never', async () => {
    await shop.media.put('products/kept', await samplePicture('red'));
    await shop.media.put('people/somebody', await samplePicture('red'));
    const file = await write(
      csv(
        ...['products/kept', 'people/somebody', 'products/none', '../x'].map((key, n) => ({
          handle: `k${n}`,
          pictures: `${SHOP}/media/${key}/400.webp`,
        })),
      ),
    );
    expect(await bringIn(file)).toEqual(done({ added: 1, refused: 3 }));
    expect(await pictureKeys()).toMatchObject([{ slug: 'k0', key: 'products/kept' }]);
    expect(fetched).toEqual([]);
  });

  it('change with the file, and a product whose picture can’t be had stays as it was', async () => {
    internet.set('https://cdn.test/1.webp', await samplePicture('red'));
    internet.set('https://cdn.test/2.webp', await samplePicture('blue'));
    const withPictures = async (pictures: string, price = '5') =>
      bringIn(await write(csv({ handle: 'a', price, pictures })));
    await withPictures('https://cdn.test/1.webp, https://cdn.test/2.webp');
    const [one, two] = await pictureKeys();
    expect(await withPictures('https://cdn.test/2.webp, https://cdn.test/1.webp')).toEqual(done({ changed: 1 }));
    expect(await pictureKeys()).toEqual([two, one]);
    expect(await withPictures('https://cdn.test/1.webp, https://inside.test/3.webp', '9')).toEqual(
      done({ refused: 1 }),
    );
    expect(await pictureKeys()).toEqual([two, one]);
    expect((await products())[0]).toMatchObject({ price_kobo: 500 });
    expect(await withPictures('')).toEqual(done({ changed: 1 }));
    expect(await pictureKeys()).toEqual([]);
  });
});

describe('bad input', () => {
  it('is reported line by line, and the rest goes in', async () => {
    internet.set('https://cdn.test/page.jpg', Buffer.from('<html>no picture</html>'));
    const good = (handle: string) => line({ handle });
    const content = Buffer.concat([
      Buffer.from('\ufeff'),
      Buffer.from(`${COLUMNS.join(',')}\r\n`),
      Buffer.from(good('first').replace('\n', '\r\n')),
      Buffer.from(line({ handle: 'text', price: 'two thousand' })),
      Buffer.from(line({ handle: 'formula', title: '=HYPERLINK("http://x")' })),
      Buffer.from(line({ handle: 'first' })),
      // Caf\xe9 as Windows writes it.
      Buffer.from(line({ handle: 'latin', title: 'Caf?' }).replace('?', '\xe9'), 'latin1'),
      Buffer.from('short,line\n'),
      Buffer.from(line({ handle: 'page', pictures: 'https://cdn.test/page.jpg' })),
      Buffer.from(line({ handle: 'inside', pictures: 'http://169.254.169.254/latest' })),
      Buffer.from(line({ handle: 'lines', description: 'a\nb' })),
      Buffer.from(line({ handle: 'large', description: 'x'.repeat(50_000_000) })),
      Buffer.from('\n'),
      Buffer.from(good('last')),
    ]);
    const file = await write(content);
    expect(await bringIn(file)).toEqual(done({ added: 3, refused: 8 }));
    expect(await handles()).toEqual(['first', 'lines', 'last']);
    expect(await listed()).toEqual({ products: 3, in_stock: 3 });
    expect(await reportOf(file)).toEqual([
      '3,text,"The price ""two thousand"" is not an amount such as 12450.50."',
      '4,formula,"A formula stands in ""title""."',
      '5,first,It is the same product as the one of line 2.',
      '6,latin,The title holds bytes that are not UTF-8: save the file as UTF-8.',
      '7,,"The line has 2 cells, but there are 9 columns."',
      '8,page,"The picture https://cdn.test/page.jpg is no JPEG, PNG, WebP, GIF or AVIF."',
      "9,inside,The picture http://169.254.169.254/latest can't be had. inside.test leads to an address inside the network.",
      '12,,"""description"" is 50000000 characters long."',
    ]);
  });

  test.each<[string, string | Buffer, string]>([
    ['no file of products', 'a,b\n1,2\n', 'The first line names no columns of a product file'],
    [
      'a file without a column',
      'handle,price,category\nx,1,y\n',
      'This looks like the shop’s own CSV, but has no column "title".',
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
  ])('that is %s is refused', async (_, content, refused) => {
    expect(await bringIn(await write(content))).toEqual({ refused: expect.stringContaining(refused) });
    expect(await products()).toEqual([]);
  });

  it('that is not there is refused', async () => {
    expect(await bringIn(join(folder, 'none.csv'))).toEqual({
      refused: expect.stringMatching(/none\.csv can't be read or written \(ENOENT\)\.$/),
    });
    expect(await bringIn(await write(csv()), { merchant: 'nobody' })).toEqual({
      refused: 'There is no merchant "nobody".',
    });
  });

  it('with a quotation mark that is not closed is read up to it', async () => {
    const file = await write(`${csv({ handle: 'a' })}"b,never closed\n${line({ handle: 'c' }).replaceAll('"', '')}`);
    expect(await bringIn(file)).toEqual({ ...done({ added: 1, refused: 1 }), stopped: true });
    expect(await reportOf(file)).toEqual([
      '3,,A quotation mark is opened here and not closed: nothing after it could be read.',
    ]);
  });

  it('in JSON is reported by its line', async () => {
    const good = { handle: 'j', title: 'J', category, price: 5, weight_grams: 10, stock: 1 };
    const file = await write(
      `\ufeff${JSON.stringify(good)}\n\n{broken\n${JSON.stringify({ ...good, handle: 'k', merchant: 'nobody' })}\n{"x":"${'x'.repeat(3_000_000)}"}\n${JSON.stringify({ ...good, handle: 'l' })}`,
      'products.json',
    );
    expect(await bringIn(file)).toEqual(done({ added: 2, refused: 3 }));
    expect(await reportOf(file)).toEqual([
      '3,,The line is not JSON: one object stands on each line.',
      '4,k,"There is no merchant ""nobody""."',
      '5,,The line is longer than 2000000 bytes.',
    ]);
  });

  it('with semicolons between cells is read all the same', async () => {
    const file = await write(`handle;title;category;price;weight_grams;stock\na;A, b;${category};5;1;1\n`);
    expect(await bringIn(file)).toEqual(done({ added: 1 }));
  });
});

describe('a round trip', () => {
  const addAll = async () => {
    await shop.media.put('products/one', await samplePicture('red'));
    await shop.media.put('products/two', await samplePicture('blue'));
    const merchant_id = merchantId;
    await addProduct(shop.db, { merchant_id, place, slug: 'plain', description: 'One.\n\nTwo\nlines.' });
    await addProduct(shop.db, {
      merchant_id,
      place,
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
  const writeOut = async (format: FormatName): Promise<string> => {
    const file = join(folder, `${++files}.out`);
    const result = await exportProducts(
      deps(),
      { file, format, merchant },
      { dryRun: false, onProgress: () => undefined },
    );
    expect(result).toEqual({ products: 2 });
    return file;
  };

  test.each(FORMATS)('%s changes nothing, and brings back what was lost', async (format) => {
    await addAll();
    const before = await products();
    const pictures = await pictureKeys();
    const file = await writeOut(format);
    expect(await bringIn(file)).toEqual(done({ unchanged: 2 }));
    expect(await products()).toEqual(before);
    await shop.db.deleteFrom('product').where('merchant_id', '=', merchantId).execute();
    expect(await bringIn(file)).toEqual(done({ added: 2 }));
    const without = (rows: typeof before) => rows.map(({ id: _, ...rest }) => rest);
    expect(without(await products())).toEqual(without(before));
    expect(await pictureKeys()).toEqual(pictures);
    expect(await readFile(await writeOut(format), 'utf8')).toBe(await readFile(file, 'utf8'));
    expect(fetched).toEqual([]);
  });

  it('of many products is whole, and there only when it is', async () => {
    await bringIn(await write(csv(...many(1100))));
    const file = join(folder, 'many.csv');
    const parts: number[] = [];
    const request = { file, format: 'csv', merchant } as const;
    expect(await exportProducts(deps(), request, { dryRun: true, onProgress: () => undefined })).toEqual({
      products: 1100,
    });
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    expect(
      await exportProducts(deps(), request, { dryRun: false, onProgress: ({ part }) => parts.push(part) }),
    ).toEqual({ products: 1100 });
    expect(parts).toEqual([500 / 1100, 1000 / 1100, 1]);
    expect((await readFile(file, 'utf8')).split('\n').length).toBe(1102);
    expect(await bringIn(file)).toEqual(done({ unchanged: 1100 }));
    expect(
      await exportProducts(deps(), { ...request, merchant: 'nobody' }, { dryRun: false, onProgress: () => undefined }),
    ).toEqual({
      refused: 'There is no merchant "nobody".',
    });
  });
});

describe('the demo market', () => {
  let market: TestShop;
  beforeAll(async () => {
    market = await openTestShop();
    await seedMarket(market.db, market.media);
  });
  afterAll(() => market.close());

  test.each(FORMATS)('goes out as %s and comes in unchanged', async (format) => {
    const { db, media } = market;
    const on = { ...deps(), db, media };
    const all = await db.selectFrom('merchant').select('slug').orderBy('id').execute();
    const whose = format === 'json' || format === 'csv' ? [undefined] : all.map(({ slug }) => slug);
    let unchanged = 0;
    for (const slug of whose) {
      const file = join(folder, `market-${slug}.${format}`);
      await exportProducts(on, { file, format, merchant: slug }, { dryRun: false, onProgress: () => undefined });
      const imported = await importProducts(on, requestOf(file, { merchant: slug }), {
        dryRun: false,
        onProgress: () => undefined,
      });
      expect(imported).toMatchObject({ added: 0, changed: 0, refused: 0 });
      if ('unchanged' in imported) unchanged += imported.unchanged;
    }
    expect(unchanged).toBe(420);
  });
});

describe('an import that is cut off', () => {
  it('goes on where it was killed, with one report of all', async () => {
    // The last batch meets a product that somebody holds.
    const held = await addProduct(shop.db, { merchant_id: merchantId, place, slug: 'p700' });
    const file = await write(csv({ handle: 'bad', price: 'x' }, ...many(800), { handle: 'p3' }));
    const holder = new pg.Client(shop.connection);
    await holder.connect();
    await holder.query('begin');
    await holder.query(`select from product where id = ${held} for update`);
    const child = spawn(process.execPath, [MAIN, 'products', 'import', file, '--merchant', merchant], {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrlOf(shop.connection),
        DATA_DIR: shop.config.dataDir,
        PUBLIC_URL: SHOP,
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
    // The server process notices on its own, once it is not blocked any more; here it is told.
    await holder.query('select pg_terminate_backend($1, 10000)', [blocked.rows[0]?.pid]);
    await holder.query('commit');
    await holder.end();

    expect(await products()).toHaveLength(500);
    expect(await listed()).toEqual({ products: 500, in_stock: 500 });
    // What was under way when it was killed reached the report, not the shop.
    await appendFile(`${file}.refused.csv`, '999,half,half');
    expect(await bringIn(file)).toEqual({ ...done({ added: 799, changed: 1, refused: 2 }), before: 499 });
    expect(await products()).toHaveLength(800);
    expect(await listed()).toEqual({ products: 800, in_stock: 800 });
    expect(await reportOf(file)).toEqual([
      '2,bad,"The price ""x"" is not an amount such as 12450.50."',
      '803,p3,It is the same product as the one of line 6.',
    ]);
    expect(await bringIn(file)).toEqual(done({ unchanged: 800, refused: 2 }));
  });
});

describe('two imports at once', () => {
  /** Keeps batches from being written while `work` goes on. */
  const whileHeld = async (work: () => Promise<void>) => {
    const holder = new pg.Client(shop.connection);
    await holder.connect();
    await holder.query('begin; select pg_advisory_xact_lock(7362004)');
    await work();
    await holder.query('commit');
    await holder.end();
  };

  it('of one file: the second is refused', async () => {
    const file = await write(csv(...many(10)));
    let first: ReturnType<typeof bringIn> | undefined;
    await whileHeld(async () => {
      first = bringIn(file);
      await waitUntilBlocked(shop.db, 1);
      expect(await bringIn(file, { report: `${file}.other` })).toEqual({
        refused: 'This file is being imported already.',
      });
    });
    expect(await first).toEqual(done({ added: 10 }));
    expect(await bringIn(file)).toEqual(done({ unchanged: 10 }));
  });

  it('of two files with the same products: each product is there once, whole', async () => {
    const [one, two] = [
      await write(csv(...many(600))),
      await write(
        csv(
          ...many(600)
            .toReversed()
            .map((cells) => ({ ...cells, price: '9', title: 'Nine' })),
        ),
      ),
    ];
    let both: Promise<unknown[]> | undefined;
    await whileHeld(async () => {
      both = Promise.all([bringIn(one), bringIn(two)]);
      await waitUntilBlocked(shop.db, 2);
    });
    const results = await both;
    expect(results).toEqual([expect.objectContaining({ refused: 0 }), expect.objectContaining({ refused: 0 })]);
    const rows = await products();
    expect(rows).toHaveLength(600);
    expect(rows.every(({ title, price_kobo }) => (title === 'Nine') === (price_kobo === 900))).toBe(true);
    expect(await listed()).toEqual({ products: 600, in_stock: 600 });
  });
});

test('a report is safe to open in a spreadsheet', async () => {
  const file = await write(csv({ handle: "@cmd|' /C calc'!A0" }));
  await bringIn(file);
  expect(await reportOf(file)).toEqual([`2,'@cmd|' /C calc'!A0,"A formula stands in ""handle""."`]);
});
