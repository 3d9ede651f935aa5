import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { OperatorOrder } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import type { OrderEventKind } from '@sokuwa/contract/orders/orders.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Check,
  CircleX,
  Clock,
  ExternalLink,
  House,
  type LucideIcon,
  MapPin,
  PackageX,
  Pencil,
  ShoppingCart,
  Truck,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isNotFound } from '../lib/errors.ts';
import { formatDay, formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { canRead, canWrite, type Workplace } from '../lib/session.ts';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { Timeline, TimelineItem } from '../ui/timeline.tsx';
import { marketOrderQuery } from './market.queries.ts';
import { FulfilmentBadge, OrderStatusBadge, PaymentBadge, RefundBadge } from './market-badges.tsx';
import { canRefund, describeEvent, isUnshipped, sayCancelled } from './market-order.rules.ts';
import {
  AddressDialog,
  CancelOrderDialog,
  CancelPiecesDialog,
  DeliverDialog,
  type Fulfilment,
  GoodwillDialog,
  ShipDialog,
} from './market-order-dialogs.tsx';
import { formatMoney, isDisputeLost, sayRefundReason } from './money.rules.ts';

type Parcel = Fulfilment['parcels'][number];
/** The dialog that is open, and what it is about. */
type Opened =
  | { dialog: 'address' | 'cancel' | 'goodwill' }
  | { dialog: 'ship' | 'pieces'; fulfilment: Fulfilment }
  | { dialog: 'deliver'; fulfilment: Fulfilment; parcel: Parcel };

/** Everything about an order, and what an operator can do with it. */
export function MarketOrderPage({ operator, orderId }: { operator: Workplace; orderId: string }) {
  const order = useQuery(marketOrderQuery(orderId));
  return (
    <>
      <Breadcrumb current={orderId}>
        <Link to="/market/orders" className={breadcrumbLinkClass}>
          Orders
        </Link>
      </Breadcrumb>
      {!order.data && <h1 className="sr-only">Order {orderId}</h1>}
      {order.isPending && (
        <Panel title="Order" titleHidden>
          <LoadingRows label="Loading the order" />
        </Panel>
      )}
      {order.isError && !order.data && (
        <Panel title="Order" titleHidden>
          {isNotFound(order.error) ? (
            <EmptyPanel
              picture="search"
              icon={CircleX}
              title="There is no such order"
              action={
                <Link to="/market/orders" className={buttonClass()}>
                  All orders
                </Link>
              }
            />
          ) : (
            <ErrorPanel what="The order" error={order.error} onRetry={() => void order.refetch()} />
          )}
        </Panel>
      )}
      {order.data && <OrderDetails operator={operator} order={order.data} />}
    </>
  );
}

function OrderDetails({ operator, order }: { operator: Workplace; order: OperatorOrder }) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { id, status, created_at, total_price } = order.order;
  const isWritable = canWrite(operator, 'orders');
  const dispute = order.disputes.find((one) => one.status !== 'resolved' || isDisputeLost(one));
  return (
    <>
      <PageHead
        title={id}
        isPlain
        badges={<OrderStatusBadge status={status} />}
        subtitle={`Placed ${formatDayAndTime(created_at)}${
          status === 'Cancelled' ? ` · cancelled: ${sayCancelled(order.order)}` : ''
        }`}
        actions={
          <>
            {canWrite(operator, 'payments') && canRefund(order.order) && (
              <Button icon={<Undo2 />} aria-haspopup="dialog" onClick={() => setOpened({ dialog: 'goodwill' })}>
                Goodwill refund
              </Button>
            )}
            {isWritable && isUnshipped(order.order) && (
              <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpened({ dialog: 'cancel' })}>
                Cancel the order
              </Button>
            )}
          </>
        }
      />
      {dispute && (
        <Note tone="bad" className="mb-4">
          {dispute.status === 'resolved'
            ? 'The bank has taken the money of this order back.'
            : 'The buyer disputes the payment at the bank. Nothing can be shipped or refunded meanwhile.'}{' '}
          {canRead(operator, 'payments') && (
            <Link
              to="/market/money"
              search={{ view: 'disputes', filter: 'all', case: dispute.id }}
              className="font-semibold underline"
            >
              The dispute
            </Link>
          )}
        </Note>
      )}
      <Columns>
        <PanelStack>
          {order.fulfilments.map((fulfilment) => (
            <FulfilmentPanel
              key={fulfilment.id}
              order={order}
              fulfilment={fulfilment}
              {...(isWritable && { onAct: setOpened })}
            />
          ))}
          {order.fulfilments.length === 0 && (
            <Panel title="Products">
              <Lines order={order} positions={order.order.items.map(({ position }) => position)} />
            </Panel>
          )}
          <Panel title="What happened" isPadded>
            <Story order={order} />
          </Panel>
          {order.ledger.length > 0 && <BooksPanel order={order} />}
        </PanelStack>
        <PanelStack>
          <BuyerPanel
            operator={operator}
            order={order}
            {...(isWritable &&
              isUnshipped(order.order) &&
              order.delivery_address && { onCorrect: () => setOpened({ dialog: 'address' }) })}
          />
          <MoneyPanel order={order} />
          <PaymentsPanel operator={operator} order={order} />
          {order.refunds.length > 0 && <RefundsPanel operator={operator} order={order} />}
        </PanelStack>
      </Columns>
      {opened?.dialog === 'address' && order.delivery_address && (
        <AddressDialog orderId={id} address={order.delivery_address} onClose={close} />
      )}
      {opened?.dialog === 'cancel' && (
        <CancelOrderDialog orderId={id} isPaid={status === 'Paid'} total={total_price} onClose={close} />
      )}
      {opened?.dialog === 'goodwill' && <GoodwillDialog order={order} onClose={close} />}
      {opened?.dialog === 'ship' && (
        <ShipDialog fulfilment={opened.fulfilment} merchant={merchantOf(order, opened.fulfilment)} onClose={close} />
      )}
      {opened?.dialog === 'pieces' && (
        <CancelPiecesDialog
          fulfilment={opened.fulfilment}
          merchant={merchantOf(order, opened.fulfilment)}
          onClose={close}
        />
      )}
      {opened?.dialog === 'deliver' && (
        <DeliverDialog fulfilmentId={opened.fulfilment.id} parcel={opened.parcel} onClose={close} />
      )}
    </>
  );
}

