import type { Merchant, StorePage } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Picture } from '@sokuwa/ui/picture.tsx';
import { CalendarDays, MapPin, Users } from 'lucide-react';
import type { ComponentType } from 'react';
import { HolidayNotice } from './holiday-notice.tsx';
import { COVER_SIZES } from './picture-sizes.ts';
import { formatMonth } from './product-texts.ts';

const coverClass = 'mt-2 mb-5 aspect-5/2 w-full rounded-xl corner-72 bg-quiet sm:aspect-4/1 lg:aspect-6/1';

/** The cover picture of a store, otherwise the first letter of its name. */
export function MerchantCover({ merchant }: { merchant: Pick<Merchant, 'store_name' | 'cover_url'> }) {
  if (merchant.cover_url === null)
    return (
      <div aria-hidden className={cx('grid place-items-center font-bold text-6xl text-secondary', coverClass)}>
        {[...merchant.store_name][0]}
      </div>
    );
  return (
    <Picture
      src={merchant.cover_url}
      alt=""
      kind="banner"
      width={1600}
      height={400}
      sizes={COVER_SIZES}
      priority
      className={cx('object-cover', coverClass)}
    />
  );
}

/** Components of other slices on a store's page, passed in by the route. */
export type MerchantSlots = {
  Followers: ComponentType<{ id: number; count: number }>;
  FollowButton: ComponentType<{ id: number; name: string }>;
};

/** What a store says of itself, and whether it is on holiday. */
export function StoreTexts({ store: { description, policies, holiday } }: { store: StorePage }) {
  return (
    <>
      {holiday && (
        <div className="mt-4 max-w-160">
          <HolidayNotice holiday={holiday} />
        </div>
      )}
      {[description, policies].filter(Boolean).map((text) => (
        <div key={text} className="wrap-anywhere mt-3 max-w-160 whitespace-pre-line text-secondary">
          {text}
        </div>
      ))}
    </>
  );
}

/** Location, start date and number of followers of a store. */
export function MerchantFacts({ merchant, slots }: { merchant: Merchant; slots: MerchantSlots }) {
  const { Followers, FollowButton } = slots;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-8 gap-y-3">
      <ul aria-label="About this store" className="flex flex-wrap gap-x-6 gap-y-1 text-secondary text-sm">
        <li className="flex items-center gap-2">
          <MapPin className="size-4" />
          {merchant.location}
        </li>
        <li className="flex items-center gap-2">
          <CalendarDays className="size-4" />
          Selling here since {formatMonth(merchant.since)}
        </li>
        <li className="flex items-center gap-2">
          <Users className="size-4" />
          <Followers id={merchant.merchant_id} count={merchant.follower_count} />
        </li>
      </ul>
      <FollowButton id={merchant.merchant_id} name={merchant.store_name} />
    </div>
  );
}
