import { brand } from '@sokuwa/contract/brand.ts';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight, Flame } from 'lucide-react';
import type { ReactNode } from 'react';
import { categoryLink, sectionLink, subItemLink } from '../catalog/links.ts';
import { Accordion, AccordionItem } from '../ui/accordion.tsx';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Drawer } from '../ui/drawer.tsx';
import { menuItemClass } from '../ui/menu-panel.tsx';
import { ExternalLink } from './external-link.tsx';
import { HelpEntries } from './help-entries.tsx';
import { PageLink } from './page-link.tsx';
import { SearchForm } from './search-form.tsx';
import { type CategoryName, useCategories, useCategoryTree } from './use-categories.ts';

/** The menu of narrow screens: all that the header of wide ones holds. */
export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data: categories = [], isError, isFetching, refetch } = useCategories();
  return (
    <Drawer open={open} onOpenChange={onClose} title="Menu" side="left">
      <SearchForm onSearch={onClose} />
      <div className="mt-5 grid grid-cols-2 gap-3">
        <PageLink path="/login" className={buttonClass()} onClick={onClose}>
          Sign In
        </PageLink>
        <PageLink path="/register" className={buttonClass({ variant: 'secondary' })} onClick={onClose}>
          Sign Up
        </PageLink>
      </div>
      <Group title="Categories">
        {isError && (
          <div role="alert" className="mb-3 flex items-center gap-3 text-danger">
            <p>Failed to fetch nav bar items</p>
            <Button variant="text" size="sm" busy={isFetching} onClick={() => refetch()}>
              Try Again
            </Button>
          </div>
        )}
        <Accordion>
          {categories.map((category) => (
            <AccordionItem key={category.id} group="menu" summary={category.name}>
              <CategoryEntries category={category} onChoose={onClose} />
            </AccordionItem>
          ))}
        </Accordion>
        <ul className="mt-2 -ml-3">
          <li>
            <Link {...sectionLink('productList')} className={menuItemClass} onClick={onClose}>
              All Products
            </Link>
          </li>
          <li>
            <Link {...sectionLink('hotDeals')} className={`${menuItemClass} font-semibold text-sale`} onClick={onClose}>
              <Flame className="size-4.5" />
              Hot Deals
            </Link>
          </li>
        </ul>
      </Group>
      <Group title="Help">
        <div className="-ml-3">
          <HelpEntries onChoose={onClose} />
        </div>
      </Group>
      <ExternalLink href={brand.sellerSite} className={`${buttonClass({ variant: 'secondary', block: true })} mt-6`}>
        Start Selling
        <ArrowUpRight className="size-5" />
      </ExternalLink>
    </Drawer>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-7">
      <h3 className="mb-2 font-bold font-display text-heading text-lg">{title}</h3>
      {children}
    </section>
  );
}

function CategoryEntries({ category, onChoose }: { category: CategoryName; onChoose: () => void }) {
  const { data: tree } = useCategoryTree();
  const subcategories = tree?.find(({ id }) => id === category.id)?.subcategories ?? [];
  return (
    <div className="-ml-3">
      <Link {...categoryLink(category.id)} className={`${menuItemClass} font-semibold`} onClick={onChoose}>
        All of {category.name}
      </Link>
      {subcategories.map(({ id, name, subitems }) => (
        <section key={id}>
          <h4 className="mt-2 px-3 pt-2 font-semibold text-muted text-sm">{name}</h4>
          <ul>
            {subitems.map((item) => (
              <li key={item.id}>
                <Link {...subItemLink(item.id)} className={menuItemClass} onClick={onChoose}>
                  {item.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
