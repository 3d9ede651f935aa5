import { readDayStatement } from '@sokuwa/contract/ledger/ledger.endpoints.ts';
import type { DayBalances } from '@sokuwa/contract/ledger/ledger.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useMemo } from 'react';
import { api } from '../lib/api.ts';
import { addDays, parseDay, toUtcDay } from '../lib/days.ts';
import { describeError } from '../lib/errors.ts';
import { formatDay } from '../lib/format.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { controlClass } from '../ui/field.tsx';
import { Panel, panelLinkClass } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { AccountName } from './account-name.tsx';
import { dayBalancesQuery } from './ledger.queries.ts';

type Balance = DayBalances['accounts'][number];

/** The balances of a day, and its statement as a file. */
export function DayView({ date: chosen, onDate }: { date: string | undefined; onDate: (date: string) => void }) {
  const today = toUtcDay(new Date());
  const date = chosen ?? today;
  const balances = useQuery({ ...dayBalancesQuery(date), placeholderData: (previous) => previous });
  const rows = useMemo(() => balances.data?.accounts ?? [], [balances.data]);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <IconButton label="Day before" icon={<ChevronLeft />} onClick={() => onDate(addDays(date, -1))} />
        <span className="w-40">
          <input
            type="date"
            aria-label="Day of the books"
            value={date}
            max={today}
            onChange={({ target }) => {
              const day = parseDay(target.value);
              if (day) onDate(day);
            }}
            className={controlClass}
          />
        </span>
        <IconButton
          label="Day after"
          icon={<ChevronRight />}
          disabled={date >= today}
          onClick={() => onDate(addDays(date, 1))}
        />
        <span className="lg:ml-auto">
          <StatementButton date={date} />
        </span>
      </div>
      <Panel
        title={`Balances of ${formatDay(`${date}T12:00:00Z`)}`}
        aside={
          <Link to="/market/books" search={{ view: 'entries', date }} className={panelLinkClass}>
            Entries of the day
          </Link>
        }
      >
        {balances.isPending && <LoadingRows label="Loading balances" />}
        {balances.isError && !balances.data && (
          <ErrorPanel what="The balances" error={balances.error} onRetry={() => void balances.refetch()} />
        )}
        {balances.data && rows.length === 0 && (
          <EmptyPanel picture="orders" icon={BookOpen} title="The books were empty">
            Nothing had been written by the end of this day.
          </EmptyPanel>
        )}
        {rows.length > 0 && (
          <DataTable
            caption={`Balances of ${date}, by account`}
            columns={columns}
            rows={rows}
            rowId={({ account }) => account}
            isReloading={balances.isPlaceholderData}
            cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'account_closing''debits_credits']"
          />
        )}
      </Panel>
    </>
  );
}

function StatementButton({ date }: { date: string }) {
  const download = useMutation({
    mutationFn: () => api.call(readDayStatement, { query: { date } }),
    onSuccess: (csv) => saveFile(`books-${date}.csv`, csv, 'text/csv'),
    onError: (error) => toast.error(describeError(error)),
  });
  return (
    <Button icon={<Download />} busy={download.isPending} onClick={() => download.mutate()}>
      Statement of the day, CSV
    </Button>
  );
}

const columns: Column<Balance>[] = [
  {
    id: 'account',
    header: 'Account',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:account]' },
    cell: ({ row: { original } }) => <AccountName account={original.account} />,
  },
  {
    id: 'opening',
    header: 'Opening',
    meta: { isNumber: true, isWideOnly: true, widthClass: 'lg:w-36', areaClass: 'text-secondary' },
    cell: ({ row: { original } }) => formatNairaPrice(original.opening),
  },
  {
    id: 'debits',
    header: 'Debits',
    meta: {
      isNumber: true,
      widthClass: 'lg:w-36',
      areaClass: 'max-lg:[grid-area:debits] max-lg:text-left! max-lg:text-xs text-secondary',
    },
    cell: ({ row: { original } }) => (
      <>
        <span className="lg:hidden">Debits </span>
        {formatNairaPrice(original.debits)}
      </>
    ),
  },
  {
    id: 'credits',
    header: 'Credits',
    meta: {
      isNumber: true,
      widthClass: 'lg:w-36',
      areaClass: 'max-lg:[grid-area:credits] max-lg:text-xs text-secondary',
    },
    cell: ({ row: { original } }) => (
      <>
        <span className="lg:hidden">Credits </span>
        {formatNairaPrice(original.credits)}
      </>
    ),
  },
  {
    id: 'closing',
    header: 'Closing',
    meta: { isNumber: true, widthClass: 'lg:w-40', areaClass: 'max-lg:[grid-area:closing]' },
    cell: ({ row: { original } }) => <b className="font-semibold text-heading">{formatNairaPrice(original.closing)}</b>,
  },
];
