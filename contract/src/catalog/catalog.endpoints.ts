import { brand } from '../brand.ts';
import { endpoint } from '../endpoint.ts';
import type {
  Category,
  ListQuery,
  Product,
  ProductDetail,
  ProductPage,
  SearchPage,
  StorePage,
} from './catalog.schemas.ts';

const listRefusals = [
  'invalid_input',
  'unknown_country',
  'invalid_page',
  'too_many_requests',
  'database_unavailable',
] as const;
type List = { query: ListQuery; response: ProductPage };

/** All products, newest first; with `search`, the products that match it, best first. */
export const listProducts = endpoint<{ query: ListQuery; response: ProductPage | SearchPage }>()({
  method: 'GET',
  path: '/api/products/',
  auth: 'none',
  summary: 'All products, or the products that match a search',
  refusals: listRefusals,
});

export const listNewArrivals = endpoint<List>()({
  method: 'GET',
  path: '/api/new-arrivals/',
  auth: 'none',
  summary: 'The newest products of the shop',
  refusals: listRefusals,
});

export const listHotDeals = endpoint<List>()({
  method: 'GET',
  path: '/api/hot-deals/',
  auth: 'none',
  summary: 'Products sold at a discount',
  refusals: listRefusals,
});

export const listOwnBrands = endpoint<List>()({
  method: 'GET',
  path: `/api/${brand.slug}-brands/`,
  auth: 'none',
  summary: "Products of the shop's own brands",
  refusals: listRefusals,
});

export const listCategoryProducts = endpoint<List & { params: { categoryId: number } }>()({
  method: 'GET',
  path: '/api/products/category//{categoryId}',
  auth: 'none',
  summary: 'Products of one category',
  refusals: [...listRefusals, 'not_found'],
});

export const listSubItemProducts = endpoint<List & { params: { subItemId: number } }>()({
  method: 'GET',
  path: '/api/products/subitem//{subItemId}',
  auth: 'none',
  summary: 'Products of one sub-item',
  refusals: [...listRefusals, 'not_found'],
});

export const listMerchantProducts = endpoint<List & { params: { merchantId: number } }>()({
  method: 'GET',
  path: '/merchants/{merchantId}/products/',
  auth: 'none',
  summary: "A merchant's store",
  refusals: [...listRefusals, 'not_found'],
});

export const getProduct = endpoint<{
  params: { productId: number };
  query: { country_code?: string };
  response: ProductDetail;
}>()({
  method: 'GET',
  path: '/api/products/{productId}/',
  auth: 'none',
  summary: 'One product with all its fields',
  refusals: ['invalid_input', 'unknown_country', 'not_found', 'too_many_requests', 'database_unavailable'],
});

/** Up to MAX_RELATED other products of the product's sub-item, newest first (PRODUCT-32). */
export const listRelatedProducts = endpoint<{
  params: { productId: number };
  query: { country_code?: string };
  response: Product[];
}>()({
  method: 'GET',
  path: '/api/products/{productId}/related/',
  auth: 'none',
  summary: 'The newest other products of the same sub-item',
  refusals: ['invalid_input', 'unknown_country', 'not_found', 'too_many_requests', 'database_unavailable'],
});

export const getMerchant = endpoint<{ params: { merchantId: number }; response: StorePage }>()({
  method: 'GET',
  path: '/merchants/{merchantId}/',
  auth: 'none',
  summary: 'A merchant',
  refusals: ['invalid_input', 'not_found', 'too_many_requests', 'database_unavailable'],
});

export const listCategories = endpoint<{ response: Category[] }>()({
  method: 'GET',
  path: '/api/category/',
  auth: 'none',
  summary: 'Categories with their sub-categories and sub-items, for navigation',
  refusals: ['too_many_requests', 'database_unavailable'],
});
