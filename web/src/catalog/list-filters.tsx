import type { Category } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { Checkbox } from '@sokuwa/ui/checkbox-radio.tsx';
import { DashedLine } from '@sokuwa/ui/dividers.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { startTransition, useOptimistic } from 'react';
import { useApi } from '../lib/app-context.ts';
import { categoryLink, sectionLink } from '../lib/links.ts';
import type { ListSearchParams } from '../lib/list-search.ts';
import { categoriesQuery } from './catalog.queries.ts';
import { withFilters, withLatestFilters } from './list-filters.rules.ts';
import type { ListData } from './list-loader.ts';
import { PriceFilter } from './price-filter.tsx';
import { AllSubCategories, type ChoiceProps, SubCategories } from './sub-categories.tsx';

/** The filters: price, stock and categories. */
export function ListFilters({
  data,
  onChosen,
  priceFormId,
}: {
  data: ListData;
  onChosen?: () => void;
  /** See PriceFilter. */
  priceFormId?: string;
}) {
  const api = useApi();
  const { data: categories, isError } = useQuery(categoriesQuery(api));
  const { search } = data.request;
  const current = categories?.find(({ id }) => id === data.names.category?.id);
  return (
    <>
      <PriceFilter search={search} onApplied={onChosen} formId={priceFormId} />
      <InStockOnly data={data} />
      <DashedLine className="my-6" />
      <h2 className={titleClass}>Category</h2>
      {isError && <p className="mt-2 text-danger text-sm">Failed to fetch nav bar items</p>}
      {categories && <CategoryBoxes categories={categories} data={data} onChosen={onChosen} />}
      {categories && (
        // Without JavaScript only one category's rows are rendered.
        <div className={current ? undefined : 'noscript:hidden'}>
          <DashedLine className="my-6" />
          <h2 className={titleClass}>{current ? `In ${current.name}` : 'Sub-categories'}</h2>
          {current ? (
            <SubCategories key={current.id} category={current} data={data} onChosen={onChosen} />
          ) : (
            <AllSubCategories categories={categories} data={data} onChosen={onChosen} />
          )}
        </div>
      )}
    </>
  );
}

/** A link that replaces the checkbox without JavaScript. */
const plainChoiceClass = 'hidden min-h-11 items-center text-base text-link hover:underline noscript:flex';
const titleClass = 'font-bold font-display text-heading text-lg';

function InStockOnly({ data }: { data: ListData }) {
  const navigate = useNavigate();
  // Check the box immediately, before the list has loaded.
  const [isChecked, setChecked] = useOptimistic(data.request.search.in_stock ?? false);
  const withStock = (search: ListSearchParams, checked: boolean) => ({
    ...search,
    in_stock: checked || undefined,
    page: 1,
  });
  return (
    <>
      <Checkbox
        className="mt-2 noscript:hidden"
        label="In stock only"
        checked={isChecked}
        onChange={({ target: { checked } }) =>
          startTransition(async () => {
            setChecked(checked);
            await navigate({ to: '.', search: (previous) => withStock(previous, checked), resetScroll: false });
          })
        }
      />
      <Link to="." search={withStock(data.request.search, !isChecked)} resetScroll={false} className={plainChoiceClass}>
        {isChecked ? 'Out of stock too' : 'In stock only'}
      </Link>
    </>
  );
}

/** Category checkboxes, one at a time: checking navigates to its list, unchecking to all products (LIST-32, LIST-33). */
function CategoryBoxes({ categories, data, onChosen }: ChoiceProps & { categories: readonly Category[] }) {
  const navigate = useNavigate();
  const { search } = data.request;
  const [checkedId, setCheckedId] = useOptimistic(data.names.category?.id);
  const toggleCategory = (id: number) =>
    startTransition(async () => {
      const isUnchecking = search.section === 'productCategory' && data.request.id === id;
      setCheckedId(isUnchecking ? undefined : id);
      onChosen?.();
      await navigate(withLatestFilters(isUnchecking ? sectionLink('productList') : categoryLink(id)));
    });
  return (
    <>
      <fieldset className="mt-1.5 noscript:hidden">
        <legend className="sr-only">Category</legend>
        {categories.map(({ id, name }) => (
          <Checkbox key={id} label={name} checked={checkedId === id} onChange={() => toggleCategory(id)} />
        ))}
      </fieldset>
      {categories.map(({ id, name }) => (
        <Link
          key={id}
          {...withFilters(categoryLink(id), search)}
          aria-current={checkedId === id ? 'page' : undefined}
          className={plainChoiceClass}
        >
          {name}
        </Link>
      ))}
    </>
  );
}
