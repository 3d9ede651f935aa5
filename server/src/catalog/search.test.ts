import { MAX_RANKED_MATCHES } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productIdsOf } from '../testing/responses.ts';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
/** Ids of the products by a short name. */
let ids: Record<string, number>;

const STOCK = {
  yam: { title: 'Puna yam, three tubers', price_kobo: 1_200_000 },
  garri: { title: 'Ijebu garri 2kg', origin: 'Ijebu Ode' },
  egusi: { title: 'Hand-peeled egusi', description: 'Ground for soup.' },
  plantain: { title: 'Ripe plantains', price_kobo: 300_000 },
  ogbono: { title: 'Ọ̀gbọ̀nọ̀, ground' },
  karite: { title: 'Crème de karité', brand: 'Maïmouna' },
  flour: { title: 'Yam flour', keywords: ['elubo', 'àmàlà'], price_kobo: 900_000 },
  mortar: { title: 'Carved mortar', description: 'For pounding yam and plantain.', price_kobo: 100 },
  melon: { title: 'Melon seed cracker', description: 'A tool of steel.' },
  // Both words, but no melon seed.
  drill: { title: 'Seed drill for melons', description: 'Seeds in rows, melons in weeks.' },
  bag: { title: 'Woven bag for the beach', stock: 0 },
  herbs: { title: 'Herb stand', description: 'Holds a bag.' },
  kulikuli: { title: 'Ƙuli-ƙuli', brand: 'Ɗan Kano' },
  koko: { title: 'Kɔkɔ' },
} satisfies Record<string, Parameters<typeof addProducts>[1][number]>;

beforeAll(async () => {
  shop = await openTestShop();
  const base = { description: 'Good.', origin: 'Lagos' };
  const made = await addProducts(
    shop.db,
    Object.values(STOCK).map((product) => ({ ...base, ...product })),
  );
  ids = Object.fromEntries(Object.keys(STOCK).map((name, n) => [name, made[n] ?? 0]));
});
afterAll(() => shop.close());

const search = (text: string, query: Record<string, string> = {}) =>
  shop.app.inject({ url: '/backend/api/products/', query: { search: text, ...query } });

