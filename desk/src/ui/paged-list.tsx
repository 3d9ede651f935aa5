import type { ReactNode } from 'react';
import { type NextPages, ShowMore } from './show-more.tsx';
import { ErrorPanel, LoadingRows } from './state-panels.tsx';

/** What a list needs of `useInfiniteQuery`. */
export type PagedQuery = NextPages & {
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
};

/** The states of a list that is read page by page: loading, failed, empty, or its rows with a way to more of them. */
export function PagedList({
  what,
  query,
  count,
  empty,
  children,
}: {
  /** Such as "Orders". */
  what: string;
  query: PagedQuery;
  /** How many rows have been read. */
  count: number;
  /** Instead of the rows, if there are none. */
  empty: ReactNode;
  /** The rows, as a table or a list. */
  children: ReactNode;
}) {
  return (
    <>
      {query.isPending && <LoadingRows label={`Loading ${what.toLowerCase()}`} />}
      {query.isError && count === 0 && (
        <ErrorPanel what={what} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && count === 0 && !query.hasNextPage && empty}
      {count > 0 && children}
      <ShowMore query={query} />
    </>
  );
}
