import { SELLER_SITE_LINK } from '@sokuwa/contract/home/home.rules.ts';
import { ExternalLink } from '@sokuwa/ui/external-link.tsx';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageLink } from '../lib/page-link.tsx';
import { SellerLink } from '../lib/seller-link.tsx';

type ContentLinkProps = {
  /** A path of the shop, an address elsewhere, or SELLER_SITE_LINK. */
  link: string;
  children: ReactNode;
  className: string;
  onClick?: () => void;
  'aria-label'?: string;
};

/** A link of the home page's content. */
export function ContentLink({ link, children, ...props }: ContentLinkProps) {
  if (!link.startsWith('/')) {
    const content = (
      <>
        {children}
        <ArrowUpRight className="size-5" />
      </>
    );
    if (link === SELLER_SITE_LINK) return <SellerLink {...props}>{content}</SellerLink>;
    return (
      <ExternalLink href={link} {...props}>
        {content}
      </ExternalLink>
    );
  }
  const { pathname, searchParams, hash } = new URL(link, 'https://shop.invalid');
  return (
    <PageLink
      path={pathname}
      search={Object.fromEntries(searchParams)}
      {...(hash && { hash: hash.slice(1) })}
      {...props}
    >
      {children}
    </PageLink>
  );
}
