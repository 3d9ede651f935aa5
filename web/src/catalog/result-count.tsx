import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ListSearch } from '../lib/list-search.ts';
import type { CardPage } from './read-responses.ts';

/** The number of products in the whole list, and the corrected query of a search. Screen readers announce changes. */
export function ResultCount({ listResult, search }: { listResult: UseQueryResult<CardPage>; search: ListSearch }) {
  const { data, isLoading } = listResult;
  // A page past the end has no count.
  const hasCount = data && (data.count > 0 || search.page === 1);
  return (
    <div role="status" className="min-h-6 text-base text-secondary">
      {data?.correctedQuery !== undefined && (
        <p>
          Showing results for <strong className="text-heading wrap-anywhere">{data.correctedQuery}</strong>
        </p>
      )}
      {hasCount && <p>We found {data.count} items for you!</p>}
      {isLoading && <Skeleton className="mt-1 h-4 w-48" />}
    </div>
  );
}
