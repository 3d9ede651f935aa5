import type { Section } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { linkOptions } from '@tanstack/react-router';
import { type CarriedSearch, carriedSearch } from './list-search.ts';

/**
 * Addresses of the catalogue with exactly the query that the specification writes, as props for a router's Link or
 * for navigate: `<Link {...categoryLink(3)}>`.
 */

/** A list of the whole shop: hot deals, new arrivals, own brands, all products. */
export const sectionLink = (section: Extract<Section, 'hotDeals' | 'newArrivals' | 'ourBrands' | 'productList'>) =>
  linkOptions({ to: '/product/list', search: { section, page: 1 } });

export const categoryLink = (categoryId: number) =>
  linkOptions({
    to: '/product/list/$id',
    params: { id: String(categoryId) },
    search: { section: 'productCategory', categoryId, page: 1 },
  });

/** The products of one sub-item, the smallest group of the menus. */
export const subItemLink = (subCategoryId: number) =>
  linkOptions({
    to: '/product/list/$id',
    params: { id: String(subCategoryId) },
    search: { section: 'productSubCategory', subCategoryId, page: 1 },
  });

export const merchantLink = (merchantId: number) =>
  linkOptions({
    to: '/product/list/$id',
    params: { id: String(merchantId) },
    search: { section: 'merchantStore', page: 1 },
  });

/** @param query what the shopper typed, trimmed and not empty: an empty search is not run */
export const searchLink = (query: string) =>
  linkOptions({ to: '/product/list', search: { section: 'searchQuery', query, page: 1 } });

/** @param from the search params of the list that one comes from */
export const productLink = (productId: number, from: CarriedSearch) =>
  linkOptions({ to: '/product/details/$id', params: { id: String(productId) }, search: carriedSearch(from) });
