import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { merchantLink } from '../lib/links.ts';
import { formatMonth, getInitials } from './product-texts.ts';

/** The product's merchant, with a link to their store. */
export function MerchantCard({
  merchant,
  followButton,
}: {
  merchant: ProductDetail['merchant_profile'];
  followButton: ReactNode;
}) {
  const { merchant_id, store_name, location, since } = merchant;
  return (
    <Panel corner={false} className="mt-6 p-4!">
      <div className="flex items-start gap-4">
        <span
          aria-hidden="true"
          className="grid size-12 shrink-0 place-items-center rounded-md corner-20 bg-brand font-semibold text-on-brand"
        >
          {getInitials(store_name)}
        </span>
        <div className="min-w-0">
          <p>
            <span className="block text-muted text-xs">Merchant Name</span>
            <span className="wrap-anywhere block pt-0.5 font-medium text-base text-heading">{store_name}</span>
          </p>
          {location !== '' && since !== '' && (
            <p className="mt-1 text-secondary text-sm">
              A shop in {location}, selling here since {formatMonth(since)}.
            </p>
          )}
        </div>
      </div>
      {/* Two equally wide buttons in a row, or stacked if they do not fit. */}
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-2">
        {followButton}
        <Link {...merchantLink(merchant_id)} className={cx(buttonClass({ variant: 'secondary', size: 'sm' }), 'px-2!')}>
          View Merchant Store
        </Link>
      </div>
    </Panel>
  );
}
