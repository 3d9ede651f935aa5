import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { Today } from '@sokuwa/contract/today/today.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount, formatDay, formatNumberOf } from '../lib/format.ts';
import { BarChart } from '../ui/bar-chart.tsx';
import { Panel } from '../ui/panel.tsx';

type Sales = Today['sales'];
type Measure = 'amount' | 'orders';
const WEEK_DAYS = 7;

const formatValue = (measure: Measure, value: number): string =>
  measure === 'amount' ? formatNairaPrice(value) : formatCount(value);
/** For the axis: '₦80k'. */
const formatShort = (measure: Measure, value: number): string => {
  const text = value >= 1_000_000 ? `${value / 1_000_000}m` : value >= 1000 ? `${value / 1000}k` : String(value);
  return measure === 'amount' ? `₦${text}` : text;
};
/** Noon, so that the day is the same in Lagos. */
const toInstant = (day: string): string => `${day}T12:00:00Z`;

const sumOf = (days: Sales['days'], measure: Measure): number =>
  days.reduce((sum, day) => sum + Math.round(day[measure] * 100), 0) / 100;

/** Sales of 30 days: the sum, compared with the 30 days before, as bars, and by week as a table. */
export function SalesPanel({ sales: { days, previous } }: { sales: Sales }) {
  const [measure, setMeasure] = useState<Measure>('amount');
  const total = sumOf(days, measure);
  const weeks = useMemo(() => toWeeks(days), [days]);
  const bars = useMemo(
    () => days.map((day) => ({ key: day.day, label: formatDay(toInstant(day.day)), value: day[measure] })),
    [days, measure],
  );
  const [first, last] = [bars[0], bars.at(-1)];
  const highest = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), bars[0] ?? { label: '', value: 0 });
  return (
    <Panel
      title="Sales, 30 days"
      isPadded
      aside={
        <span className="ml-auto inline-flex rounded-sm bg-quiet p-0.5">
          {(['amount', 'orders'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === measure}
              onClick={() => setMeasure(name)}
              className="inline-flex h-[calc(var(--ctl)-0.5rem)] items-center rounded-[6px] px-3 font-semibold text-secondary text-xs aria-pressed:bg-surface aria-pressed:text-heading aria-pressed:shadow-xs"
            >
              {name === 'amount' ? 'Naira' : 'Orders'}
            </button>
          ))}
        </span>
      }
    >
      <p className="mb-3 flex flex-wrap items-center gap-x-3">
        <span className="font-bold font-display text-heading text-xl">{formatValue(measure, total)}</span>
        <Comparison now={total} before={previous[measure]} />
      </p>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_15rem]">
        <BarChart
          title={`Sales of each day, ${first?.label} to ${last?.label}`}
          description={
            total === 0
              ? 'No sales.'
              : `Highest on ${highest.label} with ${formatValue(measure, highest.value)}. The weeks are in the table.`
          }
          bars={bars}
          formatTick={(value) => formatShort(measure, value)}
          formatValue={(value) => formatValue(measure, value)}
        />
        <table className="w-full self-start [&_td]:h-8 [&_td]:px-1.5 [&_td]:text-right [&_th]:h-8 [&_th]:px-1.5">
          <caption className="sr-only">Sales by week</caption>
          <thead className="border-line border-b text-2xs text-muted">
            <tr>
              <th scope="col" className="text-left font-semibold">
                Week
              </th>
              <th scope="col" className="text-right font-semibold">
                Orders
              </th>
              <th scope="col" className="text-right font-semibold">
                Sales
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ from, to, orders, amount }) => (
              <tr key={from} className="border-line border-b last:border-b-0">
                <th scope="row" className="whitespace-nowrap text-left font-normal">
                  {formatDay(toInstant(from))}–{formatDay(toInstant(to))}
                </th>
                <td>{formatCount(orders)}</td>
                <td>{formatNairaPrice(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

/** Weeks of seven days, the last one first; the oldest has what is left. */
const toWeeks = (days: Sales['days']) => {
  const weeks = [];
  for (let end = days.length; end > 0; end -= WEEK_DAYS) {
    const week = days.slice(Math.max(0, end - WEEK_DAYS), end);
    const [first, last] = [week[0], week.at(-1)];
    if (first && last)
      weeks.push({ from: first.day, to: last.day, orders: sumOf(week, 'orders'), amount: sumOf(week, 'amount') });
  }
  return weeks;
};

function Comparison({ now, before }: { now: number; before: number }) {
  if (before === 0 || now === before)
    return (
      <span className="text-muted text-xs">
        {before === 0 ? 'None in the 30 days before' : 'As in the 30 days before'}
      </span>
    );
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  const isMore = now > before;
  const Icon = isMore ? TrendingUp : TrendingDown;
  return (
    <span
      className={cx('inline-flex items-center gap-1 font-semibold text-xs', isMore ? 'text-success' : 'text-secondary')}
    >
      <Icon className="size-4" />
      {percent}% {isMore ? 'more' : 'less'} than the {formatNumberOf(30, 'day')} before
    </span>
  );
}
