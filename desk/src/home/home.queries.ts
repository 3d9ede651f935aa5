import type { HomeState } from '@sokuwa/contract/home/home.schemas.ts';
import { getHomeState, listHomeVersions } from '@sokuwa/contract/home/operator-home.endpoints.ts';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { cursorOf } from '../lib/paging.ts';

const homeKey = ['market', 'home'] as const;

export const homeQuery = queryOptions({
  queryKey: [...homeKey, 'state'],
  queryFn: ({ signal }) => api.call(getHomeState, { signal }),
});

/** What was published, page by page. */
export const versionsQuery = infiniteQueryOptions({
  queryKey: [...homeKey, 'versions'],
  queryFn: ({ signal, pageParam }) =>
    api.call(listHomeVersions, { query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => cursorOf(next),
});

/** Puts a changed state into the cache, and reads the versions again. */
export const useSaveHome = () => {
  const queryClient = useQueryClient();
  return (state: HomeState): void => {
    queryClient.setQueryData(homeQuery.queryKey, state);
    void queryClient.invalidateQueries({ queryKey: versionsQuery.queryKey });
  };
};
