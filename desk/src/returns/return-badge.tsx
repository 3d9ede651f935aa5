import { isMissing, type ReturnStatus } from '@sokuwa/contract/returns/returns.rules.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { CircleCheck, CircleX, type LucideIcon, PackageCheck, Scale, ThumbsUp, Undo2 } from 'lucide-react';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

const BADGES: Record<ReturnStatus, [tone: BadgeTone, icon: LucideIcon, text: string]> = {
  requested: ['waiting', Undo2, 'Requested'],
  accepted: ['accepted', ThumbsUp, 'Accepted'],
  appealed: ['waiting', Scale, 'Appealed'],
  received: ['moving', PackageCheck, 'Received'],
  refunded: ['done', CircleCheck, 'Refunded'],
  declined: ['wrong', CircleX, 'Declined'],
  withdrawn: ['neutral', Undo2, 'Withdrawn'],
};

/** The state of a return. Items that did not arrive are never received. */
export function ReturnBadge({ status, reason }: Pick<OrderReturn, 'status' | 'reason'>) {
  const [tone, icon, text] = BADGES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {status === 'received' && isMissing(reason) ? 'Refund on its way' : text}
    </Badge>
  );
}
