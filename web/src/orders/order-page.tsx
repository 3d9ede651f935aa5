import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { formatDay, formatLocalDate } from '@sokuwa/ui/format-date.ts';
import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { scrollBehavior } from '@sokuwa/ui/scroll-behavior.ts';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { AccountError } from '../account/index.ts';
import { CartPicture } from '../cart/index.ts';
import { useApi } from '../lib/app-context.ts';
import { merchantLink, productLink } from '../lib/links.ts';
import { useSessionToken } from '../lib/session.ts';
import { ContactAboutOrder } from '../messages/index.ts';
import { OrderReturns } from '../returns/index.ts';
import { type BoughtAgain, BoughtAgainNote, BuyAgain } from './buy-again.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { OrderOutcome } from './order-outcome.tsx';
import { OrderParcels } from './order-parcels.tsx';
import { Days, itemKey, OrderStatus, Title } from './order-parts.tsx';
import { describeTaken, formatAddress, formatName, isPaid } from './order-texts.ts';
import { OrderTimeline } from './order-timeline.tsx';
import { OrderTrack } from './order-track.tsx';
import { getFailureTitle, orderQuery } from './orders.query.ts';

const ChangeAddress = lazyWithRetry(
  async () => (await import('./change-address.tsx')).ChangeAddress,
  <Skeleton className="mt-4 h-40 w-full" />,
);

/** /order/details/:id: one order (ORDER-36). */
export function OrderPage({ id }: { id: string }) {
  const api = useApi();
  const { data: order, error, isPending, isFetching, refetch } = useQuery(orderQuery(api, useSessionToken(), id));
  const failure = error && (
    <AccountError
      title={getFailureTitle(error, 'Failed to fetch order details. Please try again later.')}
      error={error}
      hasContent={order !== undefined}
      busy={isFetching}
      onRetry={() => refetch()}
    />
  );
  return (
    <>
      {!order && <h1 className="sr-only">Order</h1>}
      {failure}
      {isPending && <Loading />}
      {order && <Details order={order} />}
    </>
  );
}

function Details({ order }: { order: Order }) {
  const { id, status, can_cancel, created_at, updated_at, tracking_number, parcels, timeline } = order;
  const heading = useRef<HTMLHeadingElement>(null);
  /** The reason why the order can no longer be cancelled. */
  const [refusalText, setRefusalText] = useState<string>();
  const showTop = () => {
    scrollTo({ top: 0, behavior: scrollBehavior() });
    // The focused button is no longer there.
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="outline-hidden! wrap-anywhere font-display text-3xl text-heading">
            Order {id}
          </h1>
          <p className="mt-3 text-secondary">
            Created <time dateTime={created_at}>{formatLocalDate(created_at)}</time> · Updated{' '}
            <time dateTime={updated_at}>{formatLocalDate(updated_at)}</time>
          </p>
          {/* Parcels have theirs; a node of release 1.0 sends no parcels. */}
          {tracking_number && parcels.length === 0 && (
            <p className="text-secondary">
              Tracking number <span className="font-semibold text-heading">{tracking_number}</span>
            </p>
          )}
        </div>
        <OrderStatus status={status} />
      </div>
      <OrderOutcome order={order} />
      <OrderTrack status={status} />
      <Expected order={order} />
      <Actions order={order} />
      <OrderParcels order={order} />
      <section aria-labelledby="products" className="mt-9">
        <Title id="products">Ordered products</Title>
        <ul className="mt-2">
          {order.items.map((item) => (
            <Item
              key={itemKey(item)}
              item={item}
              timeline={timeline}
              merchant={order.merchants.find((merchant) => merchant.id === item.merchant_id)?.name}
            />
          ))}
        </ul>
        <Totals order={order} />
      </section>
      <OrderReturns order={order} />
      <People order={order} />
      <OrderTimeline timeline={timeline} />
      <Merchants order={order} />
      {can_cancel && <CancelOrder id={id} onCancelled={showTop} onRefused={setRefusalText} />}
      {/* Outside of the button's component, which disappears when the order is reloaded. */}
      {refusalText !== undefined && (
        <div className="mt-4">
          <Alert kind="error">{refusalText}</Alert>
        </div>
      )}
    </>
  );
}

/** When the order should arrive, until it has (ORDER-68). */
function Expected({ order: { status, expected_delivery } }: { order: Order }) {
  if (expected_delivery === null || (status !== 'Pending' && status !== 'Paid' && status !== 'Shipped')) return null;
  return (
    <p className="mt-4 text-body">
      Should arrive{' '}
      <span className="font-semibold text-heading">
        <Days days={expected_delivery} />
      </span>
    </p>
  );
}

/** What the buyer can do with an order that is not waiting for its payment. */
function Actions({ order }: { order: Order }) {
  const [bought, setBought] = useState<BoughtAgain>();
  if (order.status === 'Pending') return null;
  return (
    <div className="mt-6 grid gap-4">
      <div className="flex flex-wrap gap-3">
        <BuyAgain items={order.items} onDone={setBought} />
        {isPaid(order) && (
          <Link
            to="/order/$id/receipt"
            params={{ id: order.id }}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            <ReceiptText className="size-5" />
            Receipt
          </Link>
        )}
      </div>
      {bought && <BoughtAgainNote outcome={bought} />}
    </div>
  );
}

