import { expect, test } from 'vitest';
import { canonicalUrl } from './page-head.ts';

const origin = 'https://shop.example';

test('the canonical URL of a list excludes sorting and filters', () => {
  const search = { sort: 'price', in_stock: true, page: 2, query: 'palm oil', section: 'searchQuery' };
  expect(canonicalUrl(origin, { pathname: '/product/list', search })).toBe(
    'https://shop.example/product/list?section=searchQuery&query=palm+oil&page=2',
  );
});

test('the canonical URL of a product excludes the list it was opened from', () => {
  const search = { section: 'hotDeals', page: 1 };
  expect(canonicalUrl(origin, { pathname: '/product/details/7', search })).toBe(
    'https://shop.example/product/details/7',
  );
});

test.each([
  ['/product/list/3', { section: 'productList' }, '/product/list?section=productList'],
  ['/product/list/3', { section: 'hotDeals', categoryId: 3, page: 2 }, '/product/list?section=hotDeals&page=2'],
  ['/product/list', { section: 'newArrivals', subCategoryId: 3 }, '/product/list?section=newArrivals'],
  ['/product/list/3', { section: 'merchantStore' }, '/product/list/3?section=merchantStore'],
  [
    '/product/list/3',
    { section: 'productCategory', categoryId: 3 },
    '/product/list/3?section=productCategory&categoryId=3',
  ],
  ['/product/list/3', {}, '/product/list/3'],
])(
  'the canonical URL of %s with %o has only ids that the section uses',
  { tags: ['@LIST-72'] },
  (pathname, search, path) => {
    expect(canonicalUrl(origin, { pathname, search })).toBe(origin + path);
  },
);
