import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { addProduct, addSubItem, openTestShop, type TestShop } from '../testing/shop.ts';
import { importProducts } from './import.service.ts';

let shop: TestShop;
let folder: string;
let merchant: TestMerchant;
beforeAll(async () => {
  shop = await openTestShop();
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-export-'));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const download = async () => {
  const response = await merchant.call('GET', '/products.csv');
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="products.csv"',
  });
  return response.body;
};
const rowsOf = (csv: string) => parse(csv, { columns: true }) as Record<string, string>[];

describe('the products of a merchant as CSV', { tags: ['@MERCHANT-74'] }, () => {
  it('have all products, also drafts, without formulas, and an import gives the same products', async () => {
    merchant = await createMerchant(shop);
    await addProduct(shop.db, { title: 'Of another merchant' });
    const place = await addSubItem(shop.db);
    const dangerous = { title: '=SUM(1+1)', brand: '@home', warranty: '-1 year', sku: '+1', description: "'=quoted" };
    const id = await addProduct(shop.db, { merchant_id: merchant.id, place, keywords: ['=1', 'a, b'], ...dangerous });
    await merchant.call('POST', '/products/', { title: 'Raffia mat', state: 'draft' });
    const read = async () => (await merchant.call('GET', `/products/${id}/`)).json();
    const before = await read();
    const csv = await download();
    const [live, draft, ...others] = rowsOf(csv);
    expect(others).toEqual([]);
    expect(live).toMatchObject({
      ...{ title: "'=SUM(1+1)", brand: "'@home", warranty: "'-1 year", sku: "'+1", description: "''=quoted" },
      ...{ keywords: "'=1, a\\, b", state: 'live', category: `s${place.subItemId}` },
    });
    expect(draft).toMatchObject({ title: 'Raffia mat', price: '', weight_grams: '', category: '', state: 'draft' });

    const importFile = async () => {
      const file = join(folder, 'products.csv');
      await writeFile(file, csv);
      const [categories, pictures, weight_grams, stock] = [undefined, undefined, undefined, undefined];
      const report = `${file}.report.csv`;
      const request = { file, merchant: undefined, categories, pictures, report, weight_grams, stock, set_stock: true };
      return importProducts(shop, request, { ...LIVE_ACT, onProgress: () => undefined });
    };
    expect(await importFile()).toMatchObject({ added: 0, changed: 0, unchanged: 1, refused: 1 });
    expect(await readFile(join(folder, 'products.csv.report.csv'), 'utf8')).toMatch(/price/);
    await sql`update product set title = 'Changed', brand = null, sku = null, keywords = '{}' where id = ${id}`.execute(
      shop.db,
    );
    expect(await importFile()).toMatchObject({ changed: 1 });
    expect(await read()).toEqual({ ...before, changed_at: expect.any(String) });
  });

  it('are read in batches, each product once', async () => {
    merchant = await createMerchant(shop);
    const place = await addSubItem(shop.db);
    await sql`
      insert into product (slug, title, merchant_id, sub_item_id, category_id, origin, description, weight_grams, price_kobo, stock, listed_at)
      select 'n-' || n, 'N', ${merchant.id}, ${place.subItemId}, ${place.categoryId}, '', '', 1, n, 1, now() from generate_series(1, 250) n`.execute(
      shop.db,
    );
    await sql`select hide_products(array(select id from product where merchant_id = ${merchant.id} and id % 3 = 0), 'paused')`.execute(
      shop.db,
    );
    const rows = rowsOf(await download());
    expect(rows.map(({ handle }) => handle)).toEqual(Array.from({ length: 250 }, (_, n) => `n-${n + 1}`));
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['live', 'paused']));
  });
});