/** Who ordered and where it goes, which can be changed before anything is shipped (ORDER-71). */
function People({ order }: { order: Order }) {
  const { shipping_address: to, can_change_address } = order;
  const [isChanging, setIsChanging] = useState(false);
  const shipping = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <div className="mt-8 grid gap-4 sm:grid-cols-2">
        <Person id="customer" title="Customer details" lines={[formatName(to.user), to.user.email]} />
        <Person
          id="shipping"
          title="Shipping details"
          heading={shipping}
          action={
            can_change_address &&
            !isChanging && (
              <Button
                variant="text"
                size="sm"
                className="-my-2 -mr-4"
                aria-label="Change the delivery address"
                onPointerEnter={ChangeAddress.preload}
                onFocus={ChangeAddress.preload}
                onClick={() => setIsChanging(true)}
              >
                Change
              </Button>
            )
          }
          lines={[...formatAddress(to), to.phone_number]}
        />
      </div>
      {isChanging && (
        <ChangeAddress
          order={order}
          onClose={() => {
            setIsChanging(false);
            shipping.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** The merchants of the order, to write to (ORDER-72). */
function Merchants({ order: { id, merchants, items } }: { order: Order }) {
  if (merchants.length === 0) return null;
  return (
    <section aria-labelledby="merchants" className="mt-9">
      <Title id="merchants">{merchants.length === 1 ? 'Merchant' : 'Merchants'}</Title>
      <ul className="mt-2">
        {merchants.map((merchant) => {
          const [item] = items.filter(({ merchant_id }) => merchant_id === merchant.id);
          return (
            <li
              key={merchant.id}
              className="flex items-center justify-between gap-x-6 gap-y-2 border-line border-b py-3 last:border-b-0 max-sm:flex-wrap"
            >
              <Link
                {...merchantLink(merchant.id)}
                className="wrap-anywhere min-w-0 font-semibold text-heading no-underline hover:underline"
              >
                {merchant.name}
              </Link>
              {item && <ContactAboutOrder orderId={id} productId={item.product_id} storeName={merchant.name} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** @param merchant its name; undefined if it is not known */
function Item({
  item,
  timeline,
  merchant,
}: {
  item: Order['items'][number];
  timeline: Order['timeline'];
  merchant: string | undefined;
}) {
  const { product_id, product_name, product_image, price, converted_price, quantity } = item;
  return (
    <li className="flex items-center gap-4 border-line border-b py-4">
      <CartPicture image={product_image} className="size-20" sizes="80px" />
      <div className="min-w-0 flex-1">
        <Link
          {...productLink(product_id, { section: 'productList', page: 1 })}
          className="wrap-anywhere font-semibold text-heading no-underline hover:underline"
        >
          {product_name}
        </Link>
        {merchant !== undefined && <p className="wrap-anywhere text-secondary text-sm">{merchant}</p>}
        <p className="text-secondary text-sm">
          {quantity} ×{' '}
          <span className="price-row">
            <span>{formatNairaPrice(price)}</span>
            {converted_price && (
              <>
                <span className="whitespace-pre"> · </span>
                <span className="whitespace-nowrap">{converted_price}</span>
              </>
            )}
          </span>
        </p>
        {describeTaken(item, timeline).map((text) => (
          <p key={text} className="font-medium text-sm text-warning">
            {text}
          </p>
        ))}
      </div>
      <p className="whitespace-nowrap font-bold text-heading">{formatNairaPrice(price * quantity)}</p>
    </li>
  );
}

function Totals({ order }: { order: Order }) {
  const { sub_total, discount, total_shipment_rate, total_price, wallet_credit, currency } = order;
  const { converted_total, exchange_rate, exchange_rate_date } = order;
  const row = (name: string, text: ReactNode, className = '') => (
    <div className={`flex justify-between gap-4 text-secondary ${className}`}>
      <dt>{name}</dt>
      <dd className="text-right">{text}</dd>
    </div>
  );
  return (
    <dl className="mt-5 ml-auto grid gap-2 sm:max-w-85 converted-first:[reading-flow:grid-order]">
      {row('Subtotal', formatNairaPrice(sub_total))}
      {discount > 0 && row('Discount', `−${formatNairaPrice(discount)}`)}
      {row('Delivery charges', formatNairaPrice(total_shipment_rate))}
      <div
        className={cx(
          'flex justify-between gap-4 font-bold text-heading text-lg',
          converted_total && 'converted-first:order-2 converted-first:font-normal converted-first:text-base',
        )}
      >
        <dt>Total ({currency})</dt>
        <dd>{formatNairaPrice(total_price)}</dd>
      </div>
      {converted_total &&
        row(
          'Converted total',
          converted_total,
          'converted-first:order-1 converted-first:font-bold converted-first:text-heading converted-first:text-lg',
        )}
      {exchange_rate &&
        row(
          'Exchange rate',
          <>
            {exchange_rate}
            <span className="block text-muted text-sm">Rate of {formatDay(exchange_rate_date)}</span>
          </>,
          'converted-first:order-3',
        )}
      {wallet_credit > 0 && row('Paid from your wallet', formatNairaPrice(wallet_credit), 'converted-first:order-4')}
    </dl>
  );
}

/** Omits personal data that was deleted with its account. */
function Person({
  id,
  title,
  lines,
  heading,
  action,
}: {
  id: string;
  title: string;
  lines: readonly string[];
  heading?: Ref<HTMLHeadingElement>;
  action?: ReactNode;
}) {
  return (
    <Panel tone="outline" corner={false}>
      <section aria-labelledby={id}>
        <div className="flex items-start justify-between gap-3">
          <Title id={id} ref={heading}>
            {title}
          </Title>
          {action}
        </div>
        <div className="wrap-anywhere mt-3">
          {lines.filter(Boolean).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </section>
    </Panel>
  );
}

function Loading() {
  return (
    <div>
      <p role="status" className="text-secondary">
        Loading order details...
      </p>
      <Skeleton className="mt-6 h-28 w-full" />
      <Skeleton className="mt-6 h-64 w-full" />
    </div>
  );
}
