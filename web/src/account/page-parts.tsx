import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Pagination } from '@sokuwa/ui/pagination.tsx';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { sectionLink } from '../lib/links.ts';

/**
 * A page's heading, with further content beside it.
 * @param count number of items on the page: when the focused one is removed, the heading receives the focus
 */
export function PageHeading({ title, count = 0, children }: { title: string; count?: number; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousCount = useRef(count);
  useEffect(() => {
    if (count < previousCount.current && document.activeElement === document.body) heading.current?.focus();
    previousCount.current = count;
  }, [count]);
  return (
    <div className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h1 ref={heading} tabIndex={-1} className="font-display text-3xl text-heading outline-hidden!">
        {title}
      </h1>
      {children}
    </div>
  );
}

export function PageNavigation({ page, count, size }: { page: number; count: number; size: number }) {
  return (
    <div className="mt-10">
      <Pagination
        page={page}
        pages={Math.ceil(count / size)}
        link={(to, { children, ...props }) => (
          <Link key={to} to="." search={to === 1 ? {} : { page: to }} {...props}>
            {children}
          </Link>
        )}
      />
    </div>
  );
}

/** The link of an empty list. */
export function ProductsLink() {
  return (
    <Link {...sectionLink('productList')} className={buttonClass()}>
      View All Products
    </Link>
  );
}

/** The link of a page number beyond the last page. */
export function FirstPageLink() {
  return (
    <Link to="." search={{}} className={buttonClass()}>
      Back to page 1
    </Link>
  );
}
