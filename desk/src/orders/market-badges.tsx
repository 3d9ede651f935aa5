import type { FULFILMENT_STATUSES } from '@sokuwa/contract/orders/merchant-orders.rules.ts';
import type { OperatorRefund } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import type { OperatorDispute, OperatorPayment } from '@sokuwa/contract/orders/operator-payments.schemas.ts';
import type { OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Gavel,
  Hand,
  type LucideIcon,
  Package,
  Truck,
  Undo2,
  Wallet,
} from 'lucide-react';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

type Look = readonly [tone: BadgeTone, icon: LucideIcon, text: string];

function StateBadge({ look: [tone, icon, text] }: { look: Look }) {
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
}

const ORDERS: Record<OrderStatus, Look> = {
  Pending: ['neutral', CircleDashed, 'Not paid'],
  Paid: ['accepted', CircleCheck, 'Paid'],
  Shipped: ['moving', Truck, 'Shipped'],
  Delivered: ['done', CircleCheck, 'Delivered'],
  Cancelled: ['wrong', CircleX, 'Cancelled'],
};

/** The state of a whole order. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <StateBadge look={ORDERS[status]} />;
}

const FULFILMENTS: Record<(typeof FULFILMENT_STATUSES)[number], Look> = {
  to_ship: ['waiting', Package, 'To ship'],
  shipped: ['moving', Truck, 'Shipped'],
  delivered: ['done', CircleCheck, 'Delivered'],
  cancelled: ['wrong', CircleX, 'Cancelled'],
};

/** The state of one merchant's part of an order. */
export function FulfilmentBadge({ status }: { status: (typeof FULFILMENT_STATUSES)[number] }) {
  return <StateBadge look={FULFILMENTS[status]} />;
}

const PAYMENTS: Record<OperatorPayment['status'], Look> = {
  open: ['neutral', Clock, 'Not paid'],
  success: ['done', CircleCheck, 'Paid'],
  failed: ['wrong', CircleX, 'Failed'],
  held: ['waiting', Hand, 'Held'],
};

/** The state of an attempt to pay. */
export function PaymentBadge({ status }: { status: OperatorPayment['status'] }) {
  return <StateBadge look={PAYMENTS[status]} />;
}

const REFUNDS: Record<OperatorRefund['status'], Look> = {
  requested: ['waiting', Clock, 'Requested'],
  accepted: ['moving', Undo2, 'On its way'],
  stuck: ['wrong', CircleAlert, 'Stuck'],
  done: ['done', CircleCheck, 'Refunded'],
  wallet: ['done', Wallet, 'In the wallet'],
  'by hand': ['done', CircleCheck, 'By hand'],
};

/** The state of a refund. */
export function RefundBadge({ status }: { status: OperatorRefund['status'] }) {
  return <StateBadge look={REFUNDS[status]} />;
}

const DISPUTES: Record<OperatorDispute['state'], Look> = {
  open: ['wrong', Gavel, 'Open'],
  lost: ['wrong', CircleX, 'Lost'],
  resolved: ['neutral', CircleCheck, 'Resolved'],
};

/** The state of a dispute. */
export function DisputeBadge({ state }: { state: OperatorDispute['state'] }) {
  return <StateBadge look={DISPUTES[state]} />;
}
