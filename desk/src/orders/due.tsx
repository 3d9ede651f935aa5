import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { formatDay, formatDue } from '../lib/format.ts';

/** When it must leave; or since when it is on its way or there. */
export function Due({ order }: { order: MerchantOrder }) {
  const { status, ship_by, is_late, shipped_at, delivered_at, paid_at } = order;
  if (status === 'to_ship')
    return (
      <span className={cx('whitespace-nowrap text-xs', is_late ? 'font-semibold text-palm-700' : 'text-secondary')}>
        {formatDue(ship_by)}
      </span>
    );
  const date = (status === 'delivered' ? delivered_at : shipped_at) ?? paid_at;
  return <span className="whitespace-nowrap text-muted text-xs">{formatDay(date)}</span>;
}
