import { Accordion, AccordionItem } from '@sokuwa/ui/accordion.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Drawer } from '@sokuwa/ui/drawer.tsx';
import { menuItemClass } from '@sokuwa/ui/menu-panel.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { Link, useLocation } from '@tanstack/react-router';
import { ArrowUpRight, Flame } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccount } from '../../account/index.ts';
import { CategoriesError, type CategoryName, useCategories, useCategoryTree } from '../../catalog/index.ts';
import { categoryLink, sectionLink, subItemLink } from '../../lib/links.ts';
import { returnSearch } from '../../lib/login-redirect.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { SellerLink } from '../../lib/seller-link.tsx';
import { AccountEntries } from './account-entries.tsx';
import { MenuEntries } from './menu-entries.tsx';
import { SearchForm } from './search-form.tsx';
import { HELP_ENTRIES } from './shop-pages.ts';

/** The menu of narrow screens, with everything that the header of wide screens has. */
export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { signedIn } = useAccount();
  const search = returnSearch(useLocation({ select: ({ href }) => href }));
  const names = useCategories();
  return (
    <Drawer open={open} onOpenChange={onClose} title="Menu" side="left">
      <SearchForm onSearch={onClose} />
      {signedIn ? (
        <Group title="Account">
          <div className="-ml-3">
            <AccountEntries onChoose={onClose} />
          </div>
        </Group>
      ) : (
        <div className="mt-5 grid grid-cols-2 gap-3">
          <PageLink path="/login" search={search} className={buttonClass()} onClick={onClose}>
            Sign In
          </PageLink>
          <PageLink
            path="/register"
            search={search}
            className={buttonClass({ variant: 'secondary' })}
            onClick={onClose}
          >
            Sign Up
          </PageLink>
        </div>
      )}
      <Group title="Categories">
        {names.isPending && <LoadingRows />}
        {names.isError && <CategoriesError query={names} className="mb-3" />}
        <Accordion>
          {names.data?.map((category) => (
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
          <MenuEntries entries={HELP_ENTRIES} onChoose={onClose} />
        </div>
      </Group>
      <SellerLink className={`${buttonClass({ variant: 'secondary', block: true })} mt-6`}>
        Start Selling
        <ArrowUpRight className="size-5" />
      </SellerLink>
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

function LoadingRows() {
  return (
    <div aria-hidden="true" className="grid gap-5 p-3">
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} className="h-5" />
      ))}
    </div>
  );
}

function CategoryEntries({ category, onChoose }: { category: CategoryName; onChoose: () => void }) {
  const tree = useCategoryTree();
  const subcategories = tree.data?.find(({ id }) => id === category.id)?.subcategories ?? [];
  return (
    <div className="-ml-3">
      <Link {...categoryLink(category.id)} className={`${menuItemClass} font-semibold`} onClick={onChoose}>
        All of {category.name}
      </Link>
      {tree.isPending && <LoadingRows />}
      {tree.isError && <CategoriesError query={tree} className="px-3" />}
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
