import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { CircleCheck, CircleX, Clock, Package, Truck } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';

/** The state of an order of a merchant. `Late` replaces `To ship`. @param order its parcels say whether a part of it is shipped */
export function OrderBadge({
  order: { status, is_late, parcels = [] },
}: {
  order: Pick<MerchantOrder, 'status' | 'is_late'> & { parcels?: readonly unknown[] };
}) {
  if (status === 'to_ship' && is_late)
    return (
      <Badge tone="wrong" icon={Clock}>
        Late
      </Badge>
    );
  if (status === 'to_ship' && parcels.length > 0)
    return (
      <Badge tone="moving" icon={Truck}>
        Part shipped
      </Badge>
    );
  if (status === 'to_ship')
    return (
      <Badge tone="waiting" icon={Package}>
        To ship
      </Badge>
    );
  if (status === 'shipped')
    return (
      <Badge tone="moving" icon={Truck}>
        Shipped
      </Badge>
    );
  if (status === 'delivered')
    return (
      <Badge tone="done" icon={CircleCheck}>
        Delivered
      </Badge>
    );
  return (
    <Badge tone="wrong" icon={CircleX}>
      Cancelled
    </Badge>
  );
}
