import { BOOK_ACCOUNTS, type BookAccount } from '@sokuwa/contract/ledger/ledger.rules.ts';
import type { BookEntry } from '@sokuwa/contract/ledger/ledger.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, Search } from 'lucide-react';
import { useMemo } from 'react';
import { parseDay, toUtcDay } from '../lib/days.ts';
import { formatDayAndTime } from '../lib/format.ts';
import { marketPages } from '../lib/market-pages.ts';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { controlClass } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { ACCOUNT_TEXTS, nameAccount, parseAccount } from './account-names.ts';
import { bookEntriesQuery } from './ledger.queries.ts';

type Filter = { account?: BookAccount | undefined; order?: string | undefined; date?: string | undefined };

/** Entries of the books by account, order and day, newest first. */
export function EntriesView({ account, order = '', date, onFilter }: Filter & { onFilter: (changed: Filter) => void }) {
  const entries = useInfiniteQuery({
    ...bookEntriesQuery({
      ...(account && { account }),
      ...(order !== '' && { order }),
      ...(date !== undefined && { date }),
    }),
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => entries.data?.pages.flatMap(({ results }) => results) ?? [], [entries.data]);
  const [text, setText] = useDebouncedSearch(order, (found) => onFilter({ order: found || undefined }));
  const isFiltered = account !== undefined || order !== '' || date !== undefined;
  const clear = () => {
    setText('');
    onFilter({ account: undefined, order: undefined, date: undefined });
  };
  return (
    <>
      <div className="grid grid-cols-2 items-center gap-2 pb-3 lg:grid-cols-[18rem_13rem_10rem]">
        <div className="col-span-2 lg:col-span-1">
          <SearchField label="Order" placeholder="Number of an order" value={text} onChange={setText} />
        </div>
        <select
          aria-label="Account"
          value={account ?? ''}
          onChange={({ target }) => onFilter({ account: parseAccount(target.value) })}
          className={controlClass}
        >
          <option value="">All accounts</option>
          {BOOK_ACCOUNTS.map((name) => (
            <option key={name} value={name}>
              {ACCOUNT_TEXTS[name].name}
            </option>
          ))}
        </select>
        <input
          type="date"
          aria-label="Day"
          value={date ?? ''}
          max={toUtcDay(new Date())}
          onChange={({ target }) => onFilter({ date: parseDay(target.value) })}
          className={controlClass}
        />
      </div>
      <Panel title="Entries" titleHidden>
        {entries.isPending && <LoadingRows label="Loading entries" />}
        {entries.isError && rows.length === 0 && (
          <ErrorPanel what="The entries" error={entries.error} onRetry={() => void entries.refetch()} />
        )}
        {entries.isSuccess && rows.length === 0 && (
          <EmptyPanel
            picture="search"
            icon={isFiltered ? Search : BookOpen}
            title={isFiltered ? 'No entry matches' : 'The books are empty'}
            action={isFiltered && <Button onClick={clear}>Show all entries</Button>}
          >
            {isFiltered
              ? 'All filters must hold. Days are those of UTC, and the number of the order must be complete.'
              : 'Each payment, sale, refund and payout is written here.'}
          </EmptyPanel>
        )}
        {rows.length > 0 && (
          <DataTable
            caption="Entries of the books, newest first"
            columns={columns}
            rows={rows}
            rowId={({ transaction_id, line }) => `${transaction_id}.${line}`}
            isReloading={entries.isPlaceholderData}
            cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'account_sum''cause_cause''at_of']"
          />
        )}
        <ShowMore query={entries} />
      </Panel>
    </>
  );
}

const columns: Column<BookEntry>[] = [
  {
    id: 'at',
    header: 'When',
    meta: { widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:at] text-muted max-lg:text-xs' },
    cell: ({ row: { original: entry } }) => (
      <time dateTime={entry.at} className="whitespace-nowrap">
        {formatDayAndTime(entry.at)}
      </time>
    ),
  },
  {
    id: 'account',
    header: 'Account',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:account]' },
    cell: ({ row: { original: entry } }) => <b className="font-semibold text-heading">{nameAccount(entry.account)}</b>,
  },
  {
    id: 'cause',
    header: 'What',
    meta: { areaClass: 'max-lg:[grid-area:cause] wrap-anywhere' },
    cell: ({ row: { original: entry } }) => (
      <>
        {entry.kind}
        <span className="block text-muted text-xs">
          {entry.cause} · transaction {entry.transaction_id}
        </span>
      </>
    ),
  },
  {
    id: 'of',
    header: 'Of',
    meta: { widthClass: 'lg:w-40', areaClass: 'max-lg:[grid-area:of] max-lg:text-right text-xs' },
    cell: ({ row: { original: entry } }) => (
      <span className="inline-flex flex-col">
        {entry.order_id !== null && (
          <Link to={marketPages.order(entry.order_id)} className="text-link">
            {entry.order_id}
          </Link>
        )}
        {entry.merchant_id !== null && (
          <Link to={marketPages.merchant(entry.merchant_id)} className="text-link">
            Merchant {entry.merchant_id}
          </Link>
        )}
      </span>
    ),
  },
  {
    id: 'debit',
    header: 'Debit',
    meta: { isNumber: true, widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:sum]' },
    cell: ({ row: { original: entry } }) =>
      entry.amount >= 0 && (
        <b className="font-semibold text-heading">
          <span className="font-normal text-muted text-xs lg:hidden">Debit </span>
          {formatNairaPrice(entry.amount)}
        </b>
      ),
  },
  {
    id: 'credit',
    header: 'Credit',
    meta: { isNumber: true, widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:sum]' },
    cell: ({ row: { original: entry } }) =>
      entry.amount < 0 && (
        <b className="font-semibold text-heading">
          <span className="font-normal text-muted text-xs lg:hidden">Credit </span>
          {formatNairaPrice(-entry.amount)}
        </b>
      ),
  },
];
