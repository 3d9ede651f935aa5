import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Skeleton } from '../ui/skeleton.tsx';
import { type ListAsked, listQuery } from './catalog.queries.ts';
import { isSection } from './list-search.ts';

/** How many products the whole list holds; readers hear it when it changes. */
export function FoundCount({ asked }: { asked: ListAsked }) {
  const { api } = useRouter().options.context;
  const { data, isPending } = useQuery({ ...listQuery(api, asked), enabled: isSection(asked.search.section) });
  // A page past the end says nothing about the list.
  const known = data && (data.count > 0 || asked.search.page === 1);
  return (
    <p aria-live="polite" className="min-h-6 text-base text-secondary">
      {known && `We found ${data.count} items for you!`}
      {isPending && isSection(asked.search.section) && <Skeleton className="mt-1 h-4 w-48" />}
    </p>
  );
}
