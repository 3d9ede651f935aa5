import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { Payout } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banknote, Landmark } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { formatDay, formatWeekday } from '../lib/format.ts';
import { todayQuery } from '../today/index.ts';
import { type Column, DataTable, rowLinkClass } from '../ui/data-table.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel, PanelStack, panelLinkClass } from '../ui/panel.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { BankAccountPanel } from './bank-account-panel.tsx';
import { nameBank } from './banks.ts';
import { PayoutBadge } from './payout-badge.tsx';
import { balanceQuery, bankAccountQuery, payoutsQuery } from './payouts.queries.ts';
import type { StatementSpan } from './statement.rules.ts';
import { DownloadButton, StatementPanel } from './statement-panel.tsx';

/** Payouts that are shown before somebody asks for all. */
const SHOWN_PAYOUTS = 5;

export type PayoutsSearch = {
  /** The part of the statement; undefined is this month. */
  span?: StatementSpan | undefined;
  /** Whether all payouts are listed, not only the last ones. */
  payouts?: 'all' | undefined;
};

/** What a merchant is owed, its payouts, its statement and its bank account. */
export function PayoutsPage({
  storeId,
  span,
  isAll,
  onSpan,
}: {
  storeId: number;
  span: StatementSpan;
  isAll: boolean;
  onSpan: (span: StatementSpan) => void;
}) {
  return (
    <>
      <PageHead
        title="Payouts"
        subtitle="What you are owed, and when it reaches your bank"
        actions={<DownloadButton storeId={storeId} span={span} />}
      />
      <PanelStack>
        <BalancePanels storeId={storeId} />
        <PayoutsPanel storeId={storeId} isAll={isAll} />
        <StatementPanel storeId={storeId} span={span} onSpan={onSpan} />
        <BankAccountPanel storeId={storeId} />
      </PanelStack>
    </>
  );
}

function BalancePanels({ storeId }: { storeId: number }) {
  const balance = useQuery(balanceQuery(storeId));
  const { data: accounts } = useQuery(bankAccountQuery(storeId));
  const { data: today } = useQuery(todayQuery(storeId));
  if (balance.isError && !balance.data)
    return (
      <Panel title="What you are owed" titleHidden>
        <ErrorPanel what="What you are owed" error={balance.error} onRetry={() => void balance.refetch()} />
      </Panel>
    );
  const expectedAt = today?.next_payout?.expected_at;
  const { pending, payable, on_the_way } = balance.data ?? {};
  return (
    <>
      {accounts?.current === null && (
        <Note tone="warning">
          {payable !== undefined && payable > 0
            ? `${formatNairaPrice(payable)} waits for you. `
            : 'You can sell already. '}
          Enter your bank account{' '}
          <a href="#bank-account" className="font-semibold underline">
            below
          </a>
          , so that you can be paid.
        </Note>
      )}
      <div className="grid gap-3 lg:grid-cols-[1.25fr_1fr_1fr] lg:gap-4">
        <Panel
          title={expectedAt ? `Next: ${formatWeekday(`${expectedAt}T12:00:00Z`)}` : 'With the next payout'}
          isBrand
          hasCorner
          isPadded
        >
          <Amount isLarge naira={payable} />
          <p className="flex items-center gap-1.5 text-on-brand-muted">
            <Landmark className="size-4" />
            {accounts?.current
              ? `${nameBank(accounts.current.bank_code)} ••${accounts.current.last_digits}, ${accounts.current.account_name}`
              : accounts && 'No bank account yet'}
          </p>
        </Panel>
        <Panel title="Not payable yet" isPadded>
          <Amount naira={pending} />
          <p className="text-muted text-xs">
            Sales that are not delivered, or that buyers can still return. They become payable day by day.
          </p>
        </Panel>
        <Panel title="On the way" isPadded>
          <Amount naira={on_the_way} />
          <p className="text-muted text-xs">Sent to your bank. It arrives within a working day.</p>
        </Panel>
      </div>
    </>
  );
}

function Amount({ naira, isLarge = false }: { naira: number | undefined; isLarge?: boolean }) {
  if (naira === undefined) return <Skeleton className="my-2 h-6 w-32" />;
  return (
    <p
      className={`my-1 font-bold font-display ${isLarge ? 'text-[1.75rem] text-white leading-9' : 'text-heading text-xl'}`}
    >
      {formatNairaPrice(naira)}
    </p>
  );
}

function PayoutsPanel({ storeId, isAll }: { storeId: number; isAll: boolean }) {
  const payouts = useInfiniteQuery(payoutsQuery(storeId));
  const all = useMemo(() => payouts.data?.pages.flatMap(({ results }) => results) ?? [], [payouts.data]);
  const rows = isAll ? all : all.slice(0, SHOWN_PAYOUTS);
  const columns = useMemo(() => payoutColumns(storeId), [storeId]);
  const params = { storeId: String(storeId) };
  const toggle: ReactNode = all.length > SHOWN_PAYOUTS && (
    <Link
      to="/store/$storeId/payouts"
      params={params}
      search={(before: PayoutsSearch) => ({ ...before, payouts: isAll ? undefined : ('all' as const) })}
      resetScroll={false}
      className={panelLinkClass}
    >
      {isAll ? 'Only the last ones' : 'All payouts'}
    </Link>
  );
  return (
    <Panel title="Payouts" aside={toggle}>
      {payouts.isPending && <LoadingRows label="Loading payouts" count={3} />}
      {payouts.isError && all.length === 0 && (
        <ErrorPanel what="Payouts" error={payouts.error} onRetry={() => void payouts.refetch()} />
      )}
      {payouts.isSuccess && all.length === 0 && (
        <EmptyPanel picture="orders" icon={Banknote} title="No payouts yet">
          When buyers cannot return your first sales any more, the money comes here, and then to your bank.
        </EmptyPanel>
      )}
      {rows.length > 0 && (
        <DataTable
          caption="Payouts, newest first"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'id_sum''to_state']"
        />
      )}
      {isAll && <ShowMore query={payouts} />}
    </Panel>
  );
}

const payoutColumns = (storeId: number): Column<Payout>[] => [
  {
    id: 'date',
    header: 'Date',
    meta: { isRowHeader: true, widthClass: 'lg:w-44', areaClass: 'max-lg:[grid-area:id]' },
    cell: ({ row: { original: payout } }) => (
      <RowLink
        to="/store/$storeId/payouts/$payoutId"
        params={{ storeId: String(storeId), payoutId: payout.id }}
        className={rowLinkClass}
      >
        {formatDay(payout.created_at)}
      </RowLink>
    ),
  },
  {
    id: 'to',
    header: 'To',
    meta: { areaClass: 'max-lg:[grid-area:to] max-lg:text-xs text-secondary' },
    cell: ({ row: { original: payout } }) => describeTarget(payout),
  },
  {
    id: 'state',
    header: 'State',
    meta: { widthClass: 'lg:w-40', areaClass: 'max-lg:[grid-area:state] max-lg:text-right' },
    cell: ({ row: { original: payout } }) => <PayoutBadge status={payout.status} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    meta: { isNumber: true, widthClass: 'lg:w-36', areaClass: 'max-lg:[grid-area:sum]' },
    cell: ({ row: { original: payout } }) => (
      <b className="font-semibold text-heading">{formatNairaPrice(payout.amount)}</b>
    ),
  },
];

/** 'Account ••6789', with what went wrong. */
const describeTarget = ({ account_last_digits, reason }: Payout): string => {
  const account = account_last_digits === null ? 'Not approved yet' : `Account ••${account_last_digits}`;
  return reason === null ? account : `${account} · ${reason}`;
};
