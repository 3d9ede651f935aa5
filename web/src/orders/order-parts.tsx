import type { ORDER_STATUSES } from '@sokuwa/contract/orders/orders.rules.ts';
import type { Order, OrderParcel } from '@sokuwa/contract/orders/orders.schemas.ts';
import { ExternalLink } from '@sokuwa/ui/external-link.tsx';
import { formatCalendarDate } from '@sokuwa/ui/format-date.ts';
import { type PillStatus, StatusPill } from '@sokuwa/ui/status-pill.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import type { Ref } from 'react';

const PILL_STATUSES: Record<string, PillStatus> = {
  Pending: 'pending',
  Paid: 'paid',
  Shipped: 'shipped',
  Delivered: 'delivered',
  Cancelled: 'cancelled',
} satisfies Record<(typeof ORDER_STATUSES)[number], PillStatus>;

/** Any other value is grey (ORDER-15). */
export function OrderStatus({ status }: { status: string }) {
  return <StatusPill status={PILL_STATUSES[status] ?? 'unknown'}>{status}</StatusPill>;
}

/** A key for each item: an order may contain the same product twice, at different prices. */
export const itemKey = ({ product_id, price }: Order['items'][number]): string => `${product_id} ${price}`;

/** The heading of a section of the order. With a `ref` it can be focused. */
export function Title({
  id,
  ref,
  children,
}: {
  id: string;
  ref?: Ref<HTMLHeadingElement> | undefined;
  children: string;
}) {
  return (
    <h2
      id={id}
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className="font-bold font-display text-heading text-xl outline-hidden!"
    >
      {children}
    </h2>
  );
}

/** 'between 02-12-2026 and 08-12-2026', or 'on 02-12-2026'. */
export function Days({ days: { from, to } }: { days: NonNullable<Order['expected_delivery']> }) {
  const day = (date: string) => <span className="whitespace-nowrap">{formatCalendarDate(date)}</span>;
  if (from === to) return <>on {day(to)}</>;
  return (
    <>
      between {day(from)} and {day(to)}
    </>
  );
}

/** '2 × Puna yam, 1 × Aso-oke cloth'. */
export const formatPieces = (pieces: readonly { product_name: string; quantity: number }[]): string =>
  pieces.map(({ product_name, quantity }) => `${quantity} × ${product_name}`).join(', ');

/** A parcel's tracking number, linked to the carrier's page if it has one. */
export function TrackingNumber({ parcel: { tracking_number, tracking_url } }: { parcel: OrderParcel }) {
  if (tracking_number === null) return 'Not known';
  if (tracking_url === null) return <span className="wrap-anywhere">{tracking_number}</span>;
  return (
    <ExternalLink href={tracking_url} className={`wrap-anywhere inline-flex min-h-11 items-center ${textLinkClass}`}>
      {tracking_number}
    </ExternalLink>
  );
}
