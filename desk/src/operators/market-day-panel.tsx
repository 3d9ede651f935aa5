import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { MarketDay } from '@sokuwa/contract/operators/overview.schemas.ts';
import { scaleLinear } from '@visx/scale';
import { useId, useState } from 'react';
import { formatCount, formatNumberOf, formatTime, formatWeekday } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';

const WIDTH = 280;
const HEIGHT = 72;
const WEEK_MS = 7 * 24 * 3_600_000;

type Hour = MarketDay['hours'][number];
const nameHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Orders and sales since midnight in Lagos, with the same day a week before: as a line, and by the hour as a table. */
export function MarketDayPanel({ market: { today, hours }, at }: { market: MarketDay; at: string }) {
  const [hasTable, setTable] = useState(false);
  const tableId = useId();
  // The hour that runs is the last one of today's line.
  const now = Number(formatTime(at).slice(0, 2));
  const soFar = hours.slice(0, now + 1);
  const weekDay = formatWeekday(new Date(Date.parse(at) - WEEK_MS)).split(' ')[0];
  return (
    <Panel title="Market today" isPadded>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-bold font-display text-heading text-xl">{formatNairaPrice(today.sales)}</span>
        <span className="text-muted">{formatNumberOf(today.orders, 'order')}</span>
      </p>
      <Lines hours={hours} soFar={soFar} weekDay={`last ${weekDay}`} />
      <p className="mt-1 flex justify-between gap-2 text-2xs text-muted" aria-hidden="true">
        <span>00:00</span>
        <span>dashed: last {weekDay}</span>
        <span>24:00</span>
      </p>
      <Button
        variant="text"
        size="sm"
        className="-ml-2.5"
        aria-expanded={hasTable}
        aria-controls={tableId}
        onClick={() => setTable(!hasTable)}
      >
        {hasTable ? 'Hide the table' : 'By the hour'}
      </Button>
      <table id={tableId} hidden={!hasTable} className="mt-1 w-full text-xs">
        <caption className="sr-only">Orders by the hour, today and last {weekDay}</caption>
        <thead>
          <tr className="text-muted [&_th]:border-line [&_th]:border-b [&_th]:py-1 [&_th]:font-semibold">
            <th scope="col" className="text-left">
              From
            </th>
            <th scope="col" className="text-right">
              Orders
            </th>
            <th scope="col" className="text-right">
              Sales
            </th>
            <th scope="col" className="text-right">
              Last {weekDay}
            </th>
          </tr>
        </thead>
        <tbody>
          {soFar.map(({ orders, sales, week_before }, hour) => (
            <tr key={nameHour(hour)} className="text-right [&_td]:py-1">
              <th scope="row" className="py-1 text-left font-normal">
                {nameHour(hour)}
              </th>
              <td>{formatCount(orders)}</td>
              <td>{formatNairaPrice(sales)}</td>
              <td className="text-muted">{formatCount(week_before.orders)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Lines({ hours, soFar, weekDay }: { hours: readonly Hour[]; soFar: readonly Hour[]; weekDay: string }) {
  const id = useId();
  const x = scaleLinear({ domain: [0, hours.length - 1], range: [3, WIDTH - 3] });
  const highest = Math.max(1, ...hours.flatMap(({ orders, week_before }) => [orders, week_before.orders]));
  const y = scaleLinear({ domain: [0, highest], range: [HEIGHT - 4, 6] });
  const toPoints = (values: readonly number[]): string =>
    values.map((value, hour) => `${x(hour).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const best = soFar.reduce((top, { orders }, hour) => (orders > (soFar[top]?.orders ?? 0) ? hour : top), 0);
  const last = soFar.length - 1;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-description`}
      className="mt-2 block h-auto w-full"
    >
      <title id={`${id}-title`}>Orders by the hour since midnight</title>
      <desc id={`${id}-description`}>
        The most in an hour: {formatNumberOf(soFar[best]?.orders ?? 0, 'order')} from {nameHour(best)}. Dashed:{' '}
        {weekDay}.
      </desc>
      <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} className="stroke-line" />
      <polyline
        points={toPoints(hours.map(({ week_before }) => week_before.orders))}
        fill="none"
        strokeWidth="1.5"
        strokeDasharray="4 4"
        className="stroke-control"
      />
      <polyline
        points={toPoints(soFar.map(({ orders }) => orders))}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        className="stroke-action"
      />
      <circle cx={x(last)} cy={y(soFar[last]?.orders ?? 0)} r="3" className="fill-action" />
    </svg>
  );
}
