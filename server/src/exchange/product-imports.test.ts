import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suspendMerchant } from '../catalog/merchant.service.ts';
import { takeProductDown } from '../moderation/moderation.service.ts';
import { multipart } from '../testing/account.ts';
import { createBuyer } from '../testing/buyer.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addProduct, addSubItem, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { importPart, PART_LINES } from './import-part.service.ts';
import { deleteOldImports } from './product-imports.sql.ts';

let shop: TestShop;
let picture: Buffer;
/** The addresses that have been downloaded. */
let downloads: string[];
beforeAll(async () => {
  picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const fetchPicture = async (url: string) => {
    downloads.push(url);
    return url.endsWith('.png') ? { bytes: picture } : { refused: 'The server answered 404.' };
  };
  shop = await openTestShop({}, undefined, { fetchPicture });
});
afterAll(() => shop.close());

let merchant: TestMerchant;
let slug: string;
let category: string;
let place: { categoryId: number; subItemId: number };
beforeEach(async () => {
  downloads = [];
  merchant = await createMerchant(shop);
  ({ slug } = await shop.db
    .selectFrom('merchant')
    .select('slug')
    .where('id', '=', merchant.id)
    .executeTakeFirstOrThrow());
  place = await addSubItem(shop.db);
  category = `s${place.subItemId}`;
});

