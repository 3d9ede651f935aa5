import type { Category, StorePage } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { notFound, redirect } from '@tanstack/react-router';
import type { AppContext } from '../lib/app-context.ts';
import { categoryLink, subItemLink } from '../lib/links.ts';
import { isSection, type ListSearch } from '../lib/list-search.ts';
import { fetchFirstAttempt } from '../lib/query-client.ts';
import {
  categoriesQuery,
  findKnownMerchant,
  isNotFound,
  type ListRequest,
  listQuery,
  merchantQuery,
} from './catalog.queries.ts';
import { findMergedInto, type ListNames, listNames } from './list-names.ts';

/** Loader data of a list page; the products are in the query cache. */
export type ListData = {
  request: ListRequest;
  names: ListNames;
  merchant?: StorePage;
  /** Whether the page lies past the end of the list; known only on the server. */
  isPastEnd: boolean;
  /** The picture of the first card, if it is certain; known only on the server. */
  mainPicture?: string;
};

/** Turns a 404 of the API into the 404 page and rethrows other errors. */
export const rethrowNotFound = async <T>(result: Promise<T>): Promise<T> => {
  try {
    return await result;
  } catch (error) {
    if (isNotFound(error)) throw notFound();
    throw error;
  }
};

/** The id that a section's list belongs to; other sections ignore ids in the URL. */
const ownerId = (search: ListSearch, pathId: number | undefined): number | undefined => {
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

const makeRequest = ({ country }: AppContext, search: ListSearch, pathId: number | undefined): ListRequest => ({
  search,
  id: ownerId(search, pathId),
  country: country.get(),
});

/** The id of the merchant whose store a list is; undefined for other lists. */
const storeId = ({ search, id }: ListRequest): number | undefined =>
  search.section === 'merchantStore' ? id : undefined;

/** The request of a list that is not loaded yet, and what the query cache has of its title and, for a store, its merchant. */
export const findKnownList = (context: AppContext, search: ListSearch, pathId: number | undefined) => {
  const { queryClient, api } = context;
  const request = makeRequest(context, search, pathId);
  const categories = queryClient.getQueryData(categoriesQuery(api).queryKey) ?? [];
  const merchantId = storeId(request);
  const merchant = merchantId === undefined ? undefined : findKnownMerchant(context, merchantId);
  return { request, names: listNames(search, request.id, categories, merchant), merchant };
};

const PERMANENT_REDIRECT = 308;

/** Leads the page of a merged category or sub-item to the one that it was merged into. */
const redirectIfMerged = ({ search, id }: ListRequest, categories: readonly Category[]): void => {
  const into = findMergedInto(search, id, categories);
  if (into === undefined) return;
  const link = search.section === 'productCategory' ? categoryLink(into) : subItemLink(into);
  throw redirect({ ...link, statusCode: PERMANENT_REDIRECT });
};

/**
 * Loads a list page. The server waits for the products; the browser navigates immediately and shows skeletons.
 * @param pathId the id in the path, if any
 */
export const loadList = async (
  context: AppContext,
  search: ListSearch,
  pathId: number | undefined,
): Promise<ListData> => {
  const { queryClient, api } = context;
  const request = makeRequest(context, search, pathId);
  const merchantId = storeId(request);
  const query = listQuery(api, request);
  const loadProducts = async () => {
    if (!isSection(search.section)) return;
    if (import.meta.env.SSR) await queryClient.ensureQueryData(query);
    else void queryClient.prefetchQuery(query);
  };
  // Without categories the list is still shown, with a generic title.
  const categoriesLoaded = fetchFirstAttempt(queryClient, categoriesQuery(api)).catch(() => []);
  const loaded = Promise.all([
    merchantId === undefined ? undefined : queryClient.ensureQueryData(merchantQuery(api, merchantId)),
    loadProducts(),
  ]);
  // It is awaited below, and must not count as unhandled before.
  loaded.catch(() => undefined);
  const categories = await categoriesLoaded;
  redirectIfMerged(request, categories);
  const [merchant] = await rethrowNotFound(loaded);
  const products = import.meta.env.SSR ? queryClient.getQueryData(query.queryKey)?.results : undefined;
  const isPastEnd = search.page > 1 && products?.length === 0;
  // A price filter may hide the first product.
  const isUnfiltered = search.min_price === undefined && search.max_price === undefined;
  const mainPicture = isUnfiltered ? products?.[0]?.products_images[0]?.image_url : undefined;
  return {
    request,
    names: listNames(search, request.id, categories, merchant),
    isPastEnd,
    ...(merchant && { merchant }),
    ...(mainPicture && { mainPicture }),
  };
};
