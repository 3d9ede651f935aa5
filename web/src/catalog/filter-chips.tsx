import { Chip } from '@sokuwa/ui/chip.tsx';
import { Link } from '@tanstack/react-router';
import type { ListSearch, ListSearchParams } from '../lib/list-search.ts';
import { countFilters, formatPriceRange } from './list-filters.rules.ts';
import { focusResults } from './results-focus.ts';

/** The active filters, each a link that removes it. */
export function FilterChips({ search }: { search: ListSearch }) {
  const priceText = formatPriceRange(search);
  if (countFilters(search) === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 max-lg:col-span-2 lg:order-first lg:mr-auto">
      {priceText !== undefined && (
        <FilterChip without={{ min_price: undefined, max_price: undefined }}>{priceText}</FilterChip>
      )}
      {search.in_stock && <FilterChip without={{ in_stock: undefined }}>In stock only</FilterChip>}
    </div>
  );
}

function FilterChip({ without, children }: { without: ListSearchParams; children: string }) {
  return (
    <Chip
      label={children}
      link={(props) => (
        <Link
          to="."
          search={(previous) => ({ ...previous, ...without, page: 1 })}
          resetScroll={false}
          onClick={focusResults}
          {...props}
        />
      )}
    />
  );
}
