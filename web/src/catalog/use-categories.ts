import { listCategories } from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Api } from '../lib/api.ts';
import { useApi, useAppContext } from '../lib/app-context.ts';
import { categoriesQuery } from './catalog.queries.ts';

export type CategoryName = { id: number; name: string };

/**
 * The names of the categories, which every page carries: what is within them would weigh more than the page's own words.
 * Where the server could not have them, the browser asks.
 */
export const categoryNamesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['category-names'],
    queryFn: async ({ signal }): Promise<CategoryName[]> => {
      const categories = await api.call(listCategories, { signal });
      return categories.map(({ id, name }) => ({ id, name }));
    },
    // They stay as they came with the page.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useCategories = () => useQuery(categoryNamesQuery(useApi()));

/** The categories with all that is within them. */
export const useCategoryTree = () => useQuery(categoriesQuery(useApi()));

/** Fetches what is within the categories before a menu is opened. */
export const usePreloadCategoryTree = () => {
  const { api, queryClient } = useAppContext();
  return useCallback(() => {
    queryClient.prefetchQuery(categoriesQuery(api));
  }, [api, queryClient]);
};
