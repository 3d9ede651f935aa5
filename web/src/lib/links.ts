import type { Section } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { linkOptions } from '@tanstack/react-router';
import { type CarriedSearch, carriedSearch } from './list-search.ts';

/**
 * Links to catalogue pages with the query strings of docs/spec, as props for Link or navigate: `<Link {...categoryLink(3)}>`.
 */

/** A list of the whole shop. */
export const sectionLink = (section: Extract<Section, 'hotDeals' | 'newArrivals' | 'ourBrands' | 'productList'>) =>
  linkOptions({ to: '/product/list', search: { section, page: 1 } });

export const categoryLink = (categoryId: number) =>
  linkOptions({
    to: '/product/list/$id',
    params: { id: String(categoryId) },
    search: { section: 'productCategory', categoryId, page: 1 },
  });

/** The products of one sub-item. */
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

/** @param query the search term, trimmed and not empty */
export const searchLink = (query: string) =>
  linkOptions({ to: '/product/list', search: { section: 'searchQuery', query, page: 1 } });

/** @param from the search params of the list that shows the product */
export const productLink = (productId: number, from: CarriedSearch) =>
  linkOptions({ to: '/product/details/$id', params: { id: String(productId) }, search: carriedSearch(from) });
