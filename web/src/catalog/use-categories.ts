import type { Api } from '@sokuwa/contract/api-client.ts';
import { listCategories } from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi, useAppContext } from '../lib/app-context.ts';
import { readOnce } from '../lib/read-once.ts';
import { categoriesQuery } from './catalog.queries.ts';

export type CategoryName = { id: number; slug: string; name: string };

const readNames = readOnce((categories): CategoryName[] =>
  (categories as readonly CategoryName[]).map(({ id, slug, name }) => ({ id, slug, name })),
);

/**
 * The names of the categories, included in every page; the whole tree would be larger than the page. If the server could
 * not load them, the browser does.
 */
export const categoryNamesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['category-names'],
    queryFn: async ({ signal }): Promise<CategoryName[]> => readNames(await api.call(listCategories, { signal })),
    // Never fetched again, because every page contains them.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useCategories = () => useQuery(categoryNamesQuery(useApi()));

/** The categories with sub-categories and sub-items. */
export const useCategoryTree = () => useQuery(categoriesQuery(useApi()));

/** Preloads the category tree before a menu opens. */
export const usePreloadCategoryTree = () => {
  const { api, queryClient } = useAppContext();
  return useCallback(() => {
    queryClient.prefetchQuery(categoriesQuery(api));
  }, [api, queryClient]);
};
