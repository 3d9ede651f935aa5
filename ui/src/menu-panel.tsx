import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** The box of menus, the country list and the mega menu. */
export function MenuPanel({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={cx('rounded-md border border-line bg-surface text-body shadow-md', className ?? 'p-2')}>
      {children}
    </div>
  );
}

/** The classes of a menu item, a link or a button; `aria-current` marks the selected one. */
export const menuItemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 py-2 text-left text-base text-body no-underline hover:bg-quiet aria-[current]:bg-quiet aria-[current]:font-semibold';

/** The classes of a link in a mega menu or footer column, 36 px high. */
export const menuLinkClass =
  'flex min-h-9 items-center text-secondary text-base no-underline hover:text-heading hover:underline';
