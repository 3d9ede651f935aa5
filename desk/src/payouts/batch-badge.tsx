import type { BatchStatus } from '@sokuwa/contract/payouts/payouts.rules.ts';
import { CircleCheck, CircleX, type LucideIcon, Send, Stamp } from 'lucide-react';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

const STATES: Record<BatchStatus, [tone: BadgeTone, icon: LucideIcon, name: string]> = {
  draft: ['waiting', Stamp, 'To approve'],
  approved: ['accepted', Stamp, 'Approved'],
  sending: ['accepted', Send, 'Sent'],
  done: ['done', CircleCheck, 'Done'],
  cancelled: ['wrong', CircleX, 'Cancelled'],
};

/** The state of a batch of payouts. */
export function BatchBadge({ status }: { status: BatchStatus }) {
  const [tone, icon, name] = STATES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {name}
    </Badge>
  );
}
