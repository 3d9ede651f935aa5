import { listCategories } from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import { categoriesQuery } from '../catalog/catalog.queries.ts';
import type { CategoryName } from './use-categories.ts';

/**
 * The names that every page carries: the rest of the menus would weigh more than the page's own words.
 * @returns null where they can't be had; the shop still sells, and its menus say what failed
 */
export const categoryNames = async ({
  api,
  queryClient,
}: {
  api: Api;
  queryClient: QueryClient;
}): Promise<CategoryName[] | null> => {
  try {
    const categories = import.meta.env.SSR
      ? await api.call(listCategories, {})
      : await queryClient.ensureQueryData({ ...categoriesQuery(api), retry: false });
    return categories.map(({ id, name }) => ({ id, name }));
  } catch {
    return null;
  }
};
