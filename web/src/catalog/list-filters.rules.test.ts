import { expect, it } from 'vitest';
import { countFilters, filtersToKeep, formatPriceRange, withFilters, withLatestFilters } from './list-filters.rules.ts';

it.each([
  [{ min_price: 2000, max_price: 15_000 }, '₦2,000 to ₦15,000'],
  [{ min_price: 0, max_price: 10.5 }, '₦0 to ₦10.50'],
  [{ min_price: 2000 }, 'From ₦2,000'],
  [{ max_price: 2000 }, 'Up to ₦2,000'],
  [{}, undefined],
])('formats the price filter of %o as %s', (filters, text) => {
  expect(formatPriceRange(filters)).toBe(text);
});

it('counts both price limits as one filter', () => {
  expect(countFilters({ min_price: 1, max_price: 2, in_stock: true })).toBe(2);
  expect(countFilters({ sort: 'price' })).toBe(0);
});

it('counts one price limit and the stock as a filter each', () => {
  expect(countFilters({ max_price: 2 })).toBe(1);
  expect(countFilters({ in_stock: true })).toBe(1);
  expect(countFilters({ in_stock: false })).toBe(0);
});

it('selects only filters and sort order', () => {
  const search = { section: 'productList', page: 4, min_price: 0, sort: 'price' as const };
  expect(filtersToKeep(search)).toStrictEqual({ min_price: 0, sort: 'price' });
  const all = { min_price: 1, max_price: 0, in_stock: true, sort: '-price' as const };
  expect(filtersToKeep({ ...all, page: 4 } as typeof all)).toStrictEqual(all);
  expect(filtersToKeep({ in_stock: false })).toStrictEqual({});
});

it('adds the filters to the link of another list, which keeps its own section', () => {
  const list = { to: '/products', search: { section: 'productCategory', categoryId: 3 } };
  expect(withFilters(list, { min_price: 5, in_stock: true })).toStrictEqual({
    to: '/products',
    search: { section: 'productCategory', categoryId: 3, min_price: 5, in_stock: true },
  });
  expect(withFilters(list, {})).toStrictEqual(list);
});

it('adds the filters of the newest navigation when the link is followed', () => {
  const { search, ...link } = withLatestFilters({ to: '/products', search: { section: 'productCategory' } });
  expect(link).toStrictEqual({ to: '/products' });
  const latest = { section: 'productList', page: 4, max_price: 9 } as const;
  expect(search(latest)).toStrictEqual({ section: 'productCategory', max_price: 9 });
});
