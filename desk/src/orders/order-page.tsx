import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { deliverMerchantOrder } from '@sokuwa/contract/orders/merchant-orders.endpoints.ts';
import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ChevronRight, CircleX, Copy, ExternalLink, House, Printer, Truck } from 'lucide-react';
import { useState } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { describeError, isNotFound } from '../lib/errors.ts';
import { formatDay, formatDayAndTime, formatDue, formatNumberOf } from '../lib/format.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { Timeline, TimelineItem } from '../ui/timeline.tsx';
import { CancelLinesDialog } from './cancel-lines-dialog.tsx';
import { countLeft, sumNet, sumOf } from './order.rules.ts';
import { OrderBadge } from './order-badge.tsx';
import { orderQuery, ordersKey } from './orders.queries.ts';
import { ShipForm } from './ship-form.tsx';

/** One order of a merchant: what to pack and where it goes, what happened, and the money. */
export function OrderPage({ storeId, orderId }: { storeId: number; orderId: string }) {
  const order = useQuery(orderQuery(storeId, orderId));
  const params = { storeId: String(storeId) };
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-1 flex items-center gap-1 text-muted text-xs">
        <Link to="/store/$storeId/orders" params={params} className="inline-flex min-h-9 items-center text-link">
          Orders
        </Link>
        <ChevronRight className="size-4" />
        {orderId}
      </nav>
      {order.isPending && <LoadingRows label="Loading the order" />}
      {order.isError && isNotFound(order.error) && (
        <EmptyPanel
          picture="search"
          icon={CircleX}
          title="Your store has no such order"
          action={
            <Link to="/store/$storeId/orders" params={params} className={buttonClass()}>
              All orders
            </Link>
          }
        />
      )}
      {order.isError && !isNotFound(order.error) && (
        <ErrorPanel what="The order" error={order.error} onRetry={() => void order.refetch()} />
      )}
      {order.data && <OrderDetails storeId={storeId} order={order.data} />}
    </>
  );
}

function OrderDetails({ storeId, order }: { storeId: number; order: MerchantOrder }) {
  const [isCancelling, setCancelling] = useState(false);
  const left = countLeft(order.lines);
  return (
    <>
      <PageHead
        title={order.id}
        isPlain
        badges={<OrderBadge order={order} />}
        subtitle={
          <>
            Paid {formatDayAndTime(order.paid_at)}
            {order.status === 'to_ship' && (
              <>
                {' · leaves by '}
                <b className={order.is_late ? 'font-semibold text-palm-700' : 'font-semibold text-warning'}>
                  {formatDue(order.ship_by)}
                </b>
              </>
            )}
          </>
        }
        actions={
          <>
            <Link
              to="/store/$storeId/packing-slips"
              params={{ storeId: String(storeId) }}
              search={{ orders: order.id }}
              className={buttonClass()}
              data-shortcut="p"
            >
              <Printer />
              Packing slip
            </Link>
            {left > 0 && (
              <Button variant="danger" onClick={() => setCancelling(true)}>
                Cancel pieces
              </Button>
            )}
          </>
        }
      />
      <Columns>
        <PanelStack>
          {left > 0 && (
            <Panel
              title="To pack"
              aside={<span className="text-muted text-xs">{formatNumberOf(left, 'piece')} left</span>}
            >
              {/* A new form after each parcel. */}
              <ShipForm key={left} storeId={storeId} order={order} />
            </Panel>
          )}
          {order.parcels.map((parcel, index) => (
            <ParcelPanel key={parcel.id} storeId={storeId} order={order} parcel={parcel} number={index + 1} />
          ))}
          {left === 0 && order.parcels.length === 0 && (
            <Panel title="Products">
              <Lines order={order} />
            </Panel>
          )}
          <Panel title="What happened" isPadded>
            <Story order={order} />
          </Panel>
        </PanelStack>
        <PanelStack>
          <AddressPanel order={order} />
          <MoneyPanel order={order} />
        </PanelStack>
      </Columns>
      {isCancelling && <CancelLinesDialog storeId={storeId} order={order} onClose={() => setCancelling(false)} />}
    </>
  );
}

