import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { StatementEntry } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { useMemo } from 'react';
import { formatDay, formatDayAndTime } from '../lib/format.ts';
import { type Column, DataTable, rowLinkClass } from '../ui/data-table.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { KIND_NAMES } from './statement.rules.ts';

/** '+₦1,200', '-₦300'. */
const formatChange = (naira: number): string => `${naira > 0 ? '+' : ''}${formatNairaPrice(naira)}`;

const TAKES_BACK = new Set<StatementEntry['kind']>(['cancellation', 'return']);

type Row = StatementEntry & { key: string };

/** Entries of a statement: what each has changed. Those with an order lead to it. */
export function EntriesTable({
  storeId,
  caption,
  entries,
  isPayout = false,
  isReloading = false,
}: {
  storeId: number;
  caption: string;
  entries: readonly StatementEntry[];
  /** Of one payout: what became payable. That changes nothing of what is owed. */
  isPayout?: boolean;
  isReloading?: boolean;
}) {
  const columns = useMemo(
    () => entryColumns(storeId).filter(({ id }) => !(isPayout && id === 'change')),
    [storeId, isPayout],
  );
  // Entries have no id, and are only added at the end.
  const rows = useMemo(() => entries.map((entry, index) => ({ ...entry, key: String(index) })), [entries]);
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowId={({ key }) => key}
      isReloading={isReloading}
      cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'what_change''day_payable']"
    />
  );
}

const entryColumns = (storeId: number): Column<Row>[] => [
  {
    id: 'day',
    header: 'Day',
    meta: { widthClass: 'lg:w-28', areaClass: 'max-lg:[grid-area:day] text-muted max-lg:text-xs' },
    cell: ({ row: { original: entry } }) => (
      <time dateTime={entry.at} title={formatDayAndTime(entry.at)} className="whitespace-nowrap">
        {formatDay(entry.at)}
      </time>
    ),
  },
  {
    id: 'what',
    header: 'What',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:what]' },
    cell: ({ row: { original: entry } }) =>
      entry.order_id === null ? (
        <b className="font-semibold text-heading">{KIND_NAMES[entry.kind]}</b>
      ) : (
        <RowLink
          to="/store/$storeId/orders/$orderId"
          params={{ storeId: String(storeId), orderId: entry.order_id }}
          className={rowLinkClass}
        >
          {KIND_NAMES[entry.kind]} <span className="font-normal text-secondary">{entry.order_id}</span>
        </RowLink>
      ),
  },
  {
    id: 'price',
    header: 'Price',
    meta: { isNumber: true, isWideOnly: true },
    cell: ({ row: { original: entry } }) =>
      entry.gross !== null && formatNairaPrice(TAKES_BACK.has(entry.kind) ? -entry.gross : entry.gross),
  },
  {
    id: 'commission',
    header: 'Commission',
    meta: { isNumber: true, isWideOnly: true, areaClass: 'text-secondary' },
    cell: ({ row: { original: entry } }) =>
      entry.commission !== null && formatNairaPrice(TAKES_BACK.has(entry.kind) ? entry.commission : -entry.commission),
  },
  {
    id: 'change',
    header: 'You are owed',
    meta: { isNumber: true, widthClass: 'lg:w-36', areaClass: 'max-lg:[grid-area:change]' },
    cell: ({ row: { original: entry } }) => (
      <span className={cx('font-semibold', entry.amount > 0 ? 'text-success' : 'text-heading')}>
        {entry.amount === 0 ? <Nothing /> : formatChange(entry.amount)}
      </span>
    ),
  },
  {
    id: 'payable',
    header: 'Payable',
    meta: {
      isNumber: true,
      widthClass: 'lg:w-36',
      areaClass: 'max-lg:[grid-area:payable] text-secondary max-lg:text-xs',
    },
    cell: ({ row: { original: entry } }) =>
      entry.payable === 0 ? (
        <Nothing />
      ) : (
        <>
          <span className="lg:hidden">Payable </span>
          {formatChange(entry.payable)}
        </>
      ),
  },
];

/** No change. */
function Nothing() {
  return (
    <>
      <span aria-hidden="true" className="text-muted max-lg:hidden">
        –
      </span>
      <span className="sr-only">no change</span>
    </>
  );
}
