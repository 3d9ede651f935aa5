import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { ORDERS_PAGE_SIZE } from '@sokuwa/contract/orders/orders.rules.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { EmptyState } from '@sokuwa/ui/empty-state.tsx';
import { formatLocalDate } from '@sokuwa/ui/format-date.ts';
import { PricePair } from '@sokuwa/ui/price.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Package } from 'lucide-react';
import { useState } from 'react';
import { AccountError } from '../account/index.ts';
import { CartPicture } from '../cart/index.ts';
import { useApi } from '../lib/app-context.ts';
import { sectionLink } from '../lib/links.ts';
import { useSessionToken } from '../lib/session.ts';
import { Days, itemKey, OrderStatus, TrackingNumber } from './order-parts.tsx';
import { CANCEL_REASONS, listUnderWay } from './order-texts.ts';
import { getFailureTitle, ordersQuery } from './orders.query.ts';
import { PayOrder } from './pay-order.tsx';

/** Maximum number of product pictures per order in the list. */
const MAX_PICTURES = 4;

/** /order (ORDER-27). */
export function OrdersPage() {
  return (
    <>
      <h1 className="mb-6 font-display text-3xl text-heading">My Order</h1>
      <Orders page={1} />
    </>
  );
}

/** One page of the list, followed by the older pages that were opened. */
function Orders({ page }: { page: number }) {
  const api = useApi();
  const { data: orders, error, isPending, isFetching, refetch } = useQuery(ordersQuery(api, useSessionToken(), page));
  const [showsNextPage, setShowsNextPage] = useState(false);
  if (isPending) return <Loading />;
  const failure = error && (
    <AccountError
      title={getFailureTitle(error, 'Failed to fetch orders. Please try again later.')}
      error={error}
      hasContent={orders !== undefined}
      busy={isFetching}
      onRetry={() => refetch()}
    />
  );
  if (!orders) return failure;
  if (orders.length === 0)
    return (
      <>
        {failure}
        {page === 1 && <Empty />}
      </>
    );
  return (
    <>
      {failure}
      <ul aria-label={page === 1 ? 'Orders' : `Orders, page ${page}`} className="mb-4 grid gap-4">
        {orders.map((order) => (
          <li key={order.id}>
            <Card order={order} />
          </li>
        ))}
      </ul>
      {showsNextPage && <Orders page={page + 1} />}
      {!showsNextPage && orders.length >= ORDERS_PAGE_SIZE && (
        <Button variant="secondary" onClick={() => setShowsNextPage(true)}>
          Show Older Orders
        </Button>
      )}
    </>
  );
}

function Card({ order }: { order: Order }) {
  const { id, status, created_at, items, total_price, converted_total, currency, payment_deadline } = order;
  const hiddenCount = items.length - MAX_PICTURES;
  return (
    <article aria-label={`Order ${id}`} className="rounded-lg border border-line p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-secondary text-sm">
          <time dateTime={created_at}>{formatLocalDate(created_at)}</time> · Order{' '}
          <span className="whitespace-nowrap font-semibold text-heading">{id}</span>
        </p>
        <OrderStatus status={status} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-4">
        <div className="flex gap-2">
          {items.slice(0, MAX_PICTURES).map((item) => (
            <CartPicture key={itemKey(item)} image={item.product_image} className="size-16" sizes="64px" />
          ))}
          {hiddenCount > 0 && (
            <span className="grid size-16 place-items-center rounded-sm bg-quiet font-semibold text-secondary">
              +{hiddenCount}
            </span>
          )}
        </div>
        <ul className="wrap-anywhere line-clamp-3 min-w-0 flex-[1_1_14rem] pt-1 font-medium text-heading">
          {items.map((item) => (
            <li key={itemKey(item)}>{item.product_name}</li>
          ))}
        </ul>
      </div>
      {payment_deadline !== null && (
        <div className="mt-4 rounded-md bg-warning-quiet px-4 py-3 text-warning">
          <PayOrder order={order} deadline={payment_deadline} size="sm" />
        </div>
      )}
      <Progress order={order} />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
        <p className="flex gap-x-1.5">
          <span className="pt-0.5 text-secondary">
            Total {/* Beside a converted total, the currency of the order would be wrong. */}
            <span className={cx(converted_total && 'converted-first:hidden')}>({currency})</span>
          </span>{' '}
          <PricePair price={formatNairaPrice(total_price)} converted={converted_total} isExact />
        </p>
        <Link
          to="/order/details/$id"
          params={{ id }}
          aria-label={`View Details of order ${id}`}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          View Details
          <ChevronRight className="size-5" />
        </Link>
      </div>
    </article>
  );
}

/** When the order should arrive, its parcels that are under way, or why it was cancelled (ORDER-73). */
function Progress({ order: { status, expected_delivery, parcels, cancelled_for, refunds } }: { order: Order }) {
  const underWay = listUnderWay(parcels);
  const isExpected = expected_delivery !== null && (status === 'Paid' || status === 'Shipped');
  const isCancelled = status === 'Cancelled' && cancelled_for !== null;
  if (!isExpected && underWay.length === 0 && !isCancelled) return null;
  return (
    <div className="mt-4 text-secondary text-sm">
      {isExpected && (
        <p>
          Should arrive <Days days={expected_delivery} />
        </p>
      )}
      {underWay.map((parcel) => (
        <p key={parcel.id}>
          {parcel.carrier ?? 'Parcel'}: <TrackingNumber parcel={parcel} />
        </p>
      ))}
      {isCancelled && (
        <p>
          {CANCEL_REASONS[cancelled_for]}
          {refunds.some((refund) => refund.status === 'pending') && ' Your refund is on its way.'}
        </p>
      )}
    </div>
  );
}

function Empty() {
  return (
    <EmptyState
      illustration="orders"
      icon={<Package />}
      title="No order available at the moment."
      action={
        <Link {...sectionLink('productList')} className={buttonClass()}>
          Start Shopping
        </Link>
      }
    />
  );
}

function Loading() {
  return (
    <div>
      <p role="status" className="text-secondary">
        Loading orders...
      </p>
      <Skeleton className="mt-6 h-48 w-full" />
      <Skeleton className="mt-4 h-48 w-full" />
    </div>
  );
}
