import { X } from 'lucide-react';
import type { ReactNode } from 'react';

export interface ChipLinkProps {
  className: string;
  'aria-label': string;
  children: ReactNode;
}

/** An active filter. The whole chip is the link that removes the filter; `link` must pass the props on. */
export function Chip({ label, link }: { label: string; link: (props: ChipLinkProps) => ReactNode }) {
  return link({
    'aria-label': `Remove ${label}`,
    className:
      'inline-flex h-11 items-center gap-2 rounded-full bg-action-quiet px-4 font-semibold text-link text-sm no-underline hover:brightness-95',
    children: (
      <>
        {label}
        <X className="size-4" />
      </>
    ),
  });
}
