import { MAX_RANKED_MATCHES } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productIdsOf } from '../testing/responses.ts';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
/** Product ids by the keys of PRODUCTS. */
let ids: Record<string, number>;

const PRODUCTS = {
  yam: { title: 'Puna yam, three tubers', price_kobo: 1_200_000 },
  garri: { title: 'Ijebu garri 2kg', origin: 'Ijebu Ode' },
  egusi: { title: 'Hand-peeled egusi', description: 'Ground for soup.' },
  plantain: { title: 'Ripe plantains', price_kobo: 300_000 },
  ogbono: { title: 'Ọ̀gbọ̀nọ̀, ground' },
  karite: { title: 'Crème de karité', brand: 'Maïmouna' },
  flour: { title: 'Yam flour', keywords: ['elubo', 'àmàlà'], price_kobo: 900_000 },
  mortar: { title: 'Carved mortar', description: 'For pounding yam and plantain.', price_kobo: 100 },
  melon: { title: 'Melon seed cracker', description: 'A tool of steel.' },
  // Contains both words, but not the phrase "melon seed".
  drill: { title: 'Seed drill for melons', description: 'Seeds in rows, melons in weeks.' },
  bag: { title: 'Woven bag for the beach', stock: 0 },
  herbs: { title: 'Herb stand', description: 'Holds a bag.' },
  kulikuli: { title: 'Ƙuli-ƙuli', brand: 'Ɗan Kano' },
  koko: { title: 'Kɔkɔ' },
} satisfies Record<string, Parameters<typeof addProducts>[1][number]>;

beforeAll(async () => {
  shop = await openTestShop();
  const base = { description: 'Good.', origin: 'Lagos' };
  const created = await addProducts(
    shop.db,
    Object.values(PRODUCTS).map((product) => ({ ...base, ...product })),
  );
  ids = Object.fromEntries(Object.keys(PRODUCTS).map((name, n) => [name, created[n] ?? 0]));
});
afterAll(() => shop.close());

const search = (text: string, query: Record<string, string> = {}) =>
  shop.app.inject({ url: '/backend/api/products/', query: { search: text, ...query } });

/** Searches, and returns the keys of the found products, best match first. */
const findKeys = async (text: string, query: Record<string, string> = {}): Promise<string[]> => {
  const response = await search(text, query);
  expect(response.statusCode).toBe(200);
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return productIdsOf(response).map((id) => names.get(id) ?? String(id));
};

