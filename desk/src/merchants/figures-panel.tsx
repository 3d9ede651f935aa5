import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { MerchantFigures } from '@sokuwa/contract/today/merchant-figures.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Link } from '@tanstack/react-router';
import { ClockAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { countDays, formatNumberOf, formatWeekday } from '../lib/format.ts';
import { FactRow, Facts } from '../ui/facts.tsx';
import { Note } from '../ui/note.tsx';
import { Panel } from '../ui/panel.tsx';
import { sayInTime, sayReturned, sumOwed } from './figures.rules.ts';

/** How a merchant did in the last 30 days, and what the shop owes to it. */
export function FiguresPanel({ figures: { orders, returns, payouts } }: { figures: MerchantFigures }) {
  if (!orders && !payouts) return null;
  const inTime = orders && sayInTime(orders.shipping);
  const returned = orders && returns && sayReturned(returns.returned_orders, orders.sales.orders);
  return (
    <section aria-label="Figures of the last 30 days" className="mb-4">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-px overflow-hidden border border-line bg-line max-lg:-mx-(--gutter) max-lg:border-x-0 lg:rounded-md">
        {orders && (
          <Figure
            name="Sales, 30 days"
            value={formatNairaPrice(orders.sales.amount)}
            detail={formatNumberOf(orders.sales.orders, 'order')}
          />
        )}
        {inTime && <Figure name="Left in time" value={inTime.share} detail={inTime.detail} isBad={inTime.isBad} />}
        {returned && <Figure name="Returned" value={returned.share} detail={returned.detail} />}
        {payouts && (
          <Figure
            name="Owed to it"
            value={formatNairaPrice(sumOwed(payouts.balance))}
            detail={`${formatNairaPrice(payouts.balance.payable)} can be paid`}
          />
        )}
      </dl>
    </section>
  );
}

function Figure({
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
        <span className={cx('block font-bold font-display text-lg', isBad ? 'text-danger' : 'text-heading')}>
          {value}
        </span>
        <span className="text-muted text-xs">{detail}</span>
      </dd>
    </div>
  );
}

/** Says that a merchant ships too late, and how late; nothing if it does not. */
export function LateNote({ merchantId, figures: { orders } }: { merchantId: number; figures: MerchantFigures }) {
  const { late_count = 0, oldest_ship_by = null } = orders?.to_ship ?? {};
  if (late_count === 0 || oldest_ship_by === null) return null;
  const days = -countDays(oldest_ship_by);
  return (
    <Note tone="warning" icon={ClockAlert}>
      <b className="font-semibold">
        {formatNumberOf(late_count, 'order')} {late_count === 1 ? 'is' : 'are'} late
        {days > 0 && `, ${late_count === 1 ? '' : 'the first '}by ${formatNumberOf(days, 'day')}`}.
      </b>{' '}
      The shop has reminded it. What is next is yours: write, cancel the lines, or suspend.{' '}
      <Link to="/market/orders" search={{ merchant: merchantId, view: 'late' }} className="text-link">
        The late orders
      </Link>
    </Note>
  );
}

/** What the shop pays to a merchant next, and what waits. */
export function MerchantPayoutsPanel({ payouts }: { payouts: NonNullable<MerchantFigures['payouts']> }) {
  const { amount, status, expected_at, bank_account_label } = payouts.next_payout;
  const { pending, on_the_way } = payouts.balance;
  const rows: [name: string, value: ReactNode][] = [
    [status === null ? sayWhen(expected_at) : 'Being paid', formatNairaPrice(amount)],
    ['Can still be returned', formatNairaPrice(pending)],
    ...(on_the_way > 0 ? [['On the way', formatNairaPrice(on_the_way)] as [string, string]] : []),
    ['Bank account', bank_account_label ?? 'None yet'],
  ];
  return (
    <Panel title="Payouts" isPadded>
      <Facts>
        {rows.map(([name, value]) => (
          <FactRow key={name} name={name}>
            {value}
          </FactRow>
        ))}
      </Facts>
    </Panel>
  );
}

const sayWhen = (day: string | null): string => (day === null ? 'Can be paid' : formatWeekday(`${day}T12:00:00Z`));
