import {
  getBalance,
  getBankAccount,
  getPayout,
  getStatement,
  listPayouts,
} from '@sokuwa/contract/payouts/payouts.endpoints.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getStoreApi } from '../lib/api.ts';
import { cursorOf } from '../lib/paging.ts';
import { type StatementSpan, toDays } from './statement.rules.ts';

const payoutsKey = (storeId: number) => ['store', storeId, 'payouts'] as const;

export const balanceQuery = (storeId: number) =>
  queryOptions({
    queryKey: [...payoutsKey(storeId), 'balance'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(getBalance, { signal }),
  });

/** Payouts page by page, newest first. */
export const payoutsQuery = (storeId: number) =>
  infiniteQueryOptions({
    queryKey: [...payoutsKey(storeId), 'list'],
    queryFn: ({ signal, pageParam }) =>
      getStoreApi(storeId).call(listPayouts, {
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

export const payoutQuery = (storeId: number, payoutId: string) =>
  queryOptions({
    queryKey: [...payoutsKey(storeId), 'payout', payoutId],
    queryFn: ({ signal }) => getStoreApi(storeId).call(getPayout, { params: { id: payoutId }, signal }),
  });

/** The entries of a statement page by page, newest first. */
export const statementQuery = (storeId: number, span: StatementSpan) =>
  infiniteQueryOptions({
    queryKey: [...payoutsKey(storeId), 'statement', span],
    queryFn: ({ signal, pageParam }) =>
      getStoreApi(storeId).call(getStatement, {
        query: { ...toDays(span), ...(pageParam !== undefined && { cursor: Number(pageParam) }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

export const bankAccountQuery = (storeId: number) =>
  queryOptions({
    queryKey: [...payoutsKey(storeId), 'bank-account'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(getBankAccount, { signal }),
  });
