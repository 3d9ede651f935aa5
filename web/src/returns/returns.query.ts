import type { Api } from '@sokuwa/contract/api-client.ts';
import { getReturnPicture, getReturns } from '@sokuwa/contract/returns/returns.endpoints.ts';
import type { OrderReturns } from '@sokuwa/contract/returns/returns.schemas.ts';
import { queryOptions } from '@tanstack/react-query';
import { assertStoredToken } from '../lib/session.ts';

/** The returns of an order, and what of it can be returned. */
export const returnsQuery = (api: Api, token: string, orderId: string) =>
  queryOptions({
    queryKey: ['returns', token, orderId],
    queryFn: async ({ signal }): Promise<OrderReturns> => {
      assertStoredToken(token);
      return api.call(getReturns, { params: { id: orderId }, signal });
    },
  });

/** A picture of a return, as a data URL. It never changes. */
export const returnPictureQuery = (api: Api, token: string, id: string, n: number) =>
  queryOptions({
    queryKey: ['return picture', token, id, n],
    queryFn: async ({ signal }): Promise<string> => {
      assertStoredToken(token);
      return (await api.call(getReturnPicture, { params: { id, n: String(n) }, signal })).picture;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
