import { expect, it } from 'vitest';
import { listNames } from './list-names.ts';

const categories = [
  {
    id: 1,
    slug: 'food',
    name: 'Food Items',
    subcategories: [{ id: 11, name: 'Grains', subitems: [{ id: 111, name: 'Rice' }] }],
  },
  { id: 2, slug: 'fashion', name: 'African Fashion', subcategories: [] },
];
const merchant = {
  merchant_id: 5,
  store_name: 'Balogun Textiles',
  location: 'Lagos, Nigeria',
  since: '2016-03-14',
  follower_count: 0,
  cover_url: '/media/stores/cover/1600.webp',
};
const names = (section: string, id?: number, query?: string) =>
  listNames(
    { section, page: 1, ...(query && { query }) },
    id,
    categories,
    section === 'merchantStore' ? merchant : undefined,
  );

it.each([
  ['hotDeals', undefined, 'Hot Deals'],
  ['newArrivals', undefined, 'New Arrivals'],
  ['ourBrands', undefined, 'Sokuwa Brands'],
  ['productList', undefined, 'All Products'],
  ['productCategory', 2, 'African Fashion'],
  ['productCategory', 9, 'Products'],
  ['productSubCategory', 111, 'Rice'],
  ['merchantStore', 5, 'Balogun Textiles'],
  ['searchQuery', undefined, 'Search'],
  ['constructor', undefined, 'Products'],
])('titles section %s of id %s "%s"', (section, id, title) => {
  expect(names(section, id).title).toBe(title);
});

it('contains the category of a sub-item', () => {
  expect(names('productSubCategory', 111)).toMatchObject({
    category: { id: 1, name: 'Food Items' },
    subItem: { id: 111, name: 'Rice' },
  });
});

it('marks titles from user text', () => {
  expect(names('searchQuery', undefined, 'gari')).toEqual({ title: 'Results for “gari”', titleIsData: true });
  expect(names('merchantStore', 5).titleIsData).toBe(true);
  expect(names('hotDeals').titleIsData).toBe(false);
});
