import { cx } from '@sokuwa/ui/cx.ts';
import type { ReactNode } from 'react';

/** A row of links to the views of a page, or to its parts. */
export function TabRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="no-scrollbar bleed-row flex gap-1 overflow-x-auto border-line border-b max-lg:px-[calc(var(--gutter)-0.5rem)]"
    >
      {children}
    </nav>
  );
}

/** The classes of a link in a row of tabs. The router sets `aria-current` on the active one; one that was pressed has the focus, and shows that at once. */
export const tabClass = cx(
  'relative inline-flex h-11 shrink-0 items-center gap-1.5 whitespace-nowrap px-2 font-medium text-secondary no-underline hover:text-action lg:h-10',
  'focus:text-action aria-[current]:font-semibold aria-[current]:text-action',
  'after:absolute after:inset-x-2 after:bottom-0 after:h-0.75 after:rounded-t-xs focus:after:bg-action/40 aria-[current]:after:bg-action',
);
