import { CachedHtml } from '@sokuwa/ui/cached-html.tsx';
import { cx } from '@sokuwa/ui/cx.ts';
import { Dropdown } from '@sokuwa/ui/dropdown.tsx';
import { lazyWithRetry, MENU_PLACEHOLDER } from '@sokuwa/ui/lazy-with-retry.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Link, useRouterState } from '@tanstack/react-router';
import { ChevronDown, Flame, Menu } from 'lucide-react';
import { CategoriesError, type CategoryName, useCategories, usePreloadCategoryTree } from '../../catalog/index.ts';
import { sectionLink } from '../../lib/links.ts';

const loadMenus = () => import('./category-menus.tsx');
const AllCategories = lazyWithRetry(async () => (await loadMenus()).AllCategories, MENU_PLACEHOLDER);
const MegaMenu = lazyWithRetry(async () => (await loadMenus()).MegaMenu, MENU_PLACEHOLDER);

/** Number of categories that have a mega menu. */
const MEGA_MENU_COUNT = 5;
const currentClass = 'after:absolute after:inset-x-3 after:bottom-0 after:h-0.75 after:rounded-full after:bg-action';

/** The category of the current list or product. */
export const useCurrentCategory = (): number | undefined =>
  useRouterState({
    select: ({ matches }) => {
      const page = matches.at(-1);
      if (page?.routeId === '/product/details/$id') return page.loaderData?.product.category_id;
      if (page?.routeId !== '/product/list' && page?.routeId !== '/product/list_/$id') return undefined;
      return page.loaderData?.names.category?.id;
    },
  });

/** Wide screens only: All Categories, a mega menu for each of the first five, and Hot Deals. */
export function CategoryRow() {
  const names = useCategories();
  const categories = names.data ?? [];
  const current = useCurrentCategory();
  const preloadTree = usePreloadCategoryTree();
  const preload = () => {
    MegaMenu.preload();
    preloadTree();
  };
  return (
    <CachedHtml
      as="nav"
      name="categories"
      dependsOn={[current]}
      aria-label="Categories"
      onPointerEnter={preload}
      onFocus={preload}
      className="relative z-15 hidden border-line border-b bg-canvas lg:block"
    >
      {() => (
        <div className={`${pageClass} flex items-end gap-4 max-xl:gap-2`}>
          <div className="relative shrink-0">
            <Dropdown
              align="custom"
              trigger={
                <>
                  <Menu className="size-5" />
                  All Categories
                </>
              }
              triggerClassName="flex h-12 items-center gap-2 rounded-t-md bg-heading px-5 font-medium text-canvas max-xl:px-3 max-xl:text-sm"
              panelClassName="absolute top-full left-0 w-72 animate-toast-in"
            >
              {(close) => <AllCategories categories={categories} onChoose={close} />}
            </Dropdown>
          </div>
          {names.isError ? (
            <CategoriesError query={names} className="min-h-12 flex-1" />
          ) : (
            <>
              {/* The list scrolls below 1280 px. A position or a mask on the list or its items would clip their panels. */}
              <ul className="no-scrollbar flex min-w-0 flex-1 overflow-x-auto max-xl:pr-2">
                {categories.slice(0, MEGA_MENU_COUNT).map((category) => (
                  <li key={category.id} aria-current={category.id === current || undefined} className="shrink-0">
                    <CategoryMenu category={category} isCurrent={category.id === current} />
                  </li>
                ))}
              </ul>
              <span
                aria-hidden="true"
                className="pointer-events-none relative -mx-4 w-10 shrink-0 self-stretch bg-linear-to-l from-canvas to-transparent xl:hidden"
              />
            </>
          )}
          <Link
            {...sectionLink('hotDeals')}
            className="ml-auto flex h-12 shrink-0 items-center gap-2 rounded-sm px-3 font-semibold text-sale no-underline hover:bg-quiet max-xl:px-2 max-xl:text-sm"
          >
            <Flame className="size-4.5" />
            Hot Deals
          </Link>
        </div>
      )}
    </CachedHtml>
  );
}

function CategoryMenu({ category, isCurrent }: { category: CategoryName; isCurrent: boolean }) {
  return (
    <Dropdown
      align="custom"
      trigger={
        <>
          {category.name}
          <ChevronDown className="size-4 max-xl:size-3.5" />
        </>
      }
      triggerClassName={cx(
        'relative flex h-12 items-center gap-2 rounded-sm px-3 font-medium text-heading -outline-offset-3! hover:bg-quiet aria-expanded:bg-quiet',
        // All five fit at 1024 px.
        'max-xl:gap-0.5 max-xl:px-1.5 max-xl:text-sm',
        isCurrent && currentClass,
      )}
      panelClassName={`${pageClass} absolute inset-x-0 top-full animate-toast-in`}
    >
      {(close) => <MegaMenu category={category} onChoose={close} />}
    </Dropdown>
  );
}
