import type { Order, OrderParcel } from '@sokuwa/contract/orders/orders.schemas.ts';
import { Fact } from '@sokuwa/ui/fact.tsx';
import { formatLocalDate } from '@sokuwa/ui/format-date.ts';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { House, type LucideIcon, Package, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Title, TrackingNumber } from './order-parts.tsx';
import { listUnshipped } from './order-texts.ts';

/** The parcels of an order, and what is not shipped yet (ORDER-67). Nothing until something is shipped. */
export function OrderParcels({ order }: { order: Order }) {
  const { parcels } = order;
  if (parcels.length === 0) return null;
  const unshipped = listUnshipped(order);
  return (
    <section aria-labelledby="parcels" className="mt-9">
      <Title id="parcels">Parcels</Title>
      <ul className="mt-4 grid gap-4 md:grid-cols-2">
        {parcels.map((parcel, index) => (
          <li key={parcel.id}>
            <Parcel parcel={parcel} title={`Parcel ${index + 1}`} />
          </li>
        ))}
        {unshipped.length > 0 && (
          <li>
            <Box Icon={Package} title="Not shipped yet">
              <Pieces pieces={unshipped} />
            </Box>
          </li>
        )}
      </ul>
    </section>
  );
}

function Parcel({ parcel, title }: { parcel: OrderParcel; title: string }) {
  const { merchant_name, carrier, shipped_at, delivered_at } = parcel;
  return (
    <Box Icon={delivered_at === null ? Truck : House} title={title} from={merchant_name}>
      <dl className="grid gap-1.5">
        {carrier !== null && <Fact name="Carrier">{carrier}</Fact>}
        <Fact name="Tracking number">
          <TrackingNumber parcel={parcel} />
        </Fact>
        <Fact name="Shipped">
          <time dateTime={shipped_at}>{formatLocalDate(shipped_at)}</time>
        </Fact>
        {delivered_at === null ? (
          <Fact name="Status">On its way</Fact>
        ) : (
          <Fact name="Delivered">
            <time dateTime={delivered_at}>{formatLocalDate(delivered_at)}</time>
          </Fact>
        )}
      </dl>
      <Pieces pieces={parcel.items} />
    </Box>
  );
}

function Box({
  Icon,
  title,
  from,
  children,
}: {
  Icon: LucideIcon;
  title: string;
  /** The merchant's name. */
  from?: string | null;
  children: ReactNode;
}) {
  return (
    <Panel tone="outline" corner={false} className="grid h-full content-start gap-4">
      <div className="flex items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-action-quiet text-link">
          <Icon className="size-5" />
        </span>
        <div className="min-w-0">
          <h3 className="font-semibold text-heading">{title}</h3>
          {from && <p className="wrap-anywhere text-secondary text-sm">from {from}</p>}
        </div>
      </div>
      {children}
    </Panel>
  );
}

function Pieces({ pieces }: { pieces: OrderParcel['items'] }) {
  return (
    <ul className="wrap-anywhere border-line border-t pt-3">
      {pieces.map(({ position, product_name, quantity }) => (
        <li key={position}>
          {quantity} × {product_name}
        </li>
      ))}
    </ul>
  );
}
