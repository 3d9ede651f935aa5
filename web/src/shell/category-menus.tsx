import type { Category } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { Link } from '@tanstack/react-router';
import { categoryLink, sectionLink, subItemLink } from '../catalog/links.ts';
import { MenuPanel, menuItemClass, menuLinkClass } from '../ui/menu-panel.tsx';
import { categoryPicture } from './category-pictures.ts';
import { OfferBanner } from './offer-banner.tsx';

/** Every category, and all products. */
export function AllCategories({ categories, onChoose }: { categories: readonly Category[]; onChoose: () => void }) {
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
export function MegaMenu({ category, onChoose }: { category: Category; onChoose: () => void }) {
  return (
    <MenuPanel className="corner-56 flex max-h-[calc(100dvh-12rem)] gap-8 overflow-y-auto overscroll-contain p-8">
      <div className="flex-1 columns-3 gap-8">
        {category.subcategories.map(({ id, name, subitems }) => (
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
        ))}
      </div>
      <OfferBanner picture={categoryPicture(category.id)} />
    </MenuPanel>
  );
}
