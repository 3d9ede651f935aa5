import { SORTS, type Sort } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { Select } from '@sokuwa/ui/select.tsx';
import { useNavigate } from '@tanstack/react-router';
import type { ListSearch } from '../lib/list-search.ts';
import { useEarlyChoice } from './use-early-choice.ts';

const SORT_LABELS: Record<Sort, string> = {
  relevance: 'Best match',
  newest: 'Newest first',
  price: 'Price: low to high',
  '-price': 'Price: high to low',
  discount: 'Biggest discount',
};

/** The sort select; the default order has no search param. */
export function SortSelect({ search, className }: { search: ListSearch; className?: string }) {
  const navigate = useNavigate();
  const select = useEarlyChoice();
  // The default order is relevance for a search and newest first elsewhere.
  const sorts = SORTS.filter((sort) => sort !== (search.section === 'searchQuery' ? undefined : 'relevance'));
  return (
    <Select
      ref={select}
      label="Sort by"
      name="sort"
      autoComplete="off"
      labelInside
      className={className}
      value={search.sort ?? sorts[0]}
      onChange={(event) => {
        const sort = sorts.find((option) => option === event.target.value);
        void navigate({
          to: '.',
          search: (previous) => ({ ...previous, sort: sort === sorts[0] ? undefined : sort, page: 1 }),
          resetScroll: false,
        });
      }}
    >
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {SORT_LABELS[sort]}
        </option>
      ))}
    </Select>
  );
}