describe('a search', () => {
  it.each([
    ['plantin', 'plantain'],
    ['plaintain', 'plantain'],
    ['egussi', 'egusi'],
    ['yamm', 'yam'],
    ['garrri', 'garri'],
    ['karitte', 'karite'],
    ['mortor', 'mortar'],
    ['ogobno', 'ogbono'],
    ['yamflour', 'flour'],
  ])('for the misspelt %s finds %s', { tags: ['@SEARCH-11'] }, async (text, name) => {
    expect(await findKeys(text)).toContain(name);
  });

  it.each([
    ['egussi', 'egusi'],
    ['ground Egussi', 'ground egusi'],
    ['egusi', null],
    ['yams', null],
    ['egu', null],
    ['the yam', null],
    ['qqxxzz', null],
    ['ogobno', 'ogbono'],
    ['yamflour', 'yam flour'],
    // A correction is applied only if it finds products.
    ['garrri qqxxzz', 'garri qqxxzz'],
    ['mortar egusii', null],
  ])('for %j the response says that it searched for %j', { tags: ['@SEARCH-14'] }, async (text, corrected) => {
    expect((await search(text)).json()).toMatchObject({ corrected_query: corrected });
  });

  it.each([
    ['ogbono', 'ogbono'],
    ['OGBONO', 'ogbono'],
    ['Ọ̀gbọ̀nọ̀', 'ogbono'],
    ['ọgbọnọ', 'ogbono'],
    ['ògbònò'.normalize('NFD'), 'ogbono'],
    ['pùnà YÁM', 'yam'],
    ['creme', 'karite'],
    ['CRÈME', 'karite'],
    ['karité', 'karite'],
    ['maimouna', 'karite'],
    ['amala', 'flour'],
    ['kuli kuli', 'kulikuli'],
    ['ƙuli-ƙuli', 'kulikuli'],
    ['dan kano', 'kulikuli'],
    ['koko', 'koko'],
    ['KƆKƆ', 'koko'],
    ['ｇａｒｒｉ', 'garri'],
  ])('for %s finds %s, regardless of case, accents and tone marks', { tags: ['@SEARCH-10'] }, async (text, name) => {
    expect((await findKeys(text))[0]).toBe(name);
  });

  it.each([
    ['gari', ['garri']],
    ['eba', ['garri']],
    ['agusi', ['egusi', 'melon']],
    ['melon seed', ['egusi', 'melon']],
    ['melon seeds', ['egusi', 'melon']],
    ['egusi', ['egusi', 'melon']],
    ['hand-peeled melon seed', ['egusi']],
    ['peeled agusi', ['egusi']],
  ])('for %s also finds the synonyms of the name', { tags: ['@SEARCH-12'] }, async (text, names) => {
    expect((await findKeys(text)).toSorted()).toEqual(names);
  });

  it.each([
    ['yam puna', 'yam'],
    ['tubers three yam', 'yam'],
    ['plantain', 'plantain'],
    ['yams', 'yam'],
    ['tuber', 'yam'],
    ['plant', 'plantain'],
    ['ogb', 'ogbono'],
    ['elu', 'flour'],
    ['2kg', 'garri'],
  ])('for %s finds %s, with words in any order, plurals and prefixes', async (text, name) => {
    expect(await findKeys(text)).toContain(name);
  });

  it('finds products that match all words; if there are none, products that match any word', async () => {
    expect(await findKeys('yam flour')).toEqual(['flour']);
    expect((await findKeys('garri mortar')).toSorted()).toEqual(['garri', 'mortar']);
    expect(await findKeys('garri qqxxzz')).toEqual(['garri']);
    expect(await findKeys('qqxxzz')).toEqual([]);
  });

  it('finds by origin and description only what no name matches', { tags: ['@SEARCH-15'] }, async () => {
    expect((await findKeys('yam')).toSorted()).toEqual(['flour', 'yam']);
    expect(await findKeys('pounding')).toEqual(['mortar']);
    expect(await findKeys('ode')).toEqual(['garri']);
  });

  it('ignores stop words', async () => {
    expect(await findKeys('the yam and the flour')).toEqual(['flour']);
    expect(await findKeys('a bag for the beach')).toEqual(['bag']);
    // "her" is a stop word, so it is not matched as a prefix of "herb".
    expect(await findKeys('bag for her')).toEqual(['bag']);
    expect(await findKeys('the of and')).toEqual([]);
  });

  it('can be filtered and sorted like any list', async () => {
    expect(await findKeys('yam', { sort: 'price' })).toEqual(['flour', 'yam']);
    expect(await findKeys('yam', { sort: '-price' })).toEqual(['yam', 'flour']);
    expect(await findKeys('yam', { sort: 'newest' })).toEqual(['flour', 'yam']);
    expect(await findKeys('yam', { min_price: '9000', max_price: '12000' })).toHaveLength(2);
    expect(await findKeys('yam', { max_price: '9500' })).toEqual(['flour']);
    expect(await findKeys('beach', { in_stock: 'true' })).toEqual([]);
    expect(await findKeys('beach')).toEqual(['bag']);
  });

  it('returns total as well as count, and page URLs that include the search', { tags: ['@SEARCH-7'] }, async () => {
    await addProducts(
      shop.db,
      Array.from({ length: 120 }, (_, n) => ({ title: `Zobo petals ${n}`, description: 'Dried.', origin: 'Kano' })),
    );
    const seen = new Set<number>();
    let next: string | null = '/backend/api/products/?search=zobo+petals&sort=price';
    for (let page = 1; next !== null; page++) {
      const response: LightMyRequestResponse = await shop.app.inject({ url: next });
      const body = response.json<{ count: number; total: number; next: string | null; results: unknown[] }>();
      expect(body).toMatchObject({ count: 120, total: 120 });
      expect(body.results).toHaveLength(page === 3 ? 20 : 50);
      for (const id of productIdsOf(response)) seen.add(id);
      next = body.next?.replace('http://shop.test', '') ?? null;
    }
    expect(seen.size).toBe(120);
    expect((await search('zobo petals', { page: '4' })).json()).toMatchObject({ code: 'invalid_page' });
  });

  it('ranks all matches up to MAX_RANKED_MATCHES, and beyond that the newest', async () => {
    const addPots = (word: string, n: number) =>
      addProducts(shop.db, Array<object>(n).fill({ title: `Clay pot ${word}`, description: 'Fired.' }));
    const [old = 0] = await addPots('oldest', 1);
    // Continue two slices later: the first ten of the next products are in the slice between.
    await sql`select setval(pg_get_serial_sequence('product', 'id'), (1 << 17) - 11)`.execute(shop.db);
    const few = await addPots('few', 20);
    expect((await search('pot')).json()).toMatchObject({ count: 21, total: 21 });
    expect(productIdsOf(await search('pot'))).toEqual([...few.toReversed(), old]);
    // Now all slices together exceed MAX_RANKED_MATCHES, but no single slice does.
    const many = await addPots('many', MAX_RANKED_MATCHES - 15);
    shop.clearCaches();
    expect((await search('pot')).json()).toMatchObject({ count: MAX_RANKED_MATCHES, total: MAX_RANKED_MATCHES });
    expect(productIdsOf(await search('pot'))[0]).toBe(many.at(-1));
    expect(productIdsOf(await search('pot', { sort: 'newest', page: `${MAX_RANKED_MATCHES / 50}` }))).not.toContain(
      old,
    );
    expect(productIdsOf(await search('clay oldest pot'))).toEqual([old]);
  });

  it('finds a rare word in any of many slices, and of more matches than are ranked the newest', async () => {
    const addKettles = (word: string, n: number) =>
      addProducts(shop.db, Array<object>(n).fill({ title: `Copper kettle ${word}`, description: 'Tinned.' }));
    const continueAt = (slice: number) =>
      sql`select setval(pg_get_serial_sequence('product', 'id'), ${slice} << 16)`.execute(shop.db);
    const half = MAX_RANKED_MATCHES * 0.6;
    await addKettles('rarest', 1);
    // The newest slice has none, and the next two together more than are ranked.
    await continueAt(57);
    await addKettles('second', half);
    await continueAt(58);
    const newer = await addKettles('first', half);
    await continueAt(59);
    await addProducts(shop.db, [{ title: 'Iron pan' }]);
    const found: number[] = [];
    for (let page = 1; page <= MAX_RANKED_MATCHES / 50; page++)
      found.push(...productIdsOf(await search('copper kettle', { sort: 'newest', page: String(page) })));
    expect(found).toHaveLength(MAX_RANKED_MATCHES);
    expect(found.slice(0, half)).toEqual(newer.toReversed());
    for (let slice = 0; slice < 60; slice++) {
      const id = (slice << 16) + 5000;
      await sql`update product set id = ${id} where title = 'Copper kettle rarest'`.execute(shop.db);
      shop.clearCaches();
      expect(productIdsOf(await search('rarest')), `slice ${slice}`).toEqual([id]);
    }
  });

  it('for blank text returns the whole list', async () => {
    const whole = (await shop.app.inject({ url: '/backend/api/products/' })).json();
    expect(whole.count).toBeGreaterThan(10);
    for (const text of ['', ' ', ' \t\n\u00a0']) {
      const blank = (await search(text)).json();
      expect({ ...blank, next: null }).toEqual({ ...whole, next: null });
    }
  });

  it.each(['!!!', '%', "'", '"', '🍠🍠', '-', '\\', '& | !', ':*', '\0', '%00', '<script>', '()'])(
    'for %j returns an empty page, not an error',
    async (text) => {
      const response = await search(text);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ count: 0, total: 0, next: null, previous: null, results: [] });
    },
  );

  it('is ignored by lists other than all products', async () => {
    const plain = (await shop.app.inject({ url: '/backend/api/new-arrivals/' })).json();
    const searched = (await shop.app.inject({ url: '/backend/api/new-arrivals/?search=yam' })).json();
    expect(searched.results).toEqual(plain.results);
    expect(searched).not.toHaveProperty('total');
  });

  it('uses only the beginning of a very long text, and refuses more than 20,000 characters', async () => {
    expect(await findKeys(`egusi ${'x'.repeat(10_000)}`)).toEqual(expect.arrayContaining(['egusi']));
    expect((await search('x'.repeat(20_001))).json()).toMatchObject({
      code: 'invalid_input',
      errors: { search: [expect.any(String)] },
    });
  });
});
