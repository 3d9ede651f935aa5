import type { OperatorMerchantDetail } from '@sokuwa/contract/catalog/operator-merchants.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { MerchantMetrics } from '@sokuwa/contract/today/merchant-metrics.schemas.ts';
import { Link } from '@tanstack/react-router';
import { ClockAlert, TriangleAlert } from 'lucide-react';
import { countDays, formatBoundedCount, formatBoundedOf, formatNumberOf } from '../lib/format.ts';
import { canWrite, type Workplace } from '../lib/session.ts';
import { FactRow, Facts } from '../ui/facts.tsx';
import { Note } from '../ui/note.tsx';
import { Panel } from '../ui/panel.tsx';
import { sayNextPayout, sayOnTime, sayReturns, sayWhatHelps } from './metrics.rules.ts';

/** How a merchant did in the last 30 days, and what the shop owes to it. */
export function MetricsPanel({ metrics: { orders, returns, payouts } }: { metrics: MerchantMetrics }) {
  if (!orders && !payouts) return null;
  const onTime = orders && sayOnTime(orders.shipping);
  const withReturn = orders && returns && sayReturns(returns.orders_with_return, orders.sales.orders);
  return (
    <section aria-label="Metrics" className="mb-4">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-px overflow-hidden border border-line bg-line max-lg:-mx-(--gutter) max-lg:border-x-0 lg:rounded-md">
        {orders && (
          <Metric
            name="Sales, 30 days"
            value={formatNairaPrice(orders.sales.amount)}
            detail={formatNumberOf(orders.sales.orders, 'order')}
          />
        )}
        {onTime && <Metric name="Shipped on time" value={onTime.share} detail={onTime.detail} isBad={onTime.isBad} />}
        {withReturn && <Metric name="Returns" value={withReturn.share} detail={withReturn.detail} />}
        {payouts && (
          <Metric
            name="Balance"
            value={formatNairaPrice(payouts.owed)}
            detail={`${formatNairaPrice(payouts.next_payout.waiting_amount)} can still be returned`}
          />
        )}
      </dl>
    </section>
  );
}

function Metric({
  name,
  value,
  detail,
  isBad = false,
}: {
  name: string;
  value: string;
  detail: string;
  isBad?: boolean;
}) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-muted text-xs">{name}</dt>
      <dd>
        <span className="flex items-center gap-1.5 font-bold font-display text-heading text-lg">
          {value}
          {isBad && (
            <span className="inline-flex items-center gap-1 font-sans font-semibold text-danger text-xs">
              <TriangleAlert className="size-4" />
              Too few
            </span>
          )}
        </span>
        <span className="text-muted text-xs">{detail}</span>
      </dd>
    </div>
  );
}

/** Says that a merchant ships too late, how late, and what the operator can do; nothing if it does not. */
export function LateNote({
  operator,
  merchant: { id, email, suspended_at },
  metrics: { orders },
}: {
  operator: Workplace;
  merchant: OperatorMerchantDetail;
  metrics: MerchantMetrics;
}) {
  const { late_count = 0, oldest_ship_by = null } = orders?.to_ship ?? {};
  if (late_count === 0 || oldest_ship_by === null) return null;
  const days = -countDays(oldest_ship_by);
  return (
    <Note tone="warning" icon={ClockAlert}>
      <b className="font-semibold">
        {formatBoundedOf(late_count, 'order')} {late_count === 1 ? 'is' : 'are'} late
        {days > 0 && `, ${late_count === 1 ? '' : 'the first '}by ${formatNumberOf(days, 'day')}`}.
      </b>{' '}
      {sayWhatHelps({
        write: email !== null,
        cancel: canWrite(operator, 'orders'),
        suspend: canWrite(operator, 'merchants') && suspended_at === null,
      })}{' '}
      <Link to="/market/orders" search={{ merchant: String(id), view: 'late' }} className="text-link">
        The late orders
      </Link>
    </Note>
  );
}

/** How soon the merchant ships, how many orders it has to ship, and how many returns it has to decide. */
export function ShippingPanel({
  handlingDays,
  metrics,
}: {
  handlingDays: number;
  /** Undefined while they are loading, and before the store is open. */
  metrics: MerchantMetrics | undefined;
}) {
  const { orders, returns } = metrics ?? {};
  return (
    <Panel title="Shipping" isPadded>
      <Facts>
        <FactRow name="Ships within">
          {handlingDays === 0 ? 'the same day' : formatNumberOf(handlingDays, 'day')}
        </FactRow>
        {orders && (
          <FactRow name="To ship">
            {formatBoundedOf(orders.to_ship.count, 'order')}
            {orders.to_ship.late_count > 0 && `, ${formatBoundedCount(orders.to_ship.late_count)} late`}
          </FactRow>
        )}
        {returns && <FactRow name="Returns to decide">{formatBoundedCount(returns.undecided)}</FactRow>}
      </Facts>
    </Panel>
  );
}

/** What the shop pays to a merchant next, and what waits. */
export function MerchantPayoutsPanel({
  payouts: { next_payout },
  isSuspended,
}: {
  payouts: NonNullable<MerchantMetrics['payouts']>;
  isSuspended: boolean;
}) {
  return (
    <Panel title="Payouts" isPadded>
      <Facts>
        <FactRow name={sayNextPayout(next_payout, isSuspended)}>{formatNairaPrice(next_payout.amount)}</FactRow>
        <FactRow name="Can still be returned">{formatNairaPrice(next_payout.waiting_amount)}</FactRow>
        <FactRow name="Bank account">{next_payout.bank_account_label ?? 'None yet'}</FactRow>
      </Facts>
    </Panel>
  );
}
