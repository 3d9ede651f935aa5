import type { ReactNode } from 'react';

/** The page's first link: skips the header; visible only on focus. */
export function SkipLink({ href = '#main', children }: { href?: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="sr-only rounded-sm bg-action px-5 font-semibold text-on-action focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-70 focus:inline-flex focus:h-11 focus:items-center focus:px-5"
    >
      {children}
    </a>
  );
}
