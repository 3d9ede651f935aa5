import { getModerationCase, listModeration } from '@sokuwa/contract/moderation/operator-moderation.endpoints.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { MARKET_KEY } from '../lib/market.ts';
import { cursorOf } from '../lib/paging.ts';

const moderationKey = [...MARKET_KEY, 'moderation'] as const;

/** Products that wait for an operator, page by page. */
export const moderationQuery = infiniteQueryOptions({
  queryKey: [...moderationKey, 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.call(listModeration, { query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => cursorOf(next),
});

export const moderationCaseQuery = (productId: number) =>
  queryOptions({
    queryKey: [...moderationKey, 'product', productId],
    queryFn: ({ signal }) => api.call(getModerationCase, { params: { productId }, signal }),
  });
