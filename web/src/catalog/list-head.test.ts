import { expect, it } from 'vitest';
import { readListSearch } from '../lib/list-search.ts';
import { listHead } from './list-head.ts';

const noindex = { name: 'robots', content: 'noindex' };
const headOf = (address: Record<string, unknown>) =>
  listHead(
    {
      request: { search: readListSearch(address), id: undefined, country: 'NG' },
      names: { title: 'All Products', titleIsData: false },
    },
    'https://shop.example',
  );

it('says which page of the list it is', () => {
  expect(headOf({ page: 2 }).meta).toContainEqual({ title: 'All Products, page 2 | Sokuwa' });
  expect(headOf({ page: 1 }).meta).toContainEqual({ title: 'All Products | Sokuwa' });
});

it('lets search engines list what is a page of its own, and nothing else', () => {
  expect(headOf({ section: 'hotDeals' }).meta).not.toContainEqual(noindex);
  for (const address of [
    { section: 'foo' },
    { min_price: 0 },
    { sort: 'price' },
    { section: 'searchQuery', query: 'a' },
  ])
    expect(headOf(address).meta).toContainEqual(noindex);
});
