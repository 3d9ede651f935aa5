import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface PageLinkProps {
  className: string;
  'aria-label': string;
  'aria-current'?: 'page';
  rel?: 'prev' | 'next';
  children: ReactNode;
}

export interface PaginationProps {
  page: number;
  pages: number;
  /** Renders the link to a page; it must pass the props on. */
  link: (page: number, props: PageLinkProps) => ReactNode;
  label?: string;
}

/** The first, the last and all pages within 2 of the current one; null marks a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown: (number | null)[] = [];
  let last = 0;
  for (let n = 1; n <= pages; n++) {
    if (n !== 1 && n !== pages && Math.abs(n - page) > 2) continue;
    if (n - last > 1) shown.push(null);
    shown.push(n);
    last = n;
  }
  return shown;
}

const cellClass = 'flex h-11 w-full items-center justify-center rounded-sm font-semibold text-sm xs:text-base';

/** Links to the pages of a list. Renders nothing for a single page. */
export function Pagination({ page, pages, link, label = 'Pages' }: PaginationProps) {
  if (pages <= 1) return null;
  const linkClass = cx(cellClass, 'text-heading hover:bg-quiet');
  const arrow = (to: number, rel: 'prev' | 'next') => {
    const icon = rel === 'prev' ? <ChevronLeft className="size-5" /> : <ChevronRight className="size-5" />;
    const name = rel === 'prev' ? 'Previous page' : 'Next page';
    return to < 1 || to > pages ? (
      <span className={cx(cellClass, 'text-line-strong')}>{icon}</span>
    ) : (
      link(to, { className: linkClass, 'aria-label': name, rel, children: icon })
    );
  };
  return (
    <nav aria-label={label}>
      <ul className="flex justify-center xs:gap-1 [&>li]:min-w-0 [&>li]:max-w-11 [&>li]:flex-1">
        <li>{arrow(page - 1, 'prev')}</li>
        {pageNumbers(page, pages).map((n, at) => (
          <li key={n ?? `gap-${at > 2 ? 'after' : 'before'}`}>
            {n === null ? (
              <span aria-hidden="true" className={cx(cellClass, 'text-muted')}>
                …
              </span>
            ) : (
              link(n, {
                className: n === page ? cx(cellClass, 'bg-heading text-canvas') : linkClass,
                'aria-label': `Page ${n}`,
                ...(n === page ? { 'aria-current': 'page' as const } : {}),
                children: n,
              })
            )}
          </li>
        ))}
        <li>{arrow(page + 1, 'next')}</li>
      </ul>
    </nav>
  );
}
