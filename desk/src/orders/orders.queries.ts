import {
  countMerchantOrders,
  getMerchantOrder,
  listCarriers,
  listMerchantOrders,
} from '@sokuwa/contract/orders/merchant-orders.endpoints.ts';
import type { MerchantOrdersQuery } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getStoreApi } from '../lib/api.ts';
import { cursorOf } from '../lib/paging.ts';

const PAGE_SIZE = 50;

/** All queries about the orders of a store begin with this key. */
export const ordersKey = (storeId: number) => ['store', storeId, 'orders'] as const;

/** Orders page by page. */
export const ordersQuery = (storeId: number, query: Omit<MerchantOrdersQuery, 'cursor' | 'limit'>) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(storeId), 'list', query],
    queryFn: ({ signal, pageParam }) =>
      getStoreApi(storeId).call(listMerchantOrders, {
        query: { ...query, limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

export const orderCountsQuery = (storeId: number) =>
  queryOptions({
    queryKey: [...ordersKey(storeId), 'counts'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(countMerchantOrders, { signal }),
  });

export const orderQuery = (storeId: number, orderId: string) =>
  queryOptions({
    queryKey: [...ordersKey(storeId), 'order', orderId],
    queryFn: ({ signal }) => getStoreApi(storeId).call(getMerchantOrder, { params: { id: orderId }, signal }),
  });

export const carriersQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['carriers'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(listCarriers, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
