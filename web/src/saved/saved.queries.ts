import type { Merchant } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as calls from '@sokuwa/contract/saved/saved.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { type CardPage, type CardProduct, readMerchant, readPage } from '../catalog/index.ts';
import { type Api, ApiError } from '../lib/api.ts';
import { assertStoredToken } from '../lib/session.ts';

/** All that is asked about what somebody saved, follows and looked at begins with it. */
export const savedKey = (token: string) => ['saved', token] as const;
/** How many follow a seller, as the last press was answered. */
export const followersKey = (merchantId: number) => ['followers', merchantId] as const;

type Asked = { api: Api; token: string; page: number; country: string };
const paramsOf = ({ page, country }: Asked) => ({ page, country_code: country });

/** A page past the end, as after the last of a page was taken out, is an empty one. */
const unlessPastEnd = async <T>(call: Promise<T>, empty: T): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_page') return empty;
    throw error;
  }
};

const NOTHING = { count: 0, next: null, previous: null, results: [] };

export const savedItemsQuery = (asked: Asked) =>
  queryOptions({
    queryKey: [...savedKey(asked.token), 'items', paramsOf(asked)],
    queryFn: async ({ signal }): Promise<CardPage> => {
      assertStoredToken(asked.token);
      return readPage(
        await unlessPastEnd(asked.api.call(calls.listSaved, { query: paramsOf(asked), signal }), NOTHING),
      );
    },
    refetchOnWindowFocus: true,
  });

export type Followed = { merchant: Merchant; products: CardProduct[] };
export type FollowedPage = { count: number; sellers: Followed[] };

export const followedQuery = (asked: Asked) =>
  queryOptions({
    queryKey: [...savedKey(asked.token), 'sellers', paramsOf(asked)],
    queryFn: async ({ signal }): Promise<FollowedPage> => {
      assertStoredToken(asked.token);
      const call = asked.api.call(calls.listFollowed, { query: paramsOf(asked), signal });
      const { count, results } = await unlessPastEnd(call, NOTHING);
      const sellers = results.map(({ products, ...seller }) => ({
        merchant: readMerchant(seller),
        products: readPage({ count: products.length, results: products }).results,
      }));
      return { count, sellers };
    },
    refetchOnWindowFocus: true,
  });

export const viewedQuery = (asked: Omit<Asked, 'page'>) =>
  queryOptions({
    queryKey: [...savedKey(asked.token), 'viewed', asked.country],
    queryFn: async ({ signal }): Promise<CardProduct[]> => {
      assertStoredToken(asked.token);
      return readPage(await asked.api.call(calls.listViewed, { query: { country_code: asked.country }, signal }))
        .results;
    },
  });

export const notesQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['saved-notes', token],
    queryFn: async ({ signal }): Promise<boolean> => {
      assertStoredToken(token);
      return (await api.call(calls.getSavedNotes, { signal })).enabled;
    },
  });
