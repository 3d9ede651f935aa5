import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ErrorPanel, LoadingRows } from './state-panels.tsx';

/** What a list needs of `useInfiniteQuery`. */
type PagedQuery = {
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
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
  /** The rows. */
  children: ReactNode;
}) {
  return (
    <>
      {query.isPending && <LoadingRows label={`Loading: ${what}`} />}
      {query.isError && count === 0 && (
        <ErrorPanel what={what} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && count === 0 && empty}
      {count > 0 && children}
      {query.hasNextPage && (
        <div className="flex justify-center border-line border-t p-3">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
