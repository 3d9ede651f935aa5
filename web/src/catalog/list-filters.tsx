import type { Category } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { startTransition, useOptimistic } from 'react';
import { Accordion, AccordionItem } from '../ui/accordion.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Stitch } from '../ui/cloth.tsx';
import { cx } from '../ui/cx.ts';
import { categoriesQuery } from './catalog.queries.ts';
import { categoryLink, sectionLink, subItemLink } from './links.ts';
import { keptFilters } from './list-filters.rules.ts';
import type { ListData } from './list-loader.ts';
import { PriceFilter } from './price-filter.tsx';

/** Prices, stock and categories: beside the list, or in the sheet of a phone. */
export function ListFilters({ data, onChosen }: { data: ListData; onChosen?: () => void }) {
  const { api } = useRouter().options.context;
  const { data: categories, isError } = useQuery(categoriesQuery(api));
  const { search } = data.asked;
  const current = categories?.find(({ id }) => id === data.names.category?.id);
  return (
    <>
      <PriceFilter key={`${search.min_price} ${search.max_price}`} search={search} onApplied={onChosen} />
      <InStockOnly data={data} />
      <Stitch className="my-6" />
      <h2 className={titleClass}>Category</h2>
      {isError && <p className="mt-2 text-danger text-sm">Failed to fetch nav bar items</p>}
      {categories && <CategoryBoxes categories={categories} data={data} onChosen={onChosen} />}
      {current && (
        <>
          <Stitch className="my-6" />
          <h2 className={titleClass}>In {current.name}</h2>
          <SubCategories key={current.id} category={current} data={data} onChosen={onChosen} />
        </>
      )}
    </>
  );
}

const titleClass = 'font-bold font-display text-heading text-lg';

function InStockOnly({ data }: { data: ListData }) {
  const navigate = useNavigate();
  // The tick shows at once; the list follows.
  const [ticked, tick] = useOptimistic(data.asked.search.in_stock ?? false);
  return (
    <Checkbox
      className="mt-2"
      label="In stock only"
      checked={ticked}
      onChange={({ target: { checked } }) =>
        startTransition(async () => {
          tick(checked);
          const in_stock = checked || undefined;
          await navigate({ to: '.', search: (kept) => ({ ...kept, in_stock, page: 1 }), resetScroll: false });
        })
      }
    />
  );
}

type ChoiceProps = { data: ListData; onChosen: (() => void) | undefined };

/** One category at a time: ticking one goes to its list, taking the tick away to all products. */
function CategoryBoxes({ categories, data, onChosen }: ChoiceProps & { categories: readonly Category[] }) {
  const navigate = useNavigate();
  const { search } = data.asked;
  const [ticked, tick] = useOptimistic(data.names.category?.id);
  const choose = (id: number) =>
    startTransition(async () => {
      const leave = search.section === 'productCategory' && data.asked.id === id;
      tick(leave ? undefined : id);
      onChosen?.();
      const { search: list, ...target } = leave ? sectionLink('productList') : categoryLink(id);
      await navigate({ ...target, search: { ...list, ...keptFilters(search) } });
    });
  return (
    <fieldset className="mt-1.5">
      <legend className="sr-only">Category</legend>
      {categories.map(({ id, name }) => (
        <Checkbox key={id} label={name} checked={ticked === id} onChange={() => choose(id)} />
      ))}
    </fieldset>
  );
}

/** Sub-categories that open, with links to the lists of their sub-items. */
function SubCategories({ category, data, onChosen }: ChoiceProps & { category: Category }) {
  const chosen = data.names.subItem?.id;
  const kept = keptFilters(data.asked.search);
  return (
    <div className="[&>div]:border-t-0">
      <Accordion>
        {category.subcategories.map((sub, at) => {
          const holdsChosen = sub.subitems.some(({ id }) => id === chosen);
          return (
            <AccordionItem
              key={sub.id}
              summary={sub.name}
              defaultOpen={holdsChosen || (chosen === undefined && at === 0)}
            >
              <ul className="border-line border-l-2">
                {sub.subitems.map(({ id, name }) => {
                  const { search, ...target } = subItemLink(id);
                  return (
                    <li key={id}>
                      <Link
                        {...target}
                        search={{ ...search, ...kept }}
                        onClick={onChosen}
                        className={cx(
                          '-ml-0.5 flex min-h-11 items-center border-l-2 pl-4 text-sm hover:text-heading hover:underline',
                          id === chosen ? 'border-action font-semibold text-link' : 'border-transparent text-secondary',
                        )}
                      >
                        {name}
                      </Link>
                    </li>
                  );
                })}
              </ul>
            </AccordionItem>
          );
        })}
      </Accordion>
    </div>
  );
}
