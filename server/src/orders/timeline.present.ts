import { ORDER_EVENTS } from '@sokuwa/contract/orders/orders.rules.ts';
import type { Order, OrderEvent, OrderParcel, OrderRefund } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { TakenPieces } from './fulfilment.sql.ts';
import type { OrderRow } from './order.sql.ts';

type Pieces = OrderEvent['items'];

const happen = (event: OrderEvent['event'], at: string, items: Pieces = []): OrderEvent => ({
  event,
  at,
  items,
  amount: null,
  to: null,
});

const presentParcelEvents = ({ shipped_at, delivered_at, items }: OrderParcel): OrderEvent[] => [
  happen('shipped', shipped_at, items),
  ...(delivered_at === null ? [] : [happen('delivered', delivered_at, items)]),
];

const MINUTE_MS = 60_000;

/** A refund that goes into the wallet at once is one event; one that the provider could not make has been requested before. */
const presentRefundEvents = ({ amount, to, requested_at, done_at }: OrderRefund): OrderEvent[] => {
  const isAtOnce = to === 'wallet' && done_at !== null && Date.parse(done_at) - Date.parse(requested_at) < MINUTE_MS;
  return [
    ...(isAtOnce ? [] : [{ ...happen('refund_requested', requested_at), amount, to }]),
    ...(done_at === null ? [] : [{ ...happen('refunded', done_at), amount, to }]),
  ];
};

/**
 * What happened to an order, oldest first (ORDER-62). The time of the payment is not known of orders that release 1.0 marked as paid.
 * @param toPieces names the pieces of lines
 */
export const presentTimeline = (
  row: Pick<OrderRow, 'created_at' | 'paid_at' | 'address_changed_at' | 'status' | 'updated_at'>,
  { parcels, refunds }: Pick<Order, 'parcels' | 'refunds'>,
  takenPieces: readonly TakenPieces[],
  toPieces: (pieces: readonly { position: number; quantity: number }[]) => Pieces,
): OrderEvent[] => {
  const timeline = [
    happen('placed', row.created_at.toISOString()),
    ...(row.paid_at ? [happen('paid', row.paid_at.toISOString())] : []),
    ...(row.address_changed_at ? [happen('address_changed', row.address_changed_at.toISOString())] : []),
    // The last ones of a cancelled order were cancelled with it.
    ...(row.status === 'Cancelled' ? takenPieces.slice(0, -1) : takenPieces).map(
      ({ kind, not_received, taken_at, pieces }) =>
        happen(not_received ? 'pieces_not_received' : `pieces_${kind}`, taken_at.toISOString(), toPieces(pieces)),
    ),
    ...parcels.flatMap(presentParcelEvents),
    // The last change of a cancelled order is its cancellation.
    ...(row.status === 'Cancelled' ? [happen('cancelled', row.updated_at.toISOString())] : []),
    ...refunds.flatMap(presentRefundEvents),
  ];
  const rankOf = ({ event }: OrderEvent) => ORDER_EVENTS.indexOf(event);
  return timeline.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || rankOf(a) - rankOf(b));
};
