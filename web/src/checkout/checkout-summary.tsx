import { Alert } from '@sokuwa/ui/alert.tsx';
import { cx } from '@sokuwa/ui/cx.ts';
import { DashedLine } from '@sokuwa/ui/dividers.tsx';
import { formatDay } from '@sokuwa/ui/format-date.ts';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { RetryOrSignIn } from '../account/index.ts';
import {
  type CartItem,
  type CartItems,
  CartPicture,
  computeLineTotal,
  computeSubtotal,
  formatNairaPrice,
  formatPrice,
  LineLink,
  LineNote,
} from '../cart/index.ts';
import type { Rate, RateView } from './use-shipment-rate.ts';

/** Items and totals of the order. @param hasAddress whether there is a delivery address, or addresses are loading */
export function CheckoutSummary({
  items,
  rateView,
  hasAddress,
}: {
  items: CartItems;
  rateView: RateView;
  hasAddress: boolean;
}) {
  return (
    <Panel>
      <section aria-labelledby="checkout-summary">
        <h2 id="checkout-summary" className="font-bold font-display text-heading text-xl">
          Your order
        </h2>
        <ul className="mt-5 grid gap-4">
          {items.map((item) => (
            <Line key={item.productId} item={item} />
          ))}
        </ul>
        <DashedLine className="my-6" />
        <Totals items={items} rateView={rateView} hasAddress={hasAddress} />
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
          {item.quantity} × {formatPrice(item.price)}
        </p>
        <LineNote item={item} />
      </div>
      <p className="whitespace-nowrap font-medium text-heading">{formatPrice(computeLineTotal(item))}</p>
    </li>
  );
}

function Totals({ items, rateView, hasAddress }: { items: CartItems; rateView: RateView; hasAddress: boolean }) {
  const { rate, failure, isFetching, retry } = rateView;
  if (failure !== undefined)
    return (
      <>
        <Alert kind="error">{failure}</Alert>
        <div className="mt-4">
          <RetryOrSignIn busy={isFetching} onRetry={retry} />
        </div>
      </>
    );
  if (rate) return <RateTotals rate={rate} isFetching={isFetching} />;
  return (
    <>
      <dl className="grid gap-4">
        <Entry name="Subtotal">{formatPrice(computeSubtotal(items))}</Entry>
        <Entry name="Delivery charges">
          {hasAddress ? <Skeleton className="h-6 w-24" /> : <span className="text-secondary">Needs an address</span>}
        </Entry>
      </dl>
      <DashedLine className="my-6" />
      <dl>
        <Entry name="Total" strong>
          {hasAddress ? <Skeleton className="h-7 w-28" /> : '–'}
        </Entry>
      </dl>
      {hasAddress && (
        <p role="status" className="mt-4 text-secondary text-sm">
          Working out the delivery charges…
        </p>
      )}
    </>
  );
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
      {rate.coupon_message && (
        <div className="mt-4">
          <Alert kind="warning">
            {coupon}: {rate.coupon_message}
          </Alert>
        </div>
      )}
      <DashedLine className="my-6" />
      <dl className="grid gap-4">
        <Entry name="Total" strong>
          {rate.formatted_total}
        </Entry>
        <Entry name="Converted total">{rate.converted_total}</Entry>
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
      {rate.changes?.length > 0 && (
        <div className="mt-4">
          <Alert kind="warning">{rate.changes.join(' ')}</Alert>
        </div>
      )}
    </div>
  );
}

function Entry({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={cx('flex justify-between gap-4', strong && 'font-bold text-heading text-lg')}>
      <dt className={cx('min-w-0', !strong && 'text-secondary')}>{name}</dt>
      <dd className={cx('text-right', !strong && 'font-medium')}>{children}</dd>
    </div>
  );
}
