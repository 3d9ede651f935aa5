import { CircleCheck, CircleHelp, CircleX, Clock, CreditCard, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type PillStatus = 'pending' | 'paid' | 'shipped' | 'delivered' | 'cancelled' | 'unknown';

const STATUSES = {
  pending: ['bg-pending-quiet text-pending', Clock, 'Pending'],
  paid: ['bg-paid-quiet text-paid', CreditCard, 'Paid'],
  shipped: ['bg-shipped-quiet text-shipped', Truck, 'Shipped'],
  delivered: ['bg-delivered-quiet text-delivered', CircleCheck, 'Delivered'],
  cancelled: ['bg-cancelled-quiet text-cancelled', CircleX, 'Cancelled'],
  unknown: ['bg-unknown-quiet text-unknown', CircleHelp, 'Unknown'],
} as const;

/** An order status: colour, icon and text. `children` replace the text. */
export function StatusPill({ status, children }: { status: PillStatus; children?: ReactNode }) {
  const [colours, Icon, text] = STATUSES[status];
  return (
    <span
      className={cx(
        'inline-flex h-7 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-semibold text-sm',
        colours,
      )}
    >
      <Icon className="size-4" />
      {children ?? text}
    </span>
  );
}
