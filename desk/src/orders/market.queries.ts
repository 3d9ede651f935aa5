import {
  getOperatorOrder,
  listDisputes,
  listOperatorCarriers,
  listOperatorOrders,
  listRefunds,
  searchPayments,
} from '@sokuwa/contract/orders/operator-orders.endpoints.ts';
import type { OperatorOrdersQuery, OperatorRefundsQuery } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import type {
  OperatorDisputesQuery,
  OperatorPaymentsQuery,
} from '@sokuwa/contract/orders/operator-payments.schemas.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { MARKET_KEY } from '../lib/market.ts';
import { cursorOf } from '../lib/paging.ts';
import { orderOfReference } from './money.rules.ts';

/** The cursor of the first page. */
const FIRST = undefined as string | undefined;
const withCursor = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/** Orders of all buyers page by page, newest first. */
export const marketOrdersQuery = (query: Omit<OperatorOrdersQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: [...MARKET_KEY, 'orders', query],
    queryFn: ({ signal, pageParam }) =>
      api.call(listOperatorOrders, { query: { ...query, ...withCursor(pageParam) }, signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

/** Everything about an order. */
export const marketOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...MARKET_KEY, 'order', orderId],
    queryFn: ({ signal }) => api.call(getOperatorOrder, { params: { id: orderId }, signal }),
  });

export const marketCarriersQuery = queryOptions({
  queryKey: [...MARKET_KEY, 'carriers'],
  queryFn: ({ signal }) => api.call(listOperatorCarriers, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Payments page by page. */
export const paymentsQuery = (query: Omit<OperatorPaymentsQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: [...MARKET_KEY, 'payments', query],
    queryFn: ({ signal, pageParam }) =>
      api.call(searchPayments, { query: { ...query, ...withCursor(pageParam) }, signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

/** One payment; null if there is none with this reference. */
export const paymentQuery = (reference: string) =>
  queryOptions({
    queryKey: [...MARKET_KEY, 'payment', reference],
    queryFn: async ({ signal }) => {
      const { results } = await api.call(searchPayments, { query: { search: reference }, signal });
      return results.find((payment) => payment.reference === reference) ?? null;
    },
  });

/** Refunds page by page. */
export const refundsQuery = (query: Omit<OperatorRefundsQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: [...MARKET_KEY, 'refunds', query],
    queryFn: ({ signal, pageParam }) =>
      api.call(listRefunds, { query: { ...query, ...withCursor(pageParam) }, signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

/** One refund; null if there is none with this reference. */
export const refundQuery = (reference: string) =>
  queryOptions({
    queryKey: [...MARKET_KEY, 'refund', reference],
    queryFn: async ({ signal }) => {
      const { results } = await api.call(listRefunds, { query: { order: orderOfReference(reference) }, signal });
      return results.find((refund) => refund.reference === reference) ?? null;
    },
  });

/** Disputes page by page. */
export const disputesQuery = (query: Omit<OperatorDisputesQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: [...MARKET_KEY, 'disputes', query],
    queryFn: ({ signal, pageParam }) =>
      api.call(listDisputes, { query: { ...query, ...withCursor(pageParam) }, signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => cursorOf(next),
  });
