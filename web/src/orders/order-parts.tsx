import type { ORDER_STATUSES } from '@sokuwa/contract/orders/orders.rules.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { type PillStatus, StatusPill } from '@sokuwa/ui/status-pill.tsx';

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
