import { SORTS } from '@sokuwa/contract/catalog/catalog.rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedSearch, readId, readListSearch } from './list-search.ts';

const PARAM_NAMES = [
  'section',
  'page',
  'query',
  'categoryId',
  'subCategoryId',
  'min_price',
  'max_price',
  'sort',
  'in_stock',
];

/** Any value that the router can parse from a URL: JSON of any shape, texts, lists and invalid values. */
const paramValue = fc.oneof(
  fc.anything({ withNullPrototype: true, withObjectString: true }),
  fc.jsonValue(),
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.constantFrom('', ' ', '0', '-0', '1e99', 'NaN', 'Infinity', 'true', '\ud800', '\u0000', { toString: 1 }, [
    '1',
    '2',
  ]),
);
const searchParams = fc.dictionary(fc.constantFrom(...PARAM_NAMES, '__proto__'), paramValue);

const isAmount = (amount: number | undefined) =>
  amount === undefined || (amount >= 0 && amount < 1e10 && Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-3);
const isRowId = (id: number | undefined) => id === undefined || (Number.isInteger(id) && id >= 1 && id < 2 ** 31);

describe('readListSearch', () => {
  it('never throws, and returns values that the API accepts', () => {
    fc.assert(
      fc.property(searchParams, (raw) => {
        const search = readListSearch(raw);
        expect(typeof search.section).toBe('string');
        expect(Number.isInteger(search.page) && search.page >= 1 && search.page < 1e8).toBe(true);
        expect(search.query === undefined || (search.query.length > 0 && search.query.isWellFormed())).toBe(true);
        expect(search.section).not.toMatch(/\p{Cc}/u);
        expect([search.categoryId, search.subCategoryId].every(isRowId)).toBe(true);
        expect([search.min_price, search.max_price].every(isAmount)).toBe(true);
        expect(search.sort === undefined || SORTS.includes(search.sort)).toBe(true);
        expect([undefined, true]).toContain(search.in_stock);
        expect(Object.values(search)).not.toContain(undefined);
      }),
    );
  });

  it('reads its own output again', () => {
    fc.assert(
      fc.property(searchParams, (raw) => {
        const search = readListSearch(raw);
        const asTexts = Object.fromEntries(Object.entries(search).map(([name, part]) => [name, String(part)]));
        expect(readListSearch(search)).toEqual(search);
        expect(readListSearch(asTexts)).toEqual(search);
      }),
    );
  });

  it.each(['abc', '', '0', '-3', '2.5', '1e99', 'NaN', null, undefined, true, {}, []])(
    'reads page %s as page 1',
    { tags: ['@LIST-56'] },
    (page) => {
      expect(readListSearch({ page }).page).toBe(1);
    },
  );

  it('uses all products, or the given fallback, for a URL without a section', () => {
    expect(readListSearch({})).toEqual({ section: 'productList', page: 1 });
    expect(readListSearch({}, 'productCategory').section).toBe('productCategory');
    expect(readListSearch({ section: 'foo' }).section).toBe('foo');
    expect(readListSearch({ section: '' }).section).toBe('');
  });

  it('replaces control characters by spaces', () => {
    expect(readListSearch({ query: '\u0000palm\r\noil\u007f', section: 'a\u0000b' })).toMatchObject({
      query: 'palm  oil',
      section: 'a b',
    });
  });

  it('trims the query and drops an empty one', { tags: ['@SEARCH-2'] }, () => {
    expect(readListSearch({ query: '  garri ' }).query).toBe('garri');
    expect(readListSearch({ query: 2026 }).query).toBe('2026');
    expect(readListSearch({ query: '   ' })).not.toHaveProperty('query');
  });

  it('caps a price limit above the maximum price instead of dropping it', () => {
    expect(readListSearch({ min_price: '1e99' }).min_price).toBeGreaterThan(1e9);
    expect(readListSearch({ min_price: '-1', max_price: '' })).toEqual({ section: 'productList', page: 1 });
  });
});

it.each([
  ['7', 7],
  [7, 7],
  ['0', undefined],
  ['-7', undefined],
  ['7.5', undefined],
  ['seven', undefined],
  ['99999999999', undefined],
  ['', undefined],
])('readId reads %s as %s', (text, id) => {
  expect(readId(text)).toBe(id);
});

it('carries over only the specified search params', { tags: ['@PRODUCT-8'] }, () => {
  const search = readListSearch({
    section: 'productCategory',
    categoryId: '3',
    page: '2',
    min_price: '5',
    sort: 'price',
  });
  expect(carriedSearch(search)).toEqual({ section: 'productCategory', categoryId: 3, page: 2 });
  expect(carriedSearch({ section: 'hotDeals', page: 1 })).toEqual({ section: 'hotDeals', page: 1 });
});
