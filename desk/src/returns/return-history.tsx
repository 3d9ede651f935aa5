import { isMissing, type ReturnStatus } from '@sokuwa/contract/returns/returns.rules.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { Check, CircleCheck, CircleX, type LucideIcon, PackageCheck, Scale, Undo2 } from 'lucide-react';
import { formatDayAndTime } from '../lib/format.ts';
import { Timeline, TimelineItem } from '../ui/timeline.tsx';

type Step = OrderReturn['history'][number];

const STEP_ICONS: Record<ReturnStatus, LucideIcon> = {
  requested: Undo2,
  accepted: Check,
  appealed: Scale,
  received: PackageCheck,
  refunded: CircleCheck,
  declined: CircleX,
  withdrawn: Undo2,
};

const describeStep = ({ status, by }: Step, merchant: string, isReport: boolean): string => {
  const who = by === 'merchant' ? merchant : by === 'buyer' ? 'The buyer' : 'Sokuwa';
  switch (status) {
    case 'requested':
      return isReport ? 'Reported as not arrived' : 'Return asked for';
    case 'accepted':
      return `${who} accepted it`;
    case 'appealed':
      return by === 'buyer' ? 'The buyer asked Sokuwa to decide' : 'Not decided in time: Sokuwa decides';
    case 'received':
      return isReport ? `${who} accepted it` : `${who} confirmed the receipt`;
    case 'refunded':
      return 'Refunded';
    case 'declined':
      return `${who} declined it`;
    case 'withdrawn':
      return 'The buyer withdrew it';
  }
};

/** What happened to a return, the newest first. @param merchant what the merchant is called at the beginning of a sentence */
export function ReturnHistory({
  orderReturn: { history, reason },
  merchant,
}: {
  orderReturn: OrderReturn;
  merchant: string;
}) {
  return (
    <Timeline>
      {history.toReversed().map((step, index) => (
        <TimelineItem
          key={step.at}
          icon={STEP_ICONS[step.status]}
          state={index === 0 ? 'now' : 'done'}
          when={formatDayAndTime(step.at)}
        >
          {describeStep(step, merchant, isMissing(reason))}
          {/* The first sentence is what the buyer says. */}
          {step.note && step.status !== 'requested' && (
            <p className="wrap-anywhere whitespace-pre-line text-secondary">“{step.note}”</p>
          )}
        </TimelineItem>
      ))}
    </Timeline>
  );
}