const upload = (csv: string | Buffer, fileName = 'goods.csv', of = merchant) => {
  const form = multipart([{ name: 'file', bytes: csv, fileName, type: 'text/csv' }]);
  return shop.app.inject({
    method: 'POST',
    url: '/backend/merchant/product-imports/',
    payload: form.payload,
    headers: { ...of.headers, ...form.headers },
  });
};
const uploaded = async (csv: string | Buffer) => {
  const response = await upload(csv);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const read = async (id: number) => (await merchant.call('GET', `/product-imports/${id}/`)).json();
const start = (id: number, body: object) => merchant.call('POST', `/product-imports/${id}/start/`, body);
const runJobs = async () => expect(await shop.jobs.runDue()).toEqual([]);
/** Imports a file with the columns that are guessed. */
const importFile = async (csv: string, more: object = {}) => {
  const { id, columns } = await uploaded(csv);
  const started = await start(id, { columns, ...more });
  expect(started.json()).toMatchObject({ state: 'running', done: 0 });
  await runJobs();
  return read(id);
};
const report = async (id: number): Promise<Record<string, string>[]> => {
  const response = await merchant.call('GET', `/product-imports/${id}/report.csv`);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  return parse(response.body, { columns: true, relax_column_count: true });
};
const products = async (query = '') =>
  (await merchant.call('GET', `/products/?limit=100&sort=title&${query}`)).json().results;

describe('a product file', { tags: ['@MERCHANT-80'] }, () => {
  it('is stored with a guess of its columns and its first lines, and nothing is imported before the start', async () => {
    const file = await uploaded(`Product name;Regular price;Qty;Foo\n${'Yam;1,200.50;3;x\n'.repeat(7)}`);
    expect(file).toEqual({
      ...{ id: file.id, state: 'uploaded', file_name: 'goods.csv', lines: 7, done: 0 },
      ...{ created: 0, changed: 0, unchanged: 0, refused_lines: 0, remarks: 0 },
      ...{ created_at: expect.any(String), finished_at: null },
      header: ['Product name', 'Regular price', 'Qty', 'Foo'],
      columns: { title: 0, price: 1, stock: 2 },
      first_lines: Array.from({ length: 5 }, () => ['Yam', '1,200.50', '3', 'x']),
    });
    await runJobs();
    expect(await products()).toEqual([]);
    const { header: _, columns: __, first_lines: ___, ...listed } = file;
    expect((await merchant.call('GET', '/product-imports/')).json()).toEqual({ results: [listed] });
  });

  it('replaces one that waits, but not one that is being imported', async () => {
    const first = await uploaded('title\nYam\n');
    const second = await uploaded('title\nRice\n');
    expectRefusal(await merchant.call('GET', `/product-imports/${first.id}/`), 'not_found');
    await start(second.id, { columns: { title: 0 } });
    expectRefusal(await upload('title\nBeans\n'), 'import_running');
    await runJobs();
    expect((await upload('title\nBeans\n')).statusCode).toBe(200);
  });

  it('of two at the same time is replaced too', async () => {
    const blocker = await shop.db.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(hashtext('product imports'), ${merchant.id})`.execute(blocker);
    const uploads = Promise.all(['Yam', 'Rice'].map((title) => upload(`title\n${title}\n`)));
    // The merchant's second upload waits for the first one, or is refused while that arrives.
    await waitUntilBlocked(shop.db, 1);
    await blocker.commit().execute();
    const responses = await uploads;
    expect(responses.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect((await merchant.call('GET', '/product-imports/')).json().results).toHaveLength(1);
  });

  it.each([
    ['nothing', '', 'The file is empty.'],
    ['only names of columns', 'title,price\n', 'The file has no products'],
    ['another encoding', Buffer.from([0x74, 0x0a, 0xe9, 0x0a]), 'UTF-8'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004\0\0'), 'CSV UTF-8'],
    ['an open quotation mark', 'title\nYam\n"Rice\nBeans\n', 'opened on line 3'],
    ['too many columns', `${'a,'.repeat(100)}a\n1\n`, 'more than 100 columns'],
    ['too many products', `title\n${'Yam\n'.repeat(20_001)}`, 'more than 20000 products'],
  ])('with %s is refused, with the reason', async (_, csv, reason) => {
    const response = await upload(csv);
    expect(response.json().code).toBe('import_file_invalid');
    expect(response.json().errors.file.join()).toContain(reason);
    expect(response.json().message).toContain(reason);
  });

  it('has a name without a path and control characters', async () => {
    expect((await upload('title\nYam\n', '../etc/a\tb.csv')).json().file_name).toBe('a b.csv');
  });
});

describe('an import by a merchant', { tags: ['@MERCHANT-81'] }, () => {
  it('creates drafts, and live products where the file says so', async () => {
    const csv = [
      'title,sku,price,weight_grams,category,stock,state,pictures,picture_texts,keywords,perishable',
      `Yam,Y-1,1200.50,500,${category},3,live,https://a.example/1.png,A tuber,"food, root\\, fresh",yes`,
      'Rice,,,,,,,,,,',
    ].join('\n');
    const done = await importFile(csv);
    expect(done).toMatchObject({
      state: 'done',
      lines: 2,
      done: 2,
      created: 2,
      refused_lines: 0,
      remarks: 0,
      first_lines: [],
    });
    const [rice, yam] = await products();
    expect(rice).toMatchObject({ title: 'Rice', handle: 'rice', state: 'draft', price: null, stock: 0, sku: null });
    expect(yam).toMatchObject({
      ...{ title: 'Yam', handle: 'yam-y-1', sku: 'Y-1', state: 'live', price: 1200.5, stock: 3, weight_grams: 500 },
      ...{ keywords: ['food', 'root, fresh'], perishable: true, sub_item_id: place.subItemId },
      pictures: [{ alt: 'A tuber' }],
    });
    expect((await shop.app.inject({ url: `/backend/api/products/${yam.id}/` })).statusCode).toBe(200);
  });

  it('does not put a product into the shop that is taken down', { tags: ['@MODERATION-6'] }, async () => {
    const id = await addProduct(shop.db, { merchant_id: merchant.id, place, sku: 'DOWN' });
    await takeProductDown({ db: shop.db, publicUrl: '' }, id, undefined, LIVE_ACT);
    const refused = await importFile('sku,state\nDOWN,live\n');
    expect(refused).toMatchObject({ changed: 0, refused_lines: 1 });
    expect(await report(refused.id)).toMatchObject([
      { column: 'state', problem: 'state: The shop has taken it down: A test' },
    ]);
    expect(await importFile('sku,title\nDOWN,Yam\n')).toMatchObject({ changed: 1 });
  });

  it('changes only what the file has columns for, of products found by SKU, then by handle', async () => {
    const bySku = await addProduct(shop.db, { merchant_id: merchant.id, place, sku: 'A', title: 'Yam', stock: 4 });
    const byHandle = await addProduct(shop.db, { merchant_id: merchant.id, place, title: 'Rice', stock: 5 });
    const { handle } = (await merchant.call('GET', `/products/${byHandle}/`)).json();
    const before = await products();
    const csv = `sku,handle,price,stock\nA,,99,1\n,${handle},100,2\n`;
    expect(await importFile(csv)).toMatchObject({ changed: 2, created: 0 });
    const changed = (id: number, price: number, stock: number, sku: string | null) => ({
      ...before.find((one: { id: number }) => one.id === id),
      ...{ price, stock, sku, sale_price: expect.any(Number) },
      ...{ changed_at: expect.any(String), version: expect.any(String) },
    });
    // The stock stays: the shop has sold while the file was edited.
    expect(await products()).toEqual([changed(byHandle, 100, 5, null), changed(bySku, 99, 4, 'A')]);
    expect(await importFile(csv)).toMatchObject({ changed: 0, unchanged: 2 });
    expect(await importFile(csv, { set_stock: true })).toMatchObject({ changed: 2 });
    expect(await products()).toMatchObject([{ stock: 2 }, { stock: 1 }]);
  });

  it('of the merchant’s own export changes nothing, also of drafts and paused products', async () => {
    const id = await addProduct(shop.db, {
      ...{ merchant_id: merchant.id, place, title: '=SUM(1)', keywords: ['a, b'] },
      pictures: [{ key: 'products/yam', alt: 'Yam' }],
    });
    await shop.media.put('products/yam', await sharp(picture).webp().toBuffer());
    await merchant.call('POST', '/products/', { title: 'Raffia mat', state: 'draft' });
    const paused = await addProduct(shop.db, { merchant_id: merchant.id, place });
    await sql`select hide_products(array[${paused}]::integer[], 'paused')`.execute(shop.db);
    const buyer = await createBuyer(shop, [[id, 1]]);
    await buyer.submitCheckout(await buyer.prepareCheckout());
    const before = await products();
    const csv = (await merchant.call('GET', '/products.csv')).body;
    expect(await importFile(csv, { set_stock: true })).toMatchObject({ unchanged: 3, refused_lines: 0 });
    expect(await products()).toEqual(before);
    expect(downloads).toEqual([]);
  });

  it('moves products between draft, live and paused, and live ones need all that the shop needs', async () => {
    const id = await addProduct(shop.db, { merchant_id: merchant.id, place, sku: 'A', pictures: [] });
    expect(await importFile('sku,state\nA,paused\n')).toMatchObject({ changed: 1 });
    expect(await products()).toMatchObject([{ id, state: 'paused' }]);
    const refused = await importFile('sku,state\nA,live\n');
    expect(refused).toMatchObject({ refused_lines: 1 });
    expect(await report(refused.id)).toMatchObject([{ column: 'pictures', problem: expect.stringMatching(/picture/) }]);
    expect(await importFile('sku,state,pictures\nA,live,https://a.example/1.png\n')).toMatchObject({ changed: 1 });
    expect(await products()).toMatchObject([{ id, state: 'live', pictures: [{}] }]);
    expect(await importFile('sku,price\nA,\n')).toMatchObject({ refused_lines: 1 });
  });

  it('keeps pieces that unpaid orders reserve', async () => {
    const id = await addProduct(shop.db, { merchant_id: merchant.id, place, sku: 'A', stock: 10 });
    const buyer = await createBuyer(shop, [[id, 4]]);
    await buyer.submitCheckout(await buyer.prepareCheckout());
    expect(await products()).toMatchObject([{ stock: 6 }]);
    const { id: importId } = await importFile('sku,stock\nA,3\n', { set_stock: true });
    expect(await report(importId)).toMatchObject([{ column: 'stock', problem: expect.stringContaining('4 pieces') }]);
    expect(await importFile('sku,stock\nA,7\n', { set_stock: true })).toMatchObject({ changed: 1 });
    expect(await products()).toMatchObject([{ stock: 3 }]);
  });

  it('takes what is not in the shop yet of a store that is not approved', async () => {
    await sql`update merchant set state = 'draft', suspended_at = now() where id = ${merchant.id}`.execute(shop.db);
    const csv = `title,price,weight_grams,category,state\nYam,5,1,${category},live\n`;
    expect(await importFile(csv)).toMatchObject({ created: 1 });
    const [yam] = await products();
    expect(yam).toMatchObject({ state: 'live' });
    expect((await shop.app.inject({ url: `/backend/api/products/${yam.id}/` })).statusCode).toBe(404);
  });

  it('leaves a picture that cannot be downloaded to later, and says so', async () => {
    const csv = 'title,pictures\nYam,"https://a.example/1.png, https://a.example/gone"\n';
    const done = await importFile(csv);
    expect(done).toMatchObject({ created: 1, remarks: 1, refused_lines: 0 });
    expect(await report(done.id)).toMatchObject([
      { line: '2', imported: 'yes', column: 'pictures', problem: expect.stringContaining('again later'), title: 'Yam' },
    ]);
    expect(await products()).toMatchObject([{ pictures: [{ alt: 'Yam' }] }]);
  });

  it('works through parts, of which a repeated one does nothing', async () => {
    const count = PART_LINES + 1;
    const titles = Array.from({ length: count }, (_, n) => `Yam ${n}`);
    const { id } = await uploaded(`title\n${titles.join('\n')}\nYam 0\n`);
    await start(id, { columns: { title: 0 } });
    await importPart(shop, { import_id: id, after: 0 });
    expect(await read(id)).toMatchObject({ state: 'running', created: PART_LINES, done: PART_LINES });
    await importPart(shop, { import_id: id, after: 0 });
    expect(await read(id)).toMatchObject({ done: PART_LINES });
    // The job of the first part is still queued, as after a crash.
    await runJobs();
    expect(await read(id)).toMatchObject({ state: 'done', created: count, refused_lines: 1, done: count + 1 });
    expect(await report(id)).toMatchObject([{ problem: 'It is the same product as on line 2.' }]);
  });

  it('ends at a multiple of a part', async () => {
    const titles = Array.from({ length: PART_LINES }, (_, n) => `Yam ${n}`);
    expect(await importFile(`title\n${titles.join('\n')}`)).toMatchObject({ state: 'done', created: PART_LINES });
  });

  it('of two parts at the same time writes each line once', async () => {
    const { id } = await uploaded('title\nYam\n');
    await start(id, { columns: { title: 0 } });
    const blocker = await shop.db.startTransaction().execute();
    await sql`select from product_import where id = ${id} for update`.execute(blocker);
    const parts = Promise.all([1, 2].map(() => importPart(shop, { import_id: id, after: 0 })));
    await waitUntilBlocked(shop.db, 2);
    await blocker.commit().execute();
    await parts;
    expect(await read(id)).toMatchObject({ state: 'done', created: 1 });
    expect(await products()).toHaveLength(1);
  });

  it('ends when the store is suspended', { tags: ['@MERCHANT-57'] }, async () => {
    const { id } = await uploaded('title\nYam\n');
    await start(id, { columns: { title: 0 } });
    await suspendMerchant(shop.db, merchant.id, LIVE_ACT);
    await runJobs();
    expect(await read(id)).toMatchObject({ state: 'failed', done: 0, finished_at: expect.any(String) });
    expectRefusal(await upload('title\nYam\n'), 'merchant_suspended');
  });

  it('is started once, with columns that the file has', async () => {
    const { id } = await uploaded('title\nYam\n');
    const outside = await start(id, { columns: { title: 1 } });
    expect(outside.json()).toMatchObject({ code: 'invalid_input', errors: { columns: ['The file has 1 columns.'] } });
    const body = { columns: { title: 0 } };
    const first = (await start(id, body)).json();
    expect((await start(id, body)).json()).toEqual(first);
    expectRefusal(await start(id, { columns: { handle: 0 } }), 'import_not_waiting');
    await runJobs();
    expect((await start(id, body)).json()).toMatchObject({ state: 'done', created: 1 });
  });
});