/** Short names of what a search finds, best first. */
const found = async (text: string, query: Record<string, string> = {}): Promise<string[]> => {
  const answer = await search(text, query);
  expect(answer.statusCode).toBe(200);
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return productIdsOf(answer).map((id) => names.get(id) ?? String(id));
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
  ])('for the misspelt %s finds %s', { tags: ['@SEARCH-11'] }, async (text, name) => {
    expect(await found(text)).toContain(name);
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
  ])(
    'for %s finds %s, whatever the case, accents and tone marks of either',
    { tags: ['@SEARCH-10'] },
    async (text, name) => {
      expect((await found(text))[0]).toBe(name);
    },
  );

  it.each([
    ['gari', ['garri']],
    ['eba', ['garri']],
    ['agusi', ['egusi', 'melon']],
    ['melon seed', ['egusi', 'melon']],
    ['melon seeds', ['egusi', 'melon']],
    ['egusi', ['egusi', 'melon']],
    ['hand-peeled melon seed', ['egusi']],
    ['peeled agusi', ['egusi']],
  ])('for %s finds all that the name means', { tags: ['@SEARCH-12'] }, async (text, names) => {
    expect((await found(text)).toSorted()).toEqual(names);
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
  ])('for %s finds %s: in any order, singular or plural, by the beginning of a word', async (text, name) => {
    expect(await found(text)).toContain(name);
  });

  it('finds what answers every word, and only when nothing does what answers any', async () => {
    expect(await found('yam flour')).toEqual(['flour']);
    expect((await found('garri mortar')).toSorted()).toEqual(['garri', 'mortar']);
    expect(await found('garri qqxxzz')).toEqual(['garri']);
    expect(await found('qqxxzz')).toEqual([]);
  });

  it('finds by origin and description too, after all that are named so', async () => {
    const yams = await found('yam');
    expect(yams.slice(0, 2).toSorted()).toEqual(['flour', 'yam']);
    expect(yams.slice(2)).toEqual(['mortar']);
    expect(await found('pounding')).toEqual(['mortar']);
    expect(await found('ode')).toEqual(['garri']);
  });

  it('takes no notice of stop words', async () => {
    expect(await found('the yam and the flour')).toEqual(['flour']);
    expect(await found('a bag for the beach')).toEqual(['bag']);
    // No title has "her"; it is not the beginning of "herb" for all that.
    expect(await found('bag for her')).toEqual(['bag', 'herbs']);
    expect(await found('the of and')).toEqual([]);
  });

  it('can be filtered and sorted like any list', async () => {
    expect(await found('yam', { sort: 'price' })).toEqual(['mortar', 'flour', 'yam']);
    expect(await found('yam', { sort: '-price' })).toEqual(['yam', 'flour', 'mortar']);
    expect(await found('yam', { sort: 'newest' })).toEqual(['mortar', 'flour', 'yam']);
    expect(await found('yam', { min_price: '9000', max_price: '12000' })).toHaveLength(2);
    expect(await found('yam', { max_price: '1' })).toEqual(['mortar']);
    expect(await found('beach', { in_stock: 'true' })).toEqual([]);
    expect(await found('beach')).toEqual(['bag']);
  });

  it('answers total beside count, and pages with addresses that keep the search', { tags: ['@SEARCH-7'] }, async () => {
    await addProducts(
      shop.db,
      Array.from({ length: 120 }, (_, n) => ({ title: `Zobo petals ${n}`, description: 'Dried.', origin: 'Kano' })),
    );
    const seen = new Set<number>();
    let next: string | null = '/backend/api/products/?search=zobo+petals&sort=price';
    for (let page = 1; next !== null; page++) {
      const answer: LightMyRequestResponse = await shop.app.inject({ url: next });
      const body = answer.json<{ count: number; total: number; next: string | null; results: unknown[] }>();
      expect(body).toMatchObject({ count: 120, total: 120 });
      expect(body.results).toHaveLength(page === 3 ? 20 : 50);
      for (const id of productIdsOf(answer)) seen.add(id);
      next = body.next?.replace('http://shop.test', '') ?? null;
    }
    expect(seen.size).toBe(120);
    expect((await search('zobo petals', { page: '4' })).json()).toMatchObject({ code: 'invalid_page' });
  });

  it('ranks the newest, of all that an index gives at once, until there are enough', async () => {
    const pots = (word: string, n: number) =>
      addProducts(shop.db, Array<object>(n).fill({ title: `Clay pot ${word}`, description: 'Fired.' }));
    const [old = 0] = await pots('oldest', 1);
    // Two slices on: the first ten of these still lie in the slice between.
    await sql`select setval(pg_get_serial_sequence('product', 'id'), (1 << 17) - 11)`.execute(shop.db);
    const few = await pots('few', 20);
    expect((await search('pot')).json()).toMatchObject({ count: 21, total: 21 });
    expect(productIdsOf(await search('pot'))).toEqual([...few.toReversed(), old]);
    // With these there are too many, though no slice of ids has enough.
    const many = await pots('many', MAX_RANKED_MATCHES - 15);
    shop.clearCaches();
    expect((await search('pot')).json()).toMatchObject({ count: MAX_RANKED_MATCHES, total: MAX_RANKED_MATCHES });
    expect(productIdsOf(await search('pot'))[0]).toBe(many.at(-1));
    expect(productIdsOf(await search('pot', { sort: 'newest', page: `${MAX_RANKED_MATCHES / 50}` }))).not.toContain(
      old,
    );
    expect(productIdsOf(await search('clay oldest pot'))).toEqual([old]);
  });

  it('that is blank is the whole list', async () => {
    const whole = (await shop.app.inject({ url: '/backend/api/products/' })).json();
    expect(whole.count).toBeGreaterThan(10);
    for (const text of ['', ' ', ' \t\n\u00a0']) {
      const blank = (await search(text)).json();
      expect({ ...blank, next: null }).toEqual({ ...whole, next: null });
    }
  });

  it.each(['!!!', '%', "'", '"', '🍠🍠', '-', '\\', '& | !', ':*', '\0', '%00', '<script>', '()'])(
    'of %j alone finds nothing or what its letters name, and never fails',
    async (text) => {
      const answer = await search(text);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ count: 0, total: 0, next: null, previous: null, results: [] });
    },
  );

  it('of other lists is no search: they answer as without', async () => {
    const plain = (await shop.app.inject({ url: '/backend/api/new-arrivals/' })).json();
    const searched = (await shop.app.inject({ url: '/backend/api/new-arrivals/?search=yam' })).json();
    expect(searched.results).toEqual(plain.results);
    expect(searched).not.toHaveProperty('total');
  });

  it('reads the beginning of a very long text', async () => {
    expect(await found(`egusi ${'x'.repeat(10_000)}`)).toEqual(expect.arrayContaining(['egusi']));
    expect((await search('x'.repeat(20_001))).json()).toMatchObject({
      code: 'invalid_input',
      errors: { search: [expect.any(String)] },
    });
  });
});
