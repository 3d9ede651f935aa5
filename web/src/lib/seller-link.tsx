import { ExternalLink } from '@sokuwa/ui/external-link.tsx';
import type { AnchorHTMLAttributes } from 'react';
import { useAppContext } from './app-context.ts';

/** A link to the site where merchants work (MERCHANT-1), in a new tab. */
export function SellerLink(props: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  return <ExternalLink {...props} href={useAppContext().site.sellUrl} />;
}