/** The name of the merchant; the shop takes the place of one that is not known. */
const merchantOf = (
  { order: { merchants } }: OperatorOrder,
  { merchant_id }: Pick<Fulfilment, 'merchant_id'>,
): string => merchants.find(({ id }) => id === merchant_id)?.name ?? 'The shop';

function Lines({ order, positions }: { order: OperatorOrder; positions: readonly number[] }) {
  return (
    <ul>
      {order.order.items
        .filter(({ position }) => positions.includes(position))
        .map((item) => {
          const left = order.fulfilments
            .flatMap(({ lines }) => lines)
            .find(({ position }) => position === item.position)?.left;
          const taken = [
            item.cancelled_quantity > 0 && `${item.cancelled_quantity} cancelled`,
            item.returned_quantity > 0 && `${item.returned_quantity} returned`,
            left !== undefined && left > 0 && `${left} to ship`,
          ].filter(Boolean);
          return (
            <li key={item.position} className="flex items-center gap-3 border-line border-t px-4 py-2.5">
              <ProductPicture src={item.product_image} size="lg" />
              <span className="min-w-0 flex-1">
                <b className="block font-semibold">{item.product_name}</b>
                <span className="text-muted text-xs">
                  {[`${item.quantity} × ${formatNairaPrice(item.price)}`, ...taken].join(', ')}
                </span>
              </span>
              <span className="font-semibold">{formatNairaPrice(item.price * item.quantity)}</span>
            </li>
          );
        })}
    </ul>
  );
}

function FulfilmentPanel({
  order,
  fulfilment,
  onAct,
}: {
  order: OperatorOrder;
  fulfilment: Fulfilment;
  /** Opens a dialog; undefined for a role that only reads. */
  onAct?: (opened: Opened) => void;
}) {
  const { id, status, lines, parcels } = fulfilment;
  const merchant = merchantOf(order, fulfilment);
  const left = lines.reduce((sum, line) => sum + line.left, 0);
  return (
    <Panel
      title={merchant}
      aside={
        <>
          <FulfilmentBadge status={status} />
          <span className="ml-auto text-muted text-xs">{id}</span>
        </>
      }
    >
      <Lines order={order} positions={lines.map(({ position }) => position)} />
      {parcels.map((parcel) => (
        <ParcelRow
          key={parcel.id}
          order={order}
          parcel={parcel}
          {...(onAct && { onDeliver: () => onAct({ dialog: 'deliver', fulfilment, parcel }) })}
        />
      ))}
      {onAct && left > 0 && (
        <div className="flex flex-wrap gap-2 border-line border-t px-4 py-3">
          <Button
            icon={<Truck />}
            aria-haspopup="dialog"
            onClick={() => onAct({ dialog: 'ship', fulfilment })}
            data-shortcut="s"
          >
            Ship
            <span className="sr-only"> {id}</span>
          </Button>
          <Button aria-haspopup="dialog" onClick={() => onAct({ dialog: 'pieces', fulfilment })}>
            Cancel pieces
            <span className="sr-only"> of {id}</span>
          </Button>
        </div>
      )}
    </Panel>
  );
}

