import { getOrder, listOrders } from '@sokuwa/contract/orders/orders.endpoints.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { queryOptions } from '@tanstack/react-query';
import { type Api, ApiError } from '../lib/api.ts';
import { MAX_RETRIES } from '../lib/query-client.ts';
import { tokens } from '../lib/token-store.ts';

/** Shown without a stored token (ORDER-39). */
export const NO_TOKEN = 'No authorization token found. Please log in again.';

/** The token that a page was opened for is stored no more. */
class MissingToken extends Error {
  constructor() {
    super(NO_TOKEN);
  }
}
/** @throws MissingToken when calls would carry another token, or none */
export const mustHold = (token: string): void => {
  if (tokens.get() !== token) throw new MissingToken();
};

/** What is said of orders that could not be had. */
export const failureTitle = (error: unknown, text: string): string => (error instanceof MissingToken ? NO_TOKEN : text);

/** Whatever the shop has decided stays so; the rest may pass. */
const retry = (failures: number, error: Error): boolean =>
  failures < MAX_RETRIES &&
  !(error instanceof MissingToken) &&
  !(error instanceof ApiError && error.status !== undefined && error.status < 500);

/** All that concerns orders of whoever holds the token. */
export const ordersKey = (token: string) => ['orders', token] as const;

/** A page of the orders of whoever holds the token, newest first; the first is 1. */
export const ordersQuery = (api: Api, token: string, page: number) =>
  queryOptions({
    queryKey: [...ordersKey(token), 'page', page],
    queryFn: async ({ signal }): Promise<Order[]> => {
      mustHold(token);
      return api.call(listOrders, { query: page === 1 ? {} : { page }, signal });
    },
    retry,
  });

export const orderQuery = (api: Api, token: string, id: string) =>
  queryOptions({
    queryKey: [...ordersKey(token), id],
    queryFn: async ({ signal }): Promise<Order> => {
      mustHold(token);
      return api.call(getOrder, { params: { id }, signal });
    },
    retry,
  });
