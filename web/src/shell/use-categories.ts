import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { categoriesQuery } from '../catalog/catalog.queries.ts';

export type CategoryName = { id: number; name: string };

const root = getRouteApi('__root__');

/**
 * The names of the categories, which every page carries. Where the server could not have them, the browser asks.
 * What is within them is not among it: `useCategoryTree` fetches that when a menu wants it.
 */
export const useCategories = () => {
  const { api } = useRouter().options.context;
  const { categories } = root.useLoaderData();
  const { data, ...rest } = useQuery({ ...categoriesQuery(api), enabled: categories === null });
  const names: readonly CategoryName[] | undefined = categories ?? data;
  return { ...rest, data: names };
};

/** The categories with all that is within them. */
export const useCategoryTree = () => useQuery(categoriesQuery(useRouter().options.context.api));

/** Fetches what is within the categories before a menu is opened. */
export const usePreloadCategoryTree = () => {
  const { api, queryClient } = useRouter().options.context;
  return useCallback(() => {
    queryClient.prefetchQuery(categoriesQuery(api));
  }, [api, queryClient]);
};
