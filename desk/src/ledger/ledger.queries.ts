import { getBooks, getDayBalances, listBookEntries } from '@sokuwa/contract/ledger/ledger.endpoints.ts';
import type { BookEntriesQuery } from '@sokuwa/contract/ledger/ledger.schemas.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { cursorOf } from '../lib/paging.ts';

const booksKey = ['market', 'books'] as const;
const CHECK_POLL_MS = 1500;

/** The last check, and the one that runs: while there is one, it is read again. */
export const booksQuery = queryOptions({
  queryKey: [...booksKey, 'check'],
  queryFn: ({ signal }) => api.call(getBooks, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.open_check ? CHECK_POLL_MS : false),
});

/** @param date a day of UTC */
export const dayBalancesQuery = (date: string) =>
  queryOptions({
    queryKey: [...booksKey, 'balances', date],
    queryFn: ({ signal }) => api.call(getDayBalances, { query: { date }, signal }),
  });

/** Entries page by page, newest first. */
export const bookEntriesQuery = (query: Omit<BookEntriesQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: [...booksKey, 'entries', query],
    queryFn: ({ signal, pageParam }) =>
      api.call(listBookEntries, { query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });
