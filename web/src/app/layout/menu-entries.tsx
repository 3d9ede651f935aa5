import { menuItemClass } from '@sokuwa/ui/menu-panel.tsx';
import type { ReactNode } from 'react';
import { comingSoon } from '../../lib/coming-soon.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { SellerLink } from '../../lib/seller-link.tsx';
import type { MenuEntry } from './shop-pages.ts';

/** The entries of a menu; `children` are further list items. */
export function MenuEntries({
  entries,
  search,
  onChoose,
  children,
}: {
  entries: readonly MenuEntry[];
  /** Search params of the links. */
  search?: Record<string, string>;
  onChoose: () => void;
  children?: ReactNode;
}) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.label}>
          {'path' in entry && (
            <PageLink path={entry.path} {...(search && { search })} className={menuItemClass} onClick={onChoose}>
              {entry.label}
            </PageLink>
          )}
          {'isSellerSite' in entry && (
            <SellerLink className={menuItemClass} onClick={onChoose}>
              {entry.label}
            </SellerLink>
          )}
          {'soon' in entry && (
            <button
              type="button"
              className={menuItemClass}
              onClick={() => {
                onChoose();
                comingSoon();
              }}
            >
              {entry.label}
            </button>
          )}
        </li>
      ))}
      {children}
    </ul>
  );
}