function Lines({ order: { lines } }: { order: MerchantOrder }) {
  return (
    <ul>
      {lines.map(({ position, title, image, quantity, cancelled, returned, unit_price }) => (
        <li key={position} className="flex items-center gap-3 border-line border-t px-4 py-2.5">
          <ProductPicture src={image} size="lg" />
          <span className="min-w-0 flex-1">
            <b className="block font-semibold">{title}</b>
            <span className="text-muted text-xs">
              {quantity} × {formatNairaPrice(unit_price)}
              {cancelled > 0 && `, ${cancelled} cancelled`}
              {returned > 0 && `, ${returned} returned`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

type Parcel = MerchantOrder['parcels'][number];

function ParcelPanel({
  storeId,
  order,
  parcel,
  number,
}: {
  storeId: number;
  order: MerchantOrder;
  parcel: Parcel;
  number: number;
}) {
  const queryClient = useQueryClient();
  const arrive = useMutation({
    mutationFn: () =>
      getStoreApi(storeId).call(deliverMerchantOrder, { params: { id: order.id }, body: { parcel_id: parcel.id } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(orderQuery(storeId, order.id).queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: ordersKey(storeId) });
      toast.success('Recorded as delivered. The buyer gets a mail.');
    },
    onError: (error) => toast.error(describeError(error)),
  });
  return (
    <Panel
      title={`Parcel ${number}`}
      aside={
        <span className="text-muted text-xs">
          {parcel.delivered_at
            ? `Delivered ${formatDay(parcel.delivered_at)}`
            : `Shipped ${formatDay(parcel.shipped_at)}`}
        </span>
      }
    >
      <ul>
        {parcel.lines.map(({ position, quantity }) => {
          const line = order.lines.find((one) => one.position === position);
          return (
            <li key={position} className="flex items-center gap-3 border-line border-t px-4 py-2">
              <ProductPicture src={line?.image ?? ''} size="md" />
              <span className="min-w-0 flex-1">{line?.title}</span>
              <span className="font-semibold">× {quantity}</span>
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3">
        <span className="min-w-0 flex-1">
          {parcel.carrier_name ?? 'Another carrier'}
          {parcel.tracking_number && <span className="wrap-anywhere text-muted"> {parcel.tracking_number}</span>}
        </span>
        {parcel.tracking_url && (
          <a href={parcel.tracking_url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
            <ExternalLink />
            Track
            <span className="sr-only"> parcel {number} (opens in a new tab)</span>
          </a>
        )}
        {!parcel.delivered_at && (
          <Button size="sm" icon={<Check />} busy={arrive.isPending} onClick={() => arrive.mutate()}>
            It has arrived
            <span className="sr-only">: parcel {number}</span>
          </Button>
        )}
      </div>
    </Panel>
  );
}

function Story({ order }: { order: MerchantOrder }) {
  const { paid_at, parcels, delivered_at, status, ship_by } = order;
  return (
    <Timeline>
      {status === 'to_ship' && (
        <TimelineItem icon={Truck} state="now" when={`Your handling time ends ${formatDayAndTime(ship_by)}`}>
          <b className="font-semibold">{formatDue(ship_by)}</b>
        </TimelineItem>
      )}
      {status === 'delivered' && delivered_at && (
        <TimelineItem icon={House} state="done" when={formatDayAndTime(delivered_at)}>
          Delivered
        </TimelineItem>
      )}
      {parcels.toReversed().map(({ id, shipped_at, carrier_name }) => (
        <TimelineItem key={id} icon={Truck} state="done" when={formatDayAndTime(shipped_at)}>
          Shipped with {carrier_name ?? 'another carrier'}
        </TimelineItem>
      ))}
      {status === 'cancelled' && (
        <TimelineItem icon={CircleX} state="plain">
          Cancelled. The buyer got the money back.
        </TimelineItem>
      )}
      <TimelineItem icon={Check} state="done" when={formatDayAndTime(paid_at)}>
        Paid
      </TimelineItem>
    </Timeline>
  );
}

function AddressPanel({ order: { shipping_address: address, buyer_name } }: { order: MerchantOrder }) {
  if (!address)
    return (
      <Panel title="Buyer" isPadded>
        <p>{buyer_name || 'Deleted account'}</p>
        <p className="mt-1 text-muted text-xs">The address is shown while something is to be shipped.</p>
      </Panel>
    );
  const name = `${address.first_name} ${address.last_name}`;
  const rows = [
    ...address.street,
    [address.city, address.region, address.postal_code].filter(Boolean).join(', '),
    address.country,
  ];
  const copy = async () => {
    try {
      await navigator.clipboard.writeText([name, ...rows, address.phone_number].join('\n'));
      toast.success('Address copied');
    } catch {
      toast.error('The browser did not allow that.');
    }
  };
  return (
    <Panel
      title="Ship to"
      isPadded
      aside={
        <Button variant="text" size="sm" icon={<Copy />} className="ml-auto" onClick={copy}>
          Copy
          <span className="sr-only"> the address</span>
        </Button>
      }
    >
      <address className="not-italic leading-5.5">
        <b className="font-semibold">{name}</b>
        {rows.map((row) => (
          <span key={row} className="block">
            {row}
          </span>
        ))}
        <a href={`tel:${address.phone_number}`} className="inline-flex min-h-9 items-center">
          {address.phone_number}
        </a>
      </address>
    </Panel>
  );
}

function MoneyPanel({ order }: { order: MerchantOrder }) {
  const { lines } = order;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const commission = sumOf(lines, ({ commission: amount }) => amount);
  const net = sumNet(lines);
  return (
    <Panel title="Money" isPadded>
      <Facts>
        <FactRow name={formatNumberOf(pieces, 'piece')}>{formatNairaPrice(net + commission)}</FactRow>
        <FactRow name="Commission">{formatNairaPrice(-commission)}</FactRow>
        <FactRow name="You receive" isTotal>
          {formatNairaPrice(net)}
        </FactRow>
      </Facts>
      {lines.some(({ discount }) => discount > 0) && (
        <Note tone="plain" className="mt-3">
          The buyer had a discount. The shop pays it.
        </Note>
      )}
      {lines.some(({ cancelled, returned }) => cancelled + returned > 0) && (
        <p className="mt-3 text-muted text-xs">Cancelled and returned pieces are subtracted in your statement.</p>
      )}
    </Panel>
  );
}
