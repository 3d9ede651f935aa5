import type { Merchant } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { notFound } from '@tanstack/react-router';
import type { AppContext } from '../lib/app-context.ts';
import { isSection, type ListSearch } from '../lib/list-search.ts';
import { categoriesQuery, isNotFound, type ListAsked, listQuery, merchantQuery } from './catalog.queries.ts';
import { type ListNames, listNames } from './list-names.ts';

/** What a list's page starts from; the products themselves are in the query cache. */
export type ListData = { asked: ListAsked; names: ListNames; merchant?: Merchant };

/** What does not exist is the 404 page; every other failure goes on. */
export const orNotFound = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    if (isNotFound(error)) throw notFound();
    throw error;
  }
};

/** The list belongs to something only in these sections; elsewhere an id in the address means nothing. */
const ownerOf = (search: ListSearch, pathId: number | undefined): number | undefined => {
  switch (search.section) {
    case 'productCategory':
      return pathId ?? search.categoryId;
    case 'productSubCategory':
      return pathId ?? search.subCategoryId;
    case 'merchantStore':
      return pathId;
    default:
      return undefined;
  }
};

/**
 * Loads a list's page. The server waits for the products, so that they are in the page; the browser changes the page at
 * once and shows skeletons in their places.
 * @param pathId the id in the path, or undefined where it has none
 */
export const loadList = async (
  { queryClient, api, country }: AppContext,
  search: ListSearch,
  pathId: number | undefined,
): Promise<ListData> => {
  const id = ownerOf(search, pathId);
  const asked = { search, id, country: country.get() };
  const query = listQuery(api, asked);
  const loadProducts = async () => {
    if (!isSection(search.section)) return;
    if (import.meta.env.SSR) await queryClient.ensureQueryData(query);
    else void queryClient.prefetchQuery(query);
  };
  const [categories, merchant] = await orNotFound(
    Promise.all([
      // Without categories the list still shows: only its name is a general one then.
      queryClient.ensureQueryData({ ...categoriesQuery(api), retry: false }).catch(() => []),
      search.section === 'merchantStore' && id !== undefined
        ? queryClient.ensureQueryData(merchantQuery(api, id))
        : undefined,
      loadProducts(),
    ]),
  );
  return { asked, names: listNames(search, id, categories, merchant), ...(merchant && { merchant }) };
};