function ParcelRow({ order, parcel, onDeliver }: { order: OperatorOrder; parcel: Parcel; onDeliver?: () => void }) {
  // The buyer's view of the parcel has the carrier's name and page.
  const known = order.order.parcels.find(({ id }) => id === parcel.id);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3">
      <span className="min-w-0 flex-1 basis-48">
        {known?.carrier ?? 'Another carrier'}{' '}
        <span className="wrap-anywhere text-muted">{known?.tracking_number ?? parcel.tracking_number}</span>
        <span className="block text-muted text-xs">
          {formatNumberOf(known?.items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0, 'piece')}, shipped{' '}
          {formatDayAndTime(parcel.shipped_at)}
          {parcel.delivered_at && `, delivered ${formatDayAndTime(parcel.delivered_at)}`}
        </span>
      </span>
      {known?.tracking_url && (
        <a href={known.tracking_url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
          <ExternalLink />
          Track
          <span className="sr-only"> {parcel.tracking_number} (opens in a new tab)</span>
        </a>
      )}
      {!parcel.delivered_at && onDeliver && (
        <Button size="sm" icon={<Check />} aria-haspopup="dialog" onClick={onDeliver}>
          It has arrived
          <span className="sr-only">: {parcel.tracking_number}</span>
        </Button>
      )}
    </div>
  );
}

const EVENT_ICONS: Record<OrderEventKind, LucideIcon> = {
  placed: ShoppingCart,
  paid: Check,
  address_changed: MapPin,
  shipped: Truck,
  delivered: House,
  pieces_cancelled: PackageX,
  pieces_returned: Undo2,
  pieces_not_received: PackageX,
  cancelled: CircleX,
  refund_requested: Clock,
  refunded: Undo2,
};

function Story({ order: { order } }: { order: OperatorOrder }) {
  return (
    <Timeline>
      {order.timeline
        .map((event, index) => ({ ...event, key: index }))
        .toReversed()
        .map((event, index) => (
          <TimelineItem
            key={event.key}
            icon={EVENT_ICONS[event.event]}
            state={index === 0 ? 'now' : 'done'}
            when={formatDayAndTime(event.at)}
          >
            {describeEvent(event)}
            {event.items.length > 0 && (
              <p className="text-secondary text-xs">
                {event.items.map(({ product_name, quantity }) => `${product_name} × ${quantity}`).join(', ')}
              </p>
            )}
          </TimelineItem>
        ))}
    </Timeline>
  );
}

function BuyerPanel({
  operator,
  order: { order, account_id, delivery_address },
  onCorrect,
}: {
  operator: Workplace;
  order: OperatorOrder;
  /** Undefined if the address cannot be corrected any more, or by this role. */
  onCorrect?: () => void;
}) {
  const { user } = order.shipping_address;
  const name = `${user.first_name} ${user.last_name}`;
  const rows: string[] = delivery_address
    ? [
        delivery_address.address_line1,
        delivery_address.address_line2,
        delivery_address.address_line3,
        [delivery_address.city, delivery_address.postal_code].filter(Boolean).join(', '),
        [delivery_address.region, delivery_address.country].filter(Boolean).join(', '),
      ].filter(Boolean)
    : [];
  return (
    <Panel
      title="Buyer"
      isPadded
      aside={
        onCorrect && (
          <Button
            variant="text"
            size="sm"
            icon={<Pencil />}
            className="ml-auto"
            aria-haspopup="dialog"
            onClick={onCorrect}
          >
            Correct
            <span className="sr-only"> the address</span>
          </Button>
        )
      }
    >
      {account_id === null ? (
        <p>Deleted account</p>
      ) : (
        <p className="wrap-anywhere">
          {canRead(operator, 'customers') ? (
            <Link
              to="/market/customers/$accountId"
              params={{ accountId: String(account_id) }}
              className="font-semibold text-link underline"
            >
              {name}
            </Link>
          ) : (
            <b className="font-semibold">{name}</b>
          )}
          <span className="block text-muted">{user.email}</span>
        </p>
      )}
      {delivery_address && (
        <address className="mt-3 border-line border-t pt-3 not-italic leading-5.5">
          <span className="block text-muted text-xs">Ship to</span>
          <b className="font-semibold">
            {delivery_address.first_name} {delivery_address.last_name}
          </b>
          {rows.map((row) => (
            <span key={row} className="block">
              {row}
            </span>
          ))}
          <a href={`tel:${delivery_address.phone_number}`} className="inline-flex min-h-9 items-center">
            {delivery_address.phone_number}
          </a>
        </address>
      )}
    </Panel>
  );
}

