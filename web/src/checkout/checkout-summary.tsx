import { formatNaira, formatNairaPrice } from '@sokuwa/contract/money.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { cx } from '@sokuwa/ui/cx.ts';
import { DashedLine } from '@sokuwa/ui/dividers.tsx';
import { formatDay } from '@sokuwa/ui/format-date.ts';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { ChevronDown, Truck } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { RetryOrSignIn } from '../account/index.ts';
import {
  type CartItem,
  type CartItems,
  CartPicture,
  computeLineTotal,
  computeSubtotal,
  countItems,
  describeUnavailability,
  formatItemCount,
  LineLink,
  LineNote,
} from '../cart/index.ts';
import type { Rate, RateView } from './use-shipment-rate.ts';

/**
 * Items and totals of the order. On phones they fold to one row with the total; errors and notices stay visible.
 * @param hasAddress whether there is a delivery address, or addresses are loading
 */
export function CheckoutSummary({
  items,
  rateView,
  hasAddress,
}: {
  items: CartItems;
  rateView: RateView;
  hasAddress: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const { rate, failure } = rateView;
  return (
    <Panel className="max-md:py-3!">
      <section aria-labelledby="checkout-summary">
        <div className="relative flex min-h-11 items-center gap-3 md:min-h-0">
          <h2
            id="checkout-summary"
            className="whitespace-nowrap font-bold font-display text-heading text-lg md:text-xl"
          >
            Your order
          </h2>
          <p className="truncate text-secondary text-sm md:hidden">{formatItemCount(countItems(items))}</p>
          {rate && <p className="ml-auto whitespace-nowrap font-bold text-heading md:hidden">{rate.formatted_total}</p>}
          <button
            type="button"
            aria-label="Show items and totals"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setIsOpen(!isOpen)}
            // Enlarges the button's target to the whole row.
            className={cx('after:absolute after:inset-0 after:rounded-sm md:hidden', !rate && 'ml-auto')}
          >
            <ChevronDown className={cx('size-5 transition-transform', isOpen && 'rotate-180')} />
          </button>
        </div>
        <div id={detailsId} className={isOpen ? undefined : 'max-md:hidden'}>
          <ul className="mt-5 grid gap-4">
            {items.map((item) => (
              <Line key={item.productId} item={item} />
            ))}
          </ul>
          <DashedLine className="my-6" />
          {rate && failure === undefined && <RateTotals rate={rate} isFetching={rateView.isFetching} />}
          {!rate && failure === undefined && <PendingTotals items={items} hasAddress={hasAddress} />}
        </div>
        {failure === undefined ? rate && <RateNotices rate={rate} /> : <RateFailure rateView={rateView} />}
        {failure === undefined && !rate && hasAddress && (
          <p role="status" className="mt-4 text-secondary text-sm max-md:mt-1">
            Working out the delivery charges…
          </p>
        )}
        {!isOpen && items.some((item) => describeUnavailability(item) !== undefined) && (
          <p className="mt-2 font-medium text-danger text-sm md:hidden">
            Some items can’t be bought as they are. Open your order to see which.
          </p>
        )}
      </section>
    </Panel>
  );
}

function Line({ item }: { item: CartItem }) {
  return (
    <li className="flex items-center gap-4">
      <CartPicture image={item.image} className="size-20" sizes="80px" />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 pt-1 leading-5.5">
          <LineLink item={item} />
        </p>
        <p className="text-secondary text-sm">
          {item.quantity} × {formatNaira(item.price)}
        </p>
        <LineNote item={item} />
      </div>
      <p className="whitespace-nowrap font-medium text-heading">{formatNaira(computeLineTotal(item))}</p>
    </li>
  );
}

/** The error that is shown instead of the totals (CHECKOUT-7). */
function RateFailure({ rateView: { failure, isFetching, refetch } }: { rateView: RateView }) {
  return (
    <div className="max-md:mt-3">
      <Alert kind="error">{failure}</Alert>
      <div className="mt-4">
        <RetryOrSignIn busy={isFetching} onRetry={refetch} />
      </div>
    </div>
  );
}

/** Shows the cart's subtotal until the totals are known. */
function PendingTotals({ items, hasAddress }: { items: CartItems; hasAddress: boolean }) {
  return (
    <>
      <dl className="grid gap-4">
        <Entry name="Subtotal">{formatNaira(computeSubtotal(items))}</Entry>
        <Entry name="Delivery charges">
          {hasAddress ? <Skeleton className="h-6 w-24" /> : <span className="text-secondary">Enter your address</span>}
        </Entry>
      </dl>
      <DashedLine className="my-6" />
      <dl>
        <Entry name="Total" strong>
          {hasAddress ? <Skeleton className="h-7 w-28" /> : '–'}
        </Entry>
      </dl>
    </>
  );
}

/** Notices that the shopper must see before paying, even if the totals are folded. */
function RateNotices({ rate }: { rate: Rate }) {
  const notices = [
    ...(rate.coupon_message ? [`${rate.coupon_code}: ${rate.coupon_message}`] : []),
    ...(rate.changes?.length > 0 ? [rate.changes.join(' ')] : []),
  ];
  return notices.map((notice) => (
    <div key={notice} className="mt-4 max-md:mt-2">
      <Alert kind="warning">{notice}</Alert>
    </div>
  ));
}

function RateTotals({ rate, isFetching }: { rate: Rate; isFetching: boolean }) {
  const coupon = rate.coupon_code;
  return (
    <div aria-busy={isFetching} className={cx('transition-opacity', isFetching && 'opacity-50')}>
      <dl className="grid gap-4">
        <Entry name="Subtotal">{formatNairaPrice(rate.sub_total)}</Entry>
        {rate.discount > 0 && (
          <Entry name={coupon ? `Discount (${coupon})` : 'Discount'}>
            <span className="text-discount">−{rate.formatted_discount}</span>
          </Entry>
        )}
        <Entry name="Delivery charges">{rate.formatted_total_shipment_rate}</Entry>
      </dl>
      <DashedLine className="my-6" />
      <dl className="grid gap-4 converted-first:[reading-flow:grid-order]">
        <Entry
          name="Total"
          strong
          className="converted-first:font-normal converted-first:text-base converted-first:text-body"
        >
          {rate.formatted_total}
        </Entry>
        <Entry
          name="Converted total"
          className="converted-first:-order-1 converted-first:font-bold converted-first:text-heading converted-first:text-lg"
        >
          {rate.converted_total}
        </Entry>
        <Entry name="Exchange rate">
          {rate.exchange_rate}
          {rate.exchange_rate_date && (
            <span className="block text-muted text-sm">Rate of {formatDay(rate.exchange_rate_date)}</span>
          )}
        </Entry>
      </dl>
      <p className="mt-6 flex gap-3 rounded-md bg-info-quiet px-4 py-3.5 text-body">
        <Truck className="mt-0.5 size-5" />
        <span>
          Estimated delivery: <b className="font-semibold">{rate.estimated_delivery_duration}</b>
        </span>
      </p>
    </div>
  );
}

function Entry({
  name,
  strong = false,
  className,
  children,
}: {
  name: string;
  strong?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cx('flex justify-between gap-4', strong && 'font-bold text-heading text-lg', className)}>
      <dt className={cx('min-w-0', !strong && 'text-secondary')}>{name}</dt>
      <dd className={cx('text-right', !strong && 'font-medium', 'converted-first:[font-weight:inherit]')}>
        {children}
      </dd>
    </div>
  );
}
