import { ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';

/** Links to the parent pages, each with a React key, then the current page. The links are styled here. */
export function Breadcrumbs({ links, current }: { links: readonly ReactElement[]; current: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
        {links.map((link) => (
          <li
            key={link.key}
            className="flex items-center gap-2 [&_a:hover]:text-heading [&_a:hover]:underline [&_a]:inline-flex [&_a]:min-h-11 max-md:[&_a]:min-w-11 [&_a]:items-center"
          >
            {link}
            <ChevronRight className="size-4" />
          </li>
        ))}
        <li className="flex min-h-11 min-w-0 items-center">
          <span aria-current="page" className="line-clamp-1 font-medium leading-7 text-heading">
            {current}
          </span>
        </li>
      </ol>
    </nav>
  );
}
