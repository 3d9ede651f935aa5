import { expect, it } from 'vitest';
import { readListSearch } from '../lib/list-search.ts';
import { listHead } from './list-head.ts';

const noindex = { name: 'robots', content: 'noindex' };
const makeHead = (searchParams: Record<string, unknown>, isPastEnd = false) =>
  listHead(
    {
      request: { search: readListSearch(searchParams), id: undefined, country: 'NG' },
      names: { title: 'All Products', titleIsData: false },
      isPastEnd,
    },
    { origin: 'https://shop.example', isDataSaverOn: false },
  );

it('has the page number in the title', () => {
  expect(makeHead({ page: 2 }).meta).toContainEqual({ title: 'All Products, page 2 | Sokuwa' });
  expect(makeHead({ page: 1 }).meta).toContainEqual({ title: 'All Products | Sokuwa' });
});

it('lets search engines index only lists without filters, sorting and search', () => {
  expect(makeHead({ section: 'hotDeals' }).meta).not.toContainEqual(noindex);
  for (const searchParams of [
    { section: 'foo' },
    { min_price: 0 },
    { sort: 'price' },
    { section: 'searchQuery', query: 'a' },
  ])
    expect(makeHead(searchParams).meta).toContainEqual(noindex);
});

it('hides a page past the end from search engines', { tags: ['@LIST-71'] }, () => {
  expect(makeHead({ page: 999 }, true).meta).toContainEqual(noindex);
  expect(makeHead({ page: 2 }).meta).not.toContainEqual(noindex);
});
