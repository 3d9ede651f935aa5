import { listCategories } from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import {
  countOwnProducts,
  getOwnProduct,
  listOwnProducts,
} from '@sokuwa/contract/catalog/merchant-products.endpoints.ts';
import type { OwnProductsQuery } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, getStoreApi } from '../lib/api.ts';
import { cursorOf } from '../lib/paging.ts';

const PAGE_SIZE = 50;

/** All queries about the products of a store begin with this key. */
export const productsKey = (storeId: number) => ['store', storeId, 'products'] as const;

/** Products page by page. */
export const productsQuery = (storeId: number, query: Omit<OwnProductsQuery, 'cursor' | 'limit'>) =>
  infiniteQueryOptions({
    queryKey: [...productsKey(storeId), 'list', query],
    queryFn: ({ signal, pageParam }) =>
      getStoreApi(storeId).call(listOwnProducts, {
        query: { ...query, limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

export const productCountsQuery = (storeId: number) =>
  queryOptions({
    queryKey: [...productsKey(storeId), 'counts'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(countOwnProducts, { signal }),
  });

export const productQuery = (storeId: number, productId: number) =>
  queryOptions({
    queryKey: [...productsKey(storeId), 'product', productId],
    queryFn: ({ signal }) => getStoreApi(storeId).call(getOwnProduct, { params: { productId }, signal }),
  });

/** The categories of the shop, which a product belongs to one of. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => api.call(listCategories, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
