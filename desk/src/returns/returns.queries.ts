import {
  getMerchantReturn,
  getMerchantReturnPicture,
  listMerchantReturns,
} from '@sokuwa/contract/returns/merchant-returns.endpoints.ts';
import {
  getOperatorReturn,
  getOperatorReturnPicture,
  listOperatorReturns,
} from '@sokuwa/contract/returns/operator-returns.endpoints.ts';
import type { OperatorReturnsQuery, ReturnsQuery } from '@sokuwa/contract/returns/returns.schemas.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, getStoreApi } from '../lib/api.ts';
import { MARKET_KEY } from '../lib/market.ts';
import { cursorOf } from '../lib/paging.ts';

/** All queries about the returns of a store begin with this key. */
export const returnsKey = (storeId: number) => ['store', storeId, 'returns'] as const;

/** Returns page by page, newest first. */
export const returnsQuery = (storeId: number, query: Omit<ReturnsQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: [...returnsKey(storeId), 'list', query],
    queryFn: ({ signal, pageParam }) =>
      getStoreApi(storeId).call(listMerchantReturns, {
        query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

export const returnQuery = (storeId: number, returnId: string) =>
  queryOptions({
    queryKey: [...returnsKey(storeId), 'return', returnId],
    queryFn: ({ signal }) => getStoreApi(storeId).call(getMerchantReturn, { params: { id: returnId }, signal }),
  });

/**
 * A picture of the buyer as a data URL: an `<img>` could not name the store for which it is read.
 * @param storeId undefined for operators
 * @param n from 1
 */
export const returnPictureQuery = (storeId: number | undefined, returnId: string, n: number) =>
  queryOptions({
    queryKey: ['return-picture', storeId ?? 'market', returnId, n],
    queryFn: async ({ signal }) => {
      const params = { id: returnId, n: String(n) };
      const { picture } =
        storeId === undefined
          ? await api.call(getOperatorReturnPicture, { params, signal })
          : await getStoreApi(storeId).call(getMerchantReturnPicture, { params, signal });
      return picture;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Returns of all merchants page by page. */
export const marketReturnsQuery = (query: Omit<OperatorReturnsQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: [...MARKET_KEY, 'returns', query],
    queryFn: ({ signal, pageParam }) =>
      api.call(listOperatorReturns, {
        query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

export const marketReturnQuery = (returnId: string) =>
  queryOptions({
    queryKey: [...MARKET_KEY, 'return', returnId],
    queryFn: ({ signal }) => api.call(getOperatorReturn, { params: { id: returnId }, signal }),
  });
