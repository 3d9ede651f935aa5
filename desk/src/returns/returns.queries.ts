import {
  getMerchantReturn,
  getMerchantReturnPicture,
  listMerchantReturns,
} from '@sokuwa/contract/returns/merchant-returns.endpoints.ts';
import type { ReturnsQuery } from '@sokuwa/contract/returns/returns.schemas.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getStoreApi } from '../lib/api.ts';
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

/** A picture of the buyer as a data URL: an `<img>` could not name the store for which it is read. @param n from 1 */
export const returnPictureQuery = (storeId: number, returnId: string, n: number) =>
  queryOptions({
    queryKey: ['store', storeId, 'return-picture', returnId, n],
    queryFn: async ({ signal }) => {
      const params = { id: returnId, n: String(n) };
      return (await getStoreApi(storeId).call(getMerchantReturnPicture, { params, signal })).picture;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
