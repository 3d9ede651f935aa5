import { type Api, ApiError } from '@sokuwa/contract/api-client.ts';
import * as calls from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import type { ListQuery, Merchant, ProductDetail, StorePage } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { queryOptions } from '@tanstack/react-query';
import type { AppContext } from '../lib/app-context.ts';
import type { ListSearch } from '../lib/list-search.ts';
import type { CardProduct } from './card-product.ts';
import { type CardPage, readCards, readCategories, readPage } from './read-responses.ts';

/** Data in a server-rendered page counts as fresh, so that the browser does not fetch it again. */
const STALE_TIME_MS = 60_000;
const SEARCH_STALE_TIME_MS = 5 * 60_000;

/** Whether a call failed with 404. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found';

/** Identifies a list: search params, id of its category, sub-item or merchant, and country. */
export type ListRequest = { search: ListSearch; id: number | undefined; country: string };

const listParams = ({ search, country }: ListRequest): ListQuery => ({
  page: search.page,
  country_code: country,
  ...(search.min_price !== undefined && { min_price: search.min_price }),
  ...(search.max_price !== undefined && { max_price: search.max_price }),
  ...(search.sort !== undefined && { sort: search.sort }),
  ...(search.in_stock && { in_stock: true }),
});

const EMPTY: CardPage = { count: 0, results: [] };

const fetchList = (api: Api, request: ListRequest, signal: AbortSignal): Promise<unknown> => {
  const { search, id } = request;
  const query = listParams(request);
  switch (search.section) {
    case 'hotDeals':
      return api.call(calls.listHotDeals, { query, signal });
    case 'newArrivals':
      return api.call(calls.listNewArrivals, { query, signal });
    case 'ourBrands':
      return api.call(calls.listOwnBrands, { query, signal });
    case 'productList':
      return api.call(calls.listProducts, { query, signal });
    case 'searchQuery':
      // An empty search or id makes no request (SEARCH-1, LIST-8).
      if (search.query === undefined) return Promise.resolve(EMPTY);
      // The specification defines this sequence of parameters (SEARCH-5).
      return api.call(calls.listProducts, {
        query: { country_code: request.country, search: search.query, ...query },
        signal,
      });
    case 'productCategory':
      if (id === undefined) return Promise.resolve(EMPTY);
      return api.call(calls.listCategoryProducts, { params: { categoryId: id }, query, signal });
    case 'productSubCategory':
      if (id === undefined) return Promise.resolve(EMPTY);
      return api.call(calls.listSubItemProducts, { params: { subItemId: id }, query, signal });
    case 'merchantStore':
      if (id === undefined) return Promise.resolve(EMPTY);
      return api.call(calls.listMerchantProducts, { params: { merchantId: id }, query, signal });
    default:
      return Promise.reject(new ApiError('Invalid section'));
  }
};

/** One page of a list. A page past the end is an empty list, not an error (LIST-61). */
export const listQuery = (api: Api, request: ListRequest) =>
  queryOptions({
    queryKey: ['products', request],
    queryFn: async ({ signal }): Promise<CardPage> => {
      try {
        return readPage(await fetchList(api, request, signal));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'invalid_page') return EMPTY;
        throw error;
      }
    },
    staleTime: request.search.section === 'searchQuery' ? SEARCH_STALE_TIME_MS : STALE_TIME_MS,
  });

export type HomeList = 'hotDeals' | 'newArrivals' | 'ourBrands';
const homeCalls = { hotDeals: calls.listHotDeals, newArrivals: calls.listNewArrivals, ourBrands: calls.listOwnBrands };
/** Products per list on the home page (HOME-22, HOME-34). */
const HOME_LIST_SIZE = 6;

/** Sorts products in stock first, then products with a picture; otherwise keeps the sequence of the list. */
export const leadWithAvailable = <P extends Pick<CardProduct, 'stock' | 'products_images'>>(
  products: readonly P[],
): P[] => {
  const rank = ({ stock, products_images }: P) => (stock > 0 ? 0 : 2) + (products_images.length > 0 ? 0 : 1);
  return products.toSorted((a, b) => rank(a) - rank(b));
};

/** The first products of a list, for the home page. */
export const homeListQuery = (api: Api, list: HomeList, country: string) =>
  queryOptions({
    queryKey: ['home', list, country],
    queryFn: async ({ signal }) => {
      const response = await api.call(homeCalls[list], { query: { page: 1, country_code: country }, signal });
      return leadWithAvailable(readPage(response).results).slice(0, HOME_LIST_SIZE);
    },
    staleTime: STALE_TIME_MS,
  });

export const productQuery = (api: Api, productId: number, country: string) =>
  queryOptions({
    queryKey: ['product', productId, country],
    queryFn: async ({ signal }) => {
      const query = { country_code: country };
      const call = api.call(calls.getProduct, { params: { productId }, query, signal });
      const [response, { readProduct }] = await Promise.all([call, import('./read-product.ts')]);
      return readProduct(response);
    },
    staleTime: STALE_TIME_MS,
  });

/** What the query cache knows of a product: all of it, or its card in a list on the page. */
export const findKnownProduct = (
  { queryClient, api, country }: AppContext,
  productId: number,
): CardProduct | ProductDetail | undefined => {
  const product = queryClient.getQueryData<ProductDetail>(productQuery(api, productId, country.get()).queryKey);
  if (product) return product;
  const lists = queryClient.getQueriesData<CardPage | CardProduct[]>({
    type: 'active',
    predicate: ({ queryKey: [name] }) => name === 'products' || name === 'home' || name === 'related',
  });
  return lists
    .flatMap(([, data]) => (Array.isArray(data) ? data : (data?.results ?? [])))
    .find(({ id }) => id === productId);
};

/** Other products of the product's sub-item. */
export const relatedQuery = (api: Api, productId: number, country: string) =>
  queryOptions({
    queryKey: ['related', productId, country],
    queryFn: async ({ signal }) => {
      const query = { country_code: country };
      return readCards(await api.call(calls.listRelatedProducts, { params: { productId }, query, signal }));
    },
    staleTime: STALE_TIME_MS,
  });

export const merchantQuery = (api: Api, merchantId: number) =>
  queryOptions({
    queryKey: ['merchant', merchantId],
    queryFn: async ({ signal }) => {
      const call = api.call(calls.getMerchant, { params: { merchantId }, signal });
      const [response, { readStorePage }] = await Promise.all([call, import('./read-product.ts')]);
      return readStorePage(response);
    },
    staleTime: STALE_TIME_MS,
  });

/** Name and cover of a merchant from the query cache: from its own query, or from the detail of one of its products. */
export const findKnownMerchant = (
  { queryClient, api }: AppContext,
  merchantId: number,
): Pick<Merchant, 'store_name' | 'cover_url'> | undefined =>
  queryClient.getQueryData<StorePage>(merchantQuery(api, merchantId).queryKey) ??
  queryClient
    .getQueriesData<ProductDetail>({ queryKey: ['product'] })
    .map(([, product]) => product?.merchant_profile)
    .find((merchant) => merchant?.merchant_id === merchantId);

export const categoriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['categories'],
    queryFn: async ({ signal }) => readCategories(await api.call(calls.listCategories, { signal })),
    staleTime: 10 * 60_000,
  });
