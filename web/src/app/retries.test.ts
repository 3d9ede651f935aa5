import { type Api, ApiError, makeApi } from '@sokuwa/contract/api-client.ts';
import type { FetchQueryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profileQuery } from '../account/profile.query.ts';
import { addressesQuery } from '../addresses/addresses.query.ts';
import { accountCartQuery } from '../cart/account-cart.ts';
import {
  categoriesQuery,
  homeListQuery,
  listQuery,
  merchantQuery,
  productQuery,
  relatedQuery,
} from '../catalog/catalog.queries.ts';
import { placeCountriesQuery, regionsQuery } from '../geo/place.queries.ts';
import { makeQueryClient } from '../lib/query-client.ts';
import { inboxQuery, messageQuery, unreadQuery } from '../messages/messages.queries.ts';
import { orderQuery, ordersQuery } from '../orders/orders.query.ts';
import {
  followedSellersQuery,
  savedIdsQuery,
  savedItemsQuery,
  savedMailsQuery,
  viewedProductsQuery,
} from '../saved/saved.queries.ts';
import { walletQuery } from '../wallet/wallet.query.ts';

vi.mock('../lib/token-store.ts', () => ({ tokens: { get: () => 'abc' }, useToken: () => 'abc' }));
vi.mock('@sokuwa/ui/toast.ts', () => ({ toast: { error: () => {} } }));

const queryClient = makeQueryClient(false);
const list = (search: object, id?: number) => ({
  ...{ search: { section: 'productList', page: 1, ...search } as const, country: 'NG' },
  id,
});
const page = (api: Api) => ({ api, token: 'abc', page: 1, country: 'NG' });

/** All queries of pages that use the default number of retries. */
const QUERIES: Record<string, (api: Api) => unknown> = {
  'a list': (api) => listQuery(api, list({})),
  'a search': (api) => listQuery(api, list({ section: 'searchQuery', query: 'yam' })),
  'a category': (api) => listQuery(api, list({ section: 'productCategory' }, 1)),
  'a sub-item': (api) => listQuery(api, list({ section: 'productSubCategory' }, 1)),
  'a store': (api) => listQuery(api, list({ section: 'merchantStore' }, 1)),
  'a merchant': (api) => merchantQuery(api, 1),
  'a product': (api) => productQuery(api, 1, 'NG'),
  'related products': (api) => relatedQuery(api, 1, 'NG'),
  categories: (api) => categoriesQuery(api),
  'a list of home': (api) => homeListQuery(api, 'hotDeals', 'NG'),
  countries: (api) => placeCountriesQuery(api),
  regions: (api) => regionsQuery(api, 'NG'),
  'the profile': (api) => profileQuery(api, 'abc'),
  orders: (api) => ordersQuery(api, 'abc', 1),
  'an order': (api) => orderQuery(api, 'abc', 'ORDER1234567'),
  'the wallet': (api) => walletQuery(api, 'abc', 1),
  'the inbox': (api) => inboxQuery(api, 'abc', 1),
  'a message': (api) => messageQuery(api, queryClient, 'abc', 'M1'),
  'unread messages': (api) => unreadQuery(api, 'abc'),
  hearts: (api) => savedIdsQuery(api, 'abc'),
  'saved items': (api) => savedItemsQuery(page(api)),
  'followed sellers': (api) => followedSellersQuery(page(api)),
  'viewed products': (api) => viewedProductsQuery(page(api)),
  'the emails about saved items': (api) => savedMailsQuery(api, 'abc'),
};
/** The specification gives these one retry. */
const RETRIED_ONCE: Record<string, (api: Api) => unknown> = {
  'the cart': (api) => accountCartQuery(api, 'abc'),
  'the shipping addresses': (api) => addressesQuery(api, 'abc'),
};

const FAILURES: (number | Error)[] = [400, 403, 409, 429, 500, 503, new ApiError('Network Error')];

/**
 * Fetches a query whose calls all fail.
 * @param failure the status of the responses, or the error of the transport
 * @returns the number of calls
 */
const countCalls = async (makeQuery: (api: Api) => unknown, failure: number | Error): Promise<number> => {
  let calls = 0;
  const api = makeApi(async () => {
    calls++;
    if (failure instanceof Error) throw failure;
    return { status: failure, body: { message: 'Failed' } };
  });
  queryClient.clear();
  // A missing profile (404) is a result, other failures are thrown: allSettled accepts both.
  const result = Promise.allSettled([queryClient.fetchQuery(makeQuery(api) as FetchQueryOptions)]);
  await vi.advanceTimersByTimeAsync(60_000);
  await result;
  return calls;
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each(Object.entries(QUERIES))('%s', (_, makeQuery) => {
  it('is tried four times at any failure', { tags: ['@SHELL-77', '@SHELL-90'] }, async () => {
    // Load the code of the profile's call first; otherwise it is loaded on demand.
    await import('../account/account-calls.ts');
    for (const failure of FAILURES) expect([failure, await countCalls(makeQuery, failure)]).toEqual([failure, 4]);
  });

  it('is tried once when it does not exist or the session has ended', { tags: ['@SHELL-90'] }, async () => {
    for (const status of [404, 401]) expect([status, await countCalls(makeQuery, status)]).toEqual([status, 1]);
  });

  it('is tried once without a network', { tags: ['@SHELL-90'] }, async () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(await countCalls(makeQuery, new ApiError('Network Error'))).toBe(1);
  });
});

describe.each(Object.entries(RETRIED_ONCE))('%s', (_, makeQuery) => {
  it('has one retry at any failure, and none for what is no failure', {
    tags: ['@CART-81', '@SHELL-85', '@SHELL-90'],
  }, async () => {
    for (const failure of FAILURES) expect([failure, await countCalls(makeQuery, failure)]).toEqual([failure, 2]);
    for (const status of [404, 401]) expect([status, await countCalls(makeQuery, status)]).toEqual([status, 1]);
  });
});
