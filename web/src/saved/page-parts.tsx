import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sectionLink } from '../catalog/links.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Pagination } from '../ui/pagination.tsx';

/** A page's heading, and what stands beside it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h1 className="font-display text-3xl text-heading">{title}</h1>
      {children}
    </div>
  );
}

export function Pages({ page, count, size }: { page: number; count: number; size: number }) {
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

/** Where to go on from an empty page. */
export function ToProducts() {
  return (
    <Link {...sectionLink('productList')} className={buttonClass()}>
      View All Products
    </Link>
  );
}

/** From a page past the end back to the first. */
export function ToFirstPage() {
  return (
    <Link to="." search={{}} className={buttonClass()}>
      Back to page 1
    </Link>
  );
}
