import { getOrder, listOrders } from '@sokuwa/contract/orders/orders.endpoints.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { queryOptions } from '@tanstack/react-query';
import { type Api, ApiError } from '../lib/api.ts';
import { tokens } from '../lib/token-store.ts';

/** Shown without a stored token (ORDER-39). */
export const NO_TOKEN = 'No authorization token found. Please log in again.';

/** Thrown when the page's token is no longer stored. */
class MissingToken extends ApiError {
  constructor() {
    super(NO_TOKEN, 401, 'credentials_missing', NO_TOKEN);
  }
}
/** @throws MissingToken when the stored token is not `token`: calls would be sent with another token, or none */
export const assertTokenUnchanged = (token: string): void => {
  if (tokens.get() !== token) throw new MissingToken();
};

/** The title of a failure: that the token is missing, otherwise `text`. */
export const getFailureTitle = (error: unknown, text: string): string =>
  error instanceof MissingToken ? NO_TOKEN : text;

/** Key prefix of all order queries of a session. */
export const ordersKey = (token: string) => ['orders', token] as const;

/** One page of the session's orders, newest first; pages start at 1. */
export const ordersQuery = (api: Api, token: string, page: number) =>
  queryOptions({
    queryKey: [...ordersKey(token), 'page', page],
    queryFn: async ({ signal }): Promise<Order[]> => {
      assertTokenUnchanged(token);
      return api.call(listOrders, { query: page === 1 ? {} : { page }, signal });
    },
  });

export const orderQuery = (api: Api, token: string, id: string) =>
  queryOptions({
    queryKey: [...ordersKey(token), id],
    queryFn: async ({ signal }): Promise<Order> => {
      assertTokenUnchanged(token);
      return api.call(getOrder, { params: { id }, signal });
    },
  });
