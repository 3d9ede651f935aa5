import { cx } from '@sokuwa/ui/cx.ts';
import type { ReactNode } from 'react';

/** The panel of a menu that a dropdown or a sheet shows. */
export function Menu({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx('rounded-md border border-line bg-surface p-1.5 text-body shadow-md', className)}>
      {children}
    </div>
  );
}

/** The classes of a link or button in a menu. */
export const menuItemClass =
  'flex min-h-11 w-full items-center gap-2.5 rounded-[6px] px-2.5 text-left font-medium text-body no-underline hover:bg-action-quiet focus-visible:bg-action-quiet aria-[current]:bg-action-quiet lg:pointer-fine:min-h-10 [&>svg]:size-4.5 [&>svg]:text-secondary';

/** A dashed line between two groups of a menu. */
export function MenuLine() {
  return <hr className="dashed-line mx-2.5 my-1.5 border-0" />;
}
