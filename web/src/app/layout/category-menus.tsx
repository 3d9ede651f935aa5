import { MenuPanel, menuItemClass, menuLinkClass } from '@sokuwa/ui/menu-panel.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { CategoriesError, type CategoryName, findCategoryPicture, useCategoryTree } from '../../catalog/index.ts';
import { categoryLink, sectionLink, subItemLink } from '../../lib/links.ts';
import { OfferBanner } from './offer-banner.tsx';

/** Every category, and all products. */
export function AllCategories({ categories, onChoose }: { categories: readonly CategoryName[]; onChoose: () => void }) {
  return (
    <MenuPanel className="rounded-tl-none p-2">
      <ul>
        {categories.map(({ id, name }) => (
          <li key={id}>
            <Link {...categoryLink(id)} className={menuItemClass} onClick={onChoose}>
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link {...sectionLink('productList')} className={menuItemClass} onClick={onChoose}>
            All Products
          </Link>
        </li>
      </ul>
    </MenuPanel>
  );
}

/** One category: its sub-categories as headings, their sub-items beneath, and an offer. */
export function MegaMenu({ category, onChoose }: { category: CategoryName; onChoose: () => void }) {
  return (
    <MenuPanel className="corner-56 flex max-h-[calc(100dvh-12rem)] gap-8 overflow-y-auto overscroll-contain p-8">
      <div className="flex-1 columns-3 gap-8">
        <SubCategories categoryId={category.id} onChoose={onChoose} />
      </div>
      <OfferBanner picture={findCategoryPicture(category.slug)} />
    </MenuPanel>
  );
}

function SubCategories({ categoryId, onChoose }: { categoryId: number; onChoose: () => void }) {
  const tree = useCategoryTree();
  if (tree.data)
    return tree.data
      .find(({ id }) => id === categoryId)
      ?.subcategories.map(({ id, name, subitems }) => (
        <section key={id} className="mb-6 break-inside-avoid">
          <h3 className="mb-1 font-semibold text-base text-heading">{name}</h3>
          <ul>
            {subitems.map((item) => (
              <li key={item.id}>
                <Link {...subItemLink(item.id)} className={menuLinkClass} onClick={onChoose}>
                  {item.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ));
  if (tree.isError) return <CategoriesError query={tree} />;
  return ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => (
    <div key={id} aria-hidden="true" className="mb-6 grid break-inside-avoid gap-3">
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
    </div>
  ));
}
