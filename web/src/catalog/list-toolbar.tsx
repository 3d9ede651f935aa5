import { Link, useNavigate } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Select } from '../ui/select.tsx';
import { FilterChips } from './filter-chips.tsx';
import { sectionLink } from './links.ts';
import { filtersIn } from './list-filters.rules.ts';
import type { ListData } from './list-loader.ts';
import { SHOP_LISTS } from './list-names.ts';
import type { ListSearch } from './list-search.ts';
import { SortSelect } from './sort-select.tsx';

const loadSheet = () => import('./filter-sheet.tsx');
const FilterSheet = lazy(async () => ({ default: (await loadSheet()).FilterSheet }));

/** Above the products: which list, in which order, what it is filtered by. */
export function ListToolbar({ data }: { data: ListData }) {
  const { search } = data.asked;
  return (
    <div className="mb-6 grid grid-cols-2 gap-x-2 gap-y-3 lg:flex lg:flex-wrap lg:items-center lg:justify-end lg:gap-x-3">
      <FilterButton data={data} />
      <ListSelect search={search} />
      <SortSelect search={search} className="hidden lg:block lg:w-44" />
      {search.section !== 'productList' && (
        <Link {...sectionLink('productList')} className={`${buttonClass({ variant: 'secondary' })} max-lg:col-span-2`}>
          View All Products
        </Link>
      )}
      <FilterChips search={search} />
    </div>
  );
}

function FilterButton({ data }: { data: ListData }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const count = filtersIn(data.asked.search);
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<SlidersHorizontal className="size-5" />}
        className="px-3! lg:hidden"
        onPointerEnter={() => void loadSheet()}
        onFocus={() => void loadSheet()}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        iconEnd={
          count > 0 && (
            <span className="grid h-5.5 min-w-5.5 place-items-center rounded-full bg-action px-1 text-2xs text-on-action">
              {count}
              <span className="sr-only"> active</span>
            </span>
          )
        }
      >
        Filter
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <FilterSheet open={open} onOpenChange={setOpen} data={data} />
        </Suspense>
      )}
    </>
  );
}

/** The four lists of the whole shop. */
function ListSelect({ search }: { search: ListSearch }) {
  const navigate = useNavigate();
  const chosen = SHOP_LISTS.find(([section]) => section === search.section)?.[0];
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span aria-hidden="true" className="hidden whitespace-nowrap text-secondary text-sm lg:inline">
        Filter by
      </span>
      <Select
        label="Filter by"
        labelHidden
        placeholder="Select a list"
        className="min-w-0 flex-1 lg:w-44"
        value={chosen ?? ''}
        onChange={(event) => {
          const next = SHOP_LISTS.find(([section]) => section === event.target.value);
          if (next) void navigate(sectionLink(next[0]));
        }}
      >
        {SHOP_LISTS.map(([section, label]) => (
          <option key={section} value={section}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}