describe('a cancelled import', { tags: ['@MERCHANT-82'] }, () => {
  it('keeps what it has changed, and another one can begin', async () => {
    const titles = Array.from({ length: PART_LINES + 5 }, (_, n) => `Yam ${n}`);
    const { id } = await uploaded(`title\n${titles.join('\n')}`);
    await start(id, { columns: { title: 0 } });
    await importPart(shop, { import_id: id, after: 0 });
    const cancelled = (await merchant.call('POST', `/product-imports/${id}/cancel/`)).json();
    expect(cancelled).toMatchObject({ state: 'cancelled', done: PART_LINES, finished_at: expect.any(String) });
    await runJobs();
    expect((await merchant.call('POST', `/product-imports/${id}/cancel/`)).json()).toEqual(cancelled);
    expect(await products()).toHaveLength(PART_LINES);
    expect(await importFile('title\nRice\n')).toMatchObject({ state: 'done' });
  });

  it('waits for the part that is being written', async () => {
    const { id } = await uploaded('title\nYam\n');
    await start(id, { columns: { title: 0 } });
    const blocker = await shop.db.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(7362004)`.execute(blocker);
    const part = importPart(shop, { import_id: id, after: 0 });
    await waitUntilBlocked(shop.db, 1);
    const cancelling = merchant.call('POST', `/product-imports/${id}/cancel/`);
    await waitUntilBlocked(shop.db, 2);
    await blocker.commit().execute();
    await part;
    expect((await cancelling).json()).toMatchObject({ state: 'done', created: 1 });
  });
});

describe('the report of an import', { tags: ['@MERCHANT-83'] }, () => {
  it('names line, column and reason of each problem, with the cells of the line', async () => {
    const other = await createMerchant(shop);
    await addProduct(shop.db, { merchant_id: other.id, place, sku: 'THEIRS' });
    await addProduct(shop.db, { merchant_id: merchant.id, place, sku: 'MINE' });
    const { slug: theirs } = await shop.db
      .selectFrom('merchant')
      .select('slug')
      .where('id', '=', other.id)
      .executeTakeFirstOrThrow();
    const lines = [
      'Title,My price,sku,handle,stock,category,merchant,weight,discount,state,perishable,pictures',
      'Yam,12,,,,,,,,,,',
      '"Yam\nroot",=1+(1),,,,,,,,,,',
      'Yam,abc,,,1.5,Nowhere,,0.5,100,sold,maybe,yam.png',
      `Rice,1,,,,,${theirs},,,,,`,
      `Beans,1,,,,,${slug},,,,,`,
      ',1,THEIRS,,,,,,,,,',
      'Yam,12,,,,,,,,,,',
      'Yam,12',
      'Palm oil,1,MINE,other-handle,,,,,,,,',
      '💥,1,,,,,,,,,,',
    ];
    const { id, columns } = await uploaded(lines.join('\n'));
    await start(id, { columns: { ...columns, price: 1 } });
    await runJobs();
    expect(await read(id)).toMatchObject({ created: 2, refused_lines: 8 });
    const rows = await report(id);
    const problemOf = (line: number) => rows.find((row) => row.line === String(line))?.problem;
    expect(rows.map(({ line, column }) => [line, column])).toEqual([
      ['3', 'My price'],
      ['5', 'category, My price, discount, weight, stock, perishable, state, pictures'],
      ['6', 'merchant'],
      ['8', 'Title'],
      ['9', ''],
      ['10', ''],
      ['11', 'sku'],
      ['12', 'handle'],
    ]);
    expect(problemOf(3)).toBe('My price: This is a formula. Write its value.');
    expect(problemOf(5)).toMatch(
      /^category: The shop has no such category.* My price: Write an amount .* discount: Write a whole number from 0 to 99. weight: Write a whole number .* stock: Write a whole number .* perishable: Write yes or no. state: Write draft, live or paused. pictures: Write the addresses/,
    );
    expect(problemOf(6)).toMatch(/^merchant: There is no such store/);
    expect(problemOf(8)).toMatch(/^Title: There is no such product yet/);
    expect(problemOf(9)).toBe('It is the same product as on line 2.');
    expect(problemOf(10)).toBe('The line has 2 cells, but there are 12 columns.');
    expect(problemOf(11)).toMatch(/^sku: The product with the handle/);
    expect(problemOf(12)).toBe('handle: No handle can be made from the title. Write one.');
    expect(rows.every(({ imported }) => imported === 'no')).toBe(true);
    expect(rows[0]).toMatchObject({ Title: 'Yam\nroot', 'My price': "'=1+(1)" });
  });

  it('is deleted with its import after 30 days', { tags: ['@MERCHANT-80'] }, async () => {
    const { id } = await importFile('title\nYam\n');
    await sql`update product_import set created_at = created_at - interval '29 days'`.execute(shop.db);
    await deleteOldImports(shop.db, 30);
    expect((await read(id)).state).toBe('done');
    await sql`update product_import set created_at = created_at - interval '2 days'`.execute(shop.db);
    await deleteOldImports(shop.db, 30);
    expectRefusal(await merchant.call('GET', `/product-imports/${id}/`), 'not_found');
  });
});
