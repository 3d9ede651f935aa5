import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { merchantLink } from '../lib/links.ts';
import { getInitials } from './product-texts.ts';

/** The product's merchant, with a link to their store. */
export function MerchantCard({
  merchant,
  followButton,
}: {
  merchant: ProductDetail['merchant_profile'];
  followButton: ReactNode;
}) {
  const { merchant_id, store_name } = merchant;
  return (
    <Panel corner={false} className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 p-4!">
      <span
        aria-hidden="true"
        className="grid size-12 shrink-0 place-items-center rounded-md corner-20 bg-brand font-semibold text-on-brand"
      >
        {getInitials(store_name)}
      </span>
      <p className="min-w-32 flex-1">
        <span className="block text-muted text-xs">Merchant Name</span>
        <span className="block pt-0.5 font-medium text-base text-heading">{store_name}</span>
      </p>
      {followButton}
      <Link
        {...merchantLink(merchant_id)}
        className={cx(buttonClass({ variant: 'secondary', size: 'sm' }), 'max-sm:w-full')}
      >
        View Merchant Store
      </Link>
    </Panel>
  );
}
