import { useNavigate } from '@tanstack/react-router';
import { Chip } from '../ui/chip.tsx';
import { filtersIn, priceRangeText } from './list-filters.rules.ts';
import type { ListAddress, ListSearch } from './list-search.ts';

/** The filters that are on, each with a way to take it off. */
export function FilterChips({ search }: { search: ListSearch }) {
  const navigate = useNavigate();
  const change = (parts: ListAddress) =>
    void navigate({ to: '.', search: (kept) => ({ ...kept, ...parts, page: 1 }), resetScroll: false });
  const prices = priceRangeText(search);
  if (filtersIn(search) === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 max-lg:col-span-2 lg:order-first lg:mr-auto">
      {prices !== undefined && (
        <Chip onRemove={() => change({ min_price: undefined, max_price: undefined })}>{prices}</Chip>
      )}
      {search.in_stock && <Chip onRemove={() => change({ in_stock: undefined })}>In stock only</Chip>}
    </div>
  );
}
