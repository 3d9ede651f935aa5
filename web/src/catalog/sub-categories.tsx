import type { Category } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { Accordion, AccordionItem } from '@sokuwa/ui/accordion.tsx';
import { cx } from '@sokuwa/ui/cx.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { subItemLink } from '../lib/links.ts';
import { withFilters } from './list-filters.rules.ts';
import type { ListData } from './list-loader.ts';

/** `onChosen` is called when the shopper clicks a link. */
export type ChoiceProps = { data: ListData; onChosen: (() => void) | undefined };
type Named = { id: number; name: string };

/** The sub-categories of a category as an accordion with links to their sub-items. */
export function SubCategories({ category, data, onChosen }: ChoiceProps & { category: Category }) {
  const currentId = data.names.subItem?.id;
  return (
    <div className="[&>div]:border-t-0">
      <Accordion>
        {category.subcategories.map(({ id, name, subitems }, index) => (
          <AccordionItem
            key={id}
            summary={name}
            defaultOpen={subitems.some((item) => item.id === currentId) || (currentId === undefined && index === 0)}
          >
            <SubItems items={subitems} data={data} onChosen={onChosen} />
          </AccordionItem>
        ))}
      </Accordion>
    </div>
  );
}

/** An accordion of all categories, for lists outside a category; each is rendered when it opens. */
export function AllSubCategories({ categories, data, onChosen }: ChoiceProps & { categories: readonly Category[] }) {
  return (
    <div className="[&>div]:border-t-0">
      <Accordion>
        {categories.map((category) => (
          <CategoryRow key={category.id} category={category} data={data} onChosen={onChosen} />
        ))}
      </Accordion>
    </div>
  );
}

function CategoryRow({ category, data, onChosen }: ChoiceProps & { category: Category }) {
  // Render the links only when the row opens: there are about a hundred, and most rows stay closed.
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <AccordionItem summary={category.name} onOpen={() => setWasOpened(true)}>
      {wasOpened &&
        category.subcategories.map(({ id, name, subitems }) => (
          <section key={id} aria-label={name}>
            <h3 className="py-2 font-semibold text-body text-sm">{name}</h3>
            <SubItems items={subitems} data={data} onChosen={onChosen} />
          </section>
        ))}
    </AccordionItem>
  );
}

function SubItems({ items, data, onChosen }: ChoiceProps & { items: readonly Named[] }) {
  const currentId = data.names.subItem?.id;
  return (
    <ul className="border-line border-l-2">
      {items.map(({ id, name }) => (
        <li key={id}>
          <Link
            {...withFilters(subItemLink(id), data.request.search)}
            onClick={onChosen}
            aria-current={id === currentId ? 'page' : undefined}
            className={cx(
              '-ml-0.5 flex min-h-11 items-center border-l-2 pl-4 text-sm hover:text-heading hover:underline',
              id === currentId ? 'border-action font-semibold text-link' : 'border-transparent text-secondary',
            )}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
