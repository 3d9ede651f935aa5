import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** The way back from a detail page. @param children the link to the list, with `breadcrumbLinkClass` */
export function Breadcrumb({ children, current }: { children: ReactNode; current: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-1 flex items-center gap-1 text-muted text-xs">
      {children}
      <ChevronRight className="size-4" />
      <span className="min-w-0 truncate">{current}</span>
    </nav>
  );
}

/** The classes of the link to the list. */
export const breadcrumbLinkClass = 'inline-flex min-h-11 items-center text-link lg:pointer-fine:min-h-9';
