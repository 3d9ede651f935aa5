import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { Link } from '@tanstack/react-router';
import { FollowButton } from '../saved/follow-button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';
import { Panel } from '../ui/panel.tsx';
import { merchantLink } from './links.ts';
import { initials } from './product-texts.ts';

/** Who sells the product, and the way to all that they sell. */
export function MerchantCard({ merchant }: { merchant: ProductDetail['merchant_profile'] }) {
  const { merchant_id, store_name } = merchant;
  return (
    <Panel corner={false} className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 p-4!">
      <span
        aria-hidden="true"
        className="grid size-12 shrink-0 place-items-center rounded-md corner-20 bg-brand font-semibold text-on-brand"
      >
        {initials(store_name)}
      </span>
      <p className="min-w-32 flex-1">
        <span className="block text-muted text-xs">Merchant Name</span>
        <span className="block pt-0.5 font-medium text-base text-heading">{store_name}</span>
      </p>
      <FollowButton id={merchant_id} name={store_name} className="max-sm:w-full" />
      <Link
        {...merchantLink(merchant_id)}
        className={cx(buttonClass({ variant: 'secondary', size: 'sm' }), 'max-sm:w-full')}
      >
        View Merchant Store
      </Link>
    </Panel>
  );
}
