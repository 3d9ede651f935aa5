import { type Api, ApiError } from '@sokuwa/contract/api-client.ts';
import type { Merchant } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as calls from '@sokuwa/contract/saved/saved.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { type CardPage, type CardProduct, readMerchant, readPage } from '../catalog/index.ts';
import { assertStoredToken } from '../lib/session.ts';
import type { SaveTarget } from './saved-targets.ts';

/** Key prefix of the queries for saved, followed and viewed things of an account. */
export const savedKey = (token: string) => ['saved', token] as const;
/** A seller's number of followers, from the response to the last follow or unfollow. */
export const followersKey = (merchantId: number) => ['followers', merchantId] as const;

type ListRequest = { api: Api; token: string; page: number; country: string };
const listQuery = ({ page, country }: ListRequest) => ({ page, country_code: country });

/** Treats a page past the end as empty: its last entry may have been removed. */
const replacePagePastEnd = async <T>(response: Promise<T>, empty: T): Promise<T> => {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_page') return empty;
    throw error;
  }
};

const EMPTY_PAGE = { count: 0, next: null, previous: null, results: [] };

/** The ids of saved products and followed sellers, for the hearts and follow buttons. If it fails, they stay unchanged. */
export const savedIdsQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: [...savedKey(token), 'ids'],
    queryFn: async ({ signal }): Promise<SaveTarget[]> => {
      const { product_ids, merchant_ids } = await api.call(calls.getSavedIds, { token, signal });
      return [
        ...product_ids.map((id): SaveTarget => `product ${id}`),
        ...merchant_ids.map((id): SaveTarget => `merchant ${id}`),
      ];
    },
    refetchOnWindowFocus: true,
  });

export const savedItemsQuery = (list: ListRequest) =>
  queryOptions({
    queryKey: [...savedKey(list.token), 'items', listQuery(list)],
    queryFn: async ({ signal }): Promise<CardPage> => {
      assertStoredToken(list.token);
      const response = list.api.call(calls.listSaved, { query: listQuery(list), signal });
      return readPage(await replacePagePastEnd(response, EMPTY_PAGE));
    },
    refetchOnWindowFocus: true,
  });

export type FollowedSeller = { merchant: Merchant; products: CardProduct[] };
type FollowedPage = { count: number; sellers: FollowedSeller[] };

export const followedSellersQuery = (list: ListRequest) =>
  queryOptions({
    queryKey: [...savedKey(list.token), 'sellers', listQuery(list)],
    queryFn: async ({ signal }): Promise<FollowedPage> => {
      assertStoredToken(list.token);
      const response = list.api.call(calls.listFollowed, { query: listQuery(list), signal });
      const { count, results } = await replacePagePastEnd(response, EMPTY_PAGE);
      const sellers = results.map(({ products, ...seller }) => ({
        merchant: readMerchant(seller),
        products: readPage({ count: products.length, results: products }).results,
      }));
      return { count, sellers };
    },
    refetchOnWindowFocus: true,
  });

export const viewedProductsQuery = ({ api, token, country }: Omit<ListRequest, 'page'>) =>
  queryOptions({
    queryKey: [...savedKey(token), 'viewed', country],
    queryFn: async ({ signal }): Promise<CardProduct[]> => {
      assertStoredToken(token);
      return readPage(await api.call(calls.listViewed, { query: { country_code: country }, signal })).results;
    },
  });

/** Whether the account gets mails about its saved items. */
export const savedMailsQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['saved-mails', token],
    queryFn: async ({ signal }): Promise<boolean> => {
      assertStoredToken(token);
      return (await api.call(calls.getSavedMailSettings, { signal })).enabled;
    },
  });
