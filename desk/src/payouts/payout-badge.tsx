import type { PayoutStatus } from '@sokuwa/contract/payouts/payouts.rules.ts';
import { CalendarClock, CircleCheck, CircleX, type LucideIcon, Send, Undo2 } from 'lucide-react';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

const STATES: Record<PayoutStatus, [tone: BadgeTone, icon: LucideIcon, name: string]> = {
  draft: ['neutral', CalendarClock, 'Scheduled'],
  approved: ['accepted', CalendarClock, 'Approved'],
  sending: ['accepted', Send, 'Sent'],
  paid: ['done', CircleCheck, 'Paid'],
  failed: ['wrong', CircleX, 'Failed'],
  reversed: ['wrong', Undo2, 'Reversed'],
  cancelled: ['wrong', CircleX, 'Cancelled'],
};

/** The state of a payout. */
export function PayoutBadge({ status }: { status: PayoutStatus }) {
  const [tone, icon, name] = STATES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {name}
    </Badge>
  );
}
