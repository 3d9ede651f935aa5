import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { CachedHtml } from '@sokuwa/ui/cached-html.tsx';
import { cx } from '@sokuwa/ui/cx.ts';
import { lazyDialog } from '@sokuwa/ui/lazy-with-retry.tsx';
import { Select } from '@sokuwa/ui/select.tsx';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { sectionLink } from '../lib/links.ts';
import type { ListSearch } from '../lib/list-search.ts';
import { FilterChips } from './filter-chips.tsx';
import { HiddenSearchFields } from './hidden-search-fields.tsx';
import { countFilters, withLatestFilters } from './list-filters.rules.ts';
import type { ListData } from './list-loader.ts';
import { SHOP_LISTS } from './list-names.ts';
import { RESULTS_ID } from './results-focus.ts';
import { SortSelect } from './sort-select.tsx';
import { useEarlyChoice } from './use-early-choice.ts';

/** Id of the filters, a link target for phones without JavaScript. */
export const FILTERS_ID = 'filters';

const FilterSheet = lazyDialog(async () => (await import('./filter-sheet.tsx')).FilterSheet);

/** The toolbar above the products: 'Filter by', sort order and active filters. */
export function ListToolbar({ data }: { data: ListData }) {
  const { search } = data.request;
  const { href } = useRouter().latestLocation;
  return (
    <CachedHtml
      as="div"
      name="toolbar"
      // The links of the active filters keep the path and unknown search parameters.
      dependsOn={[{ ...search, page: 1 }, countFilters(search) > 0 && href]}
      className="mb-6 grid grid-cols-2 gap-2 md:max-lg:grid-cols-4 lg:flex lg:flex-wrap lg:items-center lg:justify-end lg:gap-3"
    >
      {() => (
        <>
          <FilterButton data={data} />
          <SortForm search={search} />
          <ListSelect search={search} />
          {search.section !== 'productList' && (
            <Link
              {...sectionLink('productList')}
              className={`${buttonClass({ variant: 'secondary' })} px-3! max-lg:noscript:col-span-2`}
            >
              View All Products
            </Link>
          )}
          <FilterChips search={search} />
        </>
      )}
    </CachedHtml>
  );
}

function FilterButton({ data }: { data: ListData }) {
  const [open, setOpen] = useState(false);
  const count = countFilters(data.request.search);
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<SlidersHorizontal className="size-5" />}
        className="px-3! noscript:hidden lg:hidden"
        onPointerEnter={FilterSheet.preload}
        onFocus={FilterSheet.preload}
        onClick={() => setOpen(true)}
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
      <a
        href={`#${FILTERS_ID}`}
        className={`${buttonClass({ variant: 'secondary' })} hidden! col-span-2 max-lg:noscript:flex!`}
      >
        Filter
      </a>
      <FilterSheet open={open} onOpenChange={setOpen} data={data} />
    </>
  );
}

/** Switches between the four lists of the whole shop; the other filters stay. */
function ListSelect({ search }: { search: ListSearch }) {
  const navigate = useNavigate();
  const select = useEarlyChoice();
  const chosen = SHOP_LISTS.find(([section]) => section === search.section)?.[0];
  return (
    <form
      action="/product/list"
      className={cx(
        'flex min-w-0 items-center gap-3 max-lg:noscript:col-span-2',
        search.section === 'productList' && 'max-md:col-span-2',
      )}
    >
      <Select
        ref={select}
        label="Filter by"
        labelInside
        placeholder="Select a list"
        name="section"
        autoComplete="off"
        className="min-w-0 flex-1 lg:w-44"
        value={chosen ?? ''}
        onChange={(event) => {
          const next = SHOP_LISTS.find(([section]) => section === event.target.value);
          if (next) void navigate(withLatestFilters(sectionLink(next[0])));
        }}
      >
        {SHOP_LISTS.map(([section, label]) => (
          <option key={section} value={section}>
            {label}
          </option>
        ))}
      </Select>
      <HiddenSearchFields of={search} except={['section', 'query', 'categoryId', 'subCategoryId']} />
      <ShowButton />
    </form>
  );
}

/** The sort order. */
function SortForm({ search }: { search: ListSearch }) {
  return (
    <form action={`#${RESULTS_ID}`} className="flex min-w-0 items-center gap-3 max-lg:noscript:col-span-2">
      <SortSelect search={search} className="min-w-0 flex-1 lg:w-44" />
      <HiddenSearchFields of={search} except={['sort']} />
      <ShowButton />
    </form>
  );
}

/** The submit button for browsers without JavaScript. */
function ShowButton() {
  return (
    <Button type="submit" variant="secondary" className="hidden! noscript:flex!">
      Show
    </Button>
  );
}
