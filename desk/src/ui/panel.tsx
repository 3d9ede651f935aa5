import { cx } from '@sokuwa/ui/cx.ts';
import { type ReactNode, useId } from 'react';

/** A white panel with a title. On phones it touches both edges of the screen. */
export function Panel({
  title,
  titleHidden = false,
  aside,
  children,
  isBrand = false,
  hasCorner = false,
  isPadded = false,
  className,
}: {
  title: ReactNode;
  titleHidden?: boolean;
  /** Beside the title: a count, a link, buttons. */
  aside?: ReactNode;
  children: ReactNode;
  /** On the ground of the brand. */
  isBrand?: boolean;
  /** The brand's large bottom-right corner. */
  hasCorner?: boolean;
  /** Whether the content has the panel's padding; lists and tables have their own. */
  isPadded?: boolean;
  className?: string;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      {...(isBrand && { 'data-background': 'brand' })}
      className={cx(
        'border max-lg:-mx-(--gutter) max-lg:border-x-0 lg:rounded-md',
        isBrand ? 'border-brand bg-brand text-on-brand [&_h2]:text-white' : 'border-line bg-surface',
        hasCorner && 'lg:rounded-br-[2.5rem]',
        className,
      )}
    >
      <header className={titleHidden ? undefined : 'flex min-h-12 flex-wrap items-center gap-x-2 px-4 py-2'}>
        <h2 id={id} className={titleHidden ? 'sr-only' : 'text-base'}>
          {title}
        </h2>
        {aside}
      </header>
      {isPadded ? <div className={cx('px-4 pb-4', titleHidden && 'pt-4')}>{children}</div> : children}
    </section>
  );
}

/** The link at the right of a panel's title. */
export const panelLinkClass =
  'ml-auto inline-flex min-h-11 items-center pl-4 font-semibold text-link text-xs no-underline hover:underline';

/** Panels below each other. */
export function PanelStack({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx('flex min-w-0 flex-col gap-3 lg:gap-4', className)}>{children}</div>;
}

/** Content on the left, a column of 312 px on the right; below each other on phones. */
export function Columns({ children, isEven = false }: { children: ReactNode; isEven?: boolean }) {
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:gap-5',
        isEven ? 'lg:grid-cols-2' : 'lg:grid-cols-[minmax(0,1fr)_19.5rem]',
      )}
    >
      {children}
    </div>
  );
}
