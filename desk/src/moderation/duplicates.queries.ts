import { listDuplicates, previewMerge } from '@sokuwa/contract/moderation/duplicates.endpoints.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { MARKET_KEY } from '../lib/market.ts';
import { cursorOf } from '../lib/paging.ts';

const duplicatesKey = [...MARKET_KEY, 'duplicates'] as const;

/** Groups of products that look alike, page by page. */
export const duplicatesQuery = infiniteQueryOptions({
  queryKey: [...duplicatesKey, 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.call(listDuplicates, { query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => cursorOf(next),
});

export const mergeQuery = (keptId: number, duplicateId: number) =>
  queryOptions({
    queryKey: [...duplicatesKey, 'merge', keptId, duplicateId],
    queryFn: ({ signal }) => api.call(previewMerge, { params: { keptId, duplicateId }, signal }),
    retry: false,
  });
