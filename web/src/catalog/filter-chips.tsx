import { Chip } from '@sokuwa/ui/chip.tsx';
import { Link } from '@tanstack/react-router';
import type { ListAddress, ListSearch } from '../lib/list-search.ts';
import { filtersIn, priceRangeText } from './list-filters.rules.ts';
import { focusResults } from './results-focus.ts';

/** The active filters, each a link that removes it. */
export function FilterChips({ search }: { search: ListSearch }) {
  const prices = priceRangeText(search);
  if (filtersIn(search) === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 max-lg:col-span-2 lg:order-first lg:mr-auto">
      {prices !== undefined && (
        <FilterChip without={{ min_price: undefined, max_price: undefined }}>{prices}</FilterChip>
      )}
      {search.in_stock && <FilterChip without={{ in_stock: undefined }}>In stock only</FilterChip>}
    </div>
  );
}

function FilterChip({ without, children }: { without: ListAddress; children: string }) {
  return (
    <Chip
      label={children}
      link={(props) => (
        <Link
          to="."
          search={(kept) => ({ ...kept, ...without, page: 1 })}
          resetScroll={false}
          onClick={focusResults}
          {...props}
        />
      )}
    />
  );
}
