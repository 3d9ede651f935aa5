import type { OperatorCoupon } from '@sokuwa/contract/checkout/operator-coupons.schemas.ts';
import { CalendarClock, CircleCheck, Flag } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';

/** Whether a coupon can be used. A running one may have no uses left. */
export function CouponBadge({ coupon: { status, uses, max_uses } }: { coupon: OperatorCoupon }) {
  if (status === 'scheduled')
    return (
      <Badge tone="neutral" icon={CalendarClock}>
        Scheduled
      </Badge>
    );
  if (status === 'ended')
    return (
      <Badge tone="neutral" icon={Flag}>
        Ended
      </Badge>
    );
  if (max_uses !== null && uses >= max_uses)
    return (
      <Badge tone="waiting" icon={Flag}>
        Used up
      </Badge>
    );
  return (
    <Badge tone="done" icon={CircleCheck}>
      Running
    </Badge>
  );
}