function MoneyPanel({ order: { order } }: { order: OperatorOrder }) {
  return (
    <Panel title="Total" isPadded>
      <Facts>
        <FactRow name="Products">{formatNairaPrice(order.sub_total)}</FactRow>
        <FactRow name="Delivery">{formatNairaPrice(order.total_shipment_rate)}</FactRow>
        {order.discount > 0 && <FactRow name="Discount">{formatNairaPrice(-order.discount)}</FactRow>}
        <FactRow name="Total" isTotal>
          {formatNairaPrice(order.total_price)}
        </FactRow>
        {order.wallet_credit > 0 && (
          <FactRow name="Of it from the wallet">{formatNairaPrice(order.wallet_credit)}</FactRow>
        )}
      </Facts>
    </Panel>
  );
}

/** A row of payments or refunds: the reference, its state and amount. */
function MoneyRow({
  operator,
  view,
  reference,
  badge,
  amount,
  detail,
}: {
  operator: Workplace;
  view: 'payments' | 'refunds';
  reference: string;
  badge: ReactNode;
  amount: string;
  detail: string;
}) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-line border-t px-4 py-2.5">
      {canRead(operator, 'payments') ? (
        <Link to="/market/money" search={{ view, case: reference }} className="text-link underline">
          {reference}
        </Link>
      ) : (
        reference
      )}
      <span className="text-right font-semibold">{amount}</span>
      <span className="wrap-anywhere text-muted text-xs">{detail}</span>
      <span className="justify-self-end">{badge}</span>
    </li>
  );
}

function PaymentsPanel({ operator, order: { payments } }: { operator: Workplace; order: OperatorOrder }) {
  return (
    <Panel title="Payments">
      {payments.length === 0 && <p className="px-4 pb-4 text-muted">Nobody has begun to pay.</p>}
      <ul>
        {payments.map(({ reference, provider, status, amount, paid, paid_currency, created_at }) => (
          <MoneyRow
            key={reference}
            operator={operator}
            view="payments"
            reference={reference}
            badge={<PaymentBadge status={status} />}
            amount={formatMoney(paid ?? amount, paid === null ? 'NGN' : (paid_currency ?? 'NGN'))}
            detail={`${provider}, ${formatDayAndTime(created_at)}`}
          />
        ))}
      </ul>
    </Panel>
  );
}

function RefundsPanel({ operator, order: { refunds } }: { operator: Workplace; order: OperatorOrder }) {
  return (
    <Panel title="Refunds">
      <ul>
        {refunds.map((refund) => (
          <MoneyRow
            key={refund.reference}
            operator={operator}
            view="refunds"
            reference={refund.reference}
            badge={<RefundBadge status={refund.status} />}
            amount={formatNairaPrice(refund.amount)}
            detail={`${sayRefundReason(refund)}, ${formatDay(refund.created_at)}`}
          />
        ))}
      </ul>
    </Panel>
  );
}

function BooksPanel({ order }: { order: OperatorOrder }) {
  return (
    <Panel title="In the books">
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center border-line border-t px-4 font-semibold text-link text-xs">
          Show {formatNumberOf(order.ledger.length, 'entry', 'entries')}
        </summary>
        <ul>
          {order.ledger
            .map((entry, index) => ({ ...entry, key: index }))
            .map(({ key, at, kind, account, merchant_id, amount }) => (
              <li
                key={key}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line border-t px-4 py-2 text-xs"
              >
                <span className="wrap-anywhere">
                  {kind}: {account}
                  {merchant_id !== null && `, ${merchantOf(order, { merchant_id })}`}
                  <span className="block text-muted">{formatDayAndTime(at)}</span>
                </span>
                <span className="text-right">{formatNairaPrice(amount)}</span>
              </li>
            ))}
        </ul>
      </details>
    </Panel>
  );
}
