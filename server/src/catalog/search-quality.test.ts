import { readFile } from 'node:fs/promises';
import { readMarket, synonymsFile } from '@sokuwa/catalog/market.ts';
import { measureSearch, readSearchQueries } from '@sokuwa/catalog/search-queries.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productIdsOf } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { seedMarket } from './catalog.seed.ts';

let shop: TestShop;
/** Slugs of the demo market by product id. */
let slugs: Map<number, string>;

beforeAll(async () => {
  shop = await openTestShop({}, undefined, { synonyms: await readFile(synonymsFile, 'utf8') });
  await seedMarket(shop.db, shop.media);
  const rows = await shop.db.selectFrom('product').select(['id', 'slug']).execute();
  slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
});
afterAll(() => shop.close());

const findSlugs = async (text: string): Promise<string[]> => {
  const response = await shop.app.inject({ url: '/backend/api/products/', query: { search: text } });
  return productIdsOf(response).map((id) => slugs.get(id) ?? String(id));
};

describe('a search of the demo market', () => {
  it.each(['tuned on', 'held out'] as const)(
    'finds the expected products, and few others: %s',
    { tags: ['@SEARCH-17'], timeout: 60_000 },
    async (half) => {
      const queries = (await readSearchQueries((await readMarket()).products)).filter((query) => query.half === half);
      expect(queries.length).toBeGreaterThanOrEqual(60);
      const results = [];
      for (const query of queries) results.push({ query, slugs: await findSlugs(query.text) });
      const { recall, precision, wrongFirst } = measureSearch(results);
      expect(recall).toBeGreaterThanOrEqual(0.95);
      expect(precision).toBeGreaterThanOrEqual(0.9);
      expect(wrongFirst).toEqual([]);
    },
  );

  it('prefers products with the modifier, and ignores a modifier that no product has', {
    tags: ['@SEARCH-16'],
  }, async () => {
    expect(await findSlugs('red dress')).toEqual(['shweshwe-day-dress-red']);
    expect(await findSlugs('size 42')).toEqual(['aso-oke-slippers-teal']);
    expect((await findSlugs('silver dress')).toSorted()).toEqual((await findSlugs('dress')).toSorted());
    expect(await findSlugs('men shoes')).toContain('kano-leather-sandals-tan');
  });

  it('lists the word itself before its synonyms, category by category', { tags: ['@SEARCH-12'] }, async () => {
    const names = new Map(
      (await readMarket()).products.map(({ slug, title, keywords }) => [slug, `${title} ${keywords}`]),
    );
    const isBlue = (await findSlugs('blue')).slice(0, 3).map((slug) => /\bblue\b/i.test(names.get(slug) ?? ''));
    expect(isBlue).toEqual([true, true, true]);
  });

  it('finds a product by the meaning of its local name, and returns the meaning', {
    tags: ['@PRODUCT-43'],
  }, async () => {
    expect(await findSlugs('fluted pumpkin leaves')).toContain('ugu-leaves-bunch');
    const response = await shop.app.inject({ url: '/backend/api/products/', query: { search: 'ugu' } });
    expect(response.json().results[0]).toMatchObject({ gloss: 'ugu: fluted pumpkin leaves' });
  });

  it('returns with a product the other ingredients of its dish that are in stock', {
    tags: ['@PRODUCT-44'],
  }, async () => {
    const idOf = (slug: string) => [...slugs].find(([, one]) => one === slug)?.[0];
    const read = async (slug: string) => (await shop.app.inject(`/backend/api/products/${idOf(slug)}/`)).json().pairing;
    const slugsOf = (pairing: { products: { id: number }[] }) => pairing.products.map(({ id }) => slugs.get(id));
    const pairing = await read('egusi-ground-fresh');
    expect(pairing.use).toBe('egusi soup');
    expect(slugsOf(pairing)).toEqual(expect.arrayContaining(['ugu-leaves-bunch', 'ground-oron-crayfish-300g']));
    expect(await read('kora-guinea-full-size')).toBeNull();
    const stored = await shop.db
      .selectFrom('product')
      .select('stock')
      .where('slug', '=', 'ugu-leaves-bunch')
      .executeTakeFirstOrThrow();
    await shop.db.updateTable('product').set({ stock: 0 }).where('slug', '=', 'ugu-leaves-bunch').execute();
    shop.clearCaches();
    expect(slugsOf(await read('egusi-ground-fresh'))).not.toContain('ugu-leaves-bunch');
    await shop.db.updateTable('product').set(stored).where('slug', '=', 'ugu-leaves-bunch').execute();
  });

  it('finds a renamed sub-item by its new name', async () => {
    expect(await findSlugs('crockery')).toEqual([]);
    await shop.db.updateTable('sub_item').set({ name: 'Crockery' }).where('slug', '=', 'mugs-and-jugs').execute();
    shop.clearCaches();
    expect(await findSlugs('crockery')).toContain('ushafa-stoneware-jug');
  });

  it('finds a product by the names of the sub-item to which it was moved', async () => {
    const place = await shop.db
      .selectFrom('sub_item')
      .select(['id as sub_item_id', 'category_id'])
      .where('slug', '=', 'mugs-and-jugs')
      .executeTakeFirstOrThrow();
    expect(await findSlugs('crockery')).not.toContain('kora-guinea-full-size');
    await shop.db.updateTable('product').set(place).where('slug', '=', 'kora-guinea-full-size').execute();
    shop.clearCaches();
    expect(await findSlugs('crockery')).toContain('kora-guinea-full-size');
  });

  it('needs no new search texts for a new price or stock', async () => {
    // On a table with a BEFORE UPDATE trigger PostgreSQL computes all generated columns at every update.
    const { rows } = await sql`
      select tgname from pg_trigger
      where tgrelid = 'product'::regclass and tgtype & 2 = 2 and tgtype & 16 = 16`.execute(shop.db);
    expect(rows).toEqual([]);
  });
});
