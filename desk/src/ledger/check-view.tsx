import { checkBooks } from '@sokuwa/contract/ledger/ledger.endpoints.ts';
import type { BooksCheck } from '@sokuwa/contract/ledger/ledger.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { Spinner } from '@sokuwa/ui/spinner.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpenCheck, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatAge, formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { marketPages } from '../lib/market-pages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Panel, PanelStack } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { AccountName } from './account-name.tsx';
import { nameAccount } from './account-names.ts';
import { booksQuery } from './ledger.queries.ts';
import { countFindings, nameRequester } from './ledger.rules.ts';

type Report = NonNullable<BooksCheck['report']>;
type Difference = Report['differences'][number] & { key: string };
type Balance = Report['balances'][number];

/** The last check with its findings, and the one that runs. */
export function CheckView({ canAct }: { canAct: boolean }) {
  const books = useQuery(booksQuery);
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: () => api.call(checkBooks, {}),
    onSuccess: (state) => queryClient.setQueryData(booksQuery.queryKey, state),
    onError: (error) => toast.error(describeError(error)),
  });
  const { last_check, open_check } = books.data ?? {};
  const run = canAct && (
    <Button
      size="sm"
      icon={<BookOpenCheck />}
      className="ml-auto"
      busy={check.isPending || Boolean(open_check)}
      onClick={() => check.mutate()}
    >
      {open_check ? 'It is being checked' : 'Check now'}
    </Button>
  );
  const report = last_check?.report;
  return (
    <PanelStack>
      <Panel title="Last check" aside={books.data && run} isPadded={Boolean(last_check ?? open_check)}>
        {books.isPending && <LoadingRows label="Loading the last check" count={1} />}
        {books.isError && !books.data && (
          <ErrorPanel what="The books" error={books.error} onRetry={() => void books.refetch()} />
        )}
        {books.data && !last_check && !open_check && (
          <EmptyPanel picture="inbox" icon={BookOpenCheck} title="The books were not checked yet">
            Once a day they are compared with orders, payments, refunds, disputes and payouts.
          </EmptyPanel>
        )}
        <div role="status" className="flex flex-col gap-2 empty:hidden">
          {last_check && report && <Verdict check={last_check} report={report} />}
          {open_check && (
            <p className="flex items-center gap-2 text-secondary">
              <Spinner className="size-4.5" />
              Being checked for {nameRequester(open_check.requested_by)}, since{' '}
              {formatDayAndTime(open_check.requested_at)}. You can leave this page.
            </p>
          )}
        </div>
      </Panel>
      {report && <Findings report={report} />}
      {report && (
        <Panel
          title="Balances at the check"
          aside={<span className="text-muted text-xs">Positive: what the shop has or has given</span>}
        >
          <DataTable
            caption="Balances by account"
            columns={balanceColumns}
            rows={report.balances}
            rowId={({ account }) => account}
            cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'account_balance']"
          />
        </Panel>
      )}
    </PanelStack>
  );
}

function Verdict({ check, report }: { check: BooksCheck; report: Report }) {
  const found = countFindings(report);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {report.is_clean ? (
        <Badge tone="done" icon={CircleCheck}>
          The books agree
        </Badge>
      ) : (
        <Badge tone="wrong" icon={TriangleAlert}>
          {formatNumberOf(found, 'difference')}
        </Badge>
      )}
      {check.finished_at && (
        <span className="text-secondary">
          {formatDayAndTime(check.finished_at)} ({formatAge(check.finished_at)}), for{' '}
          {nameRequester(check.requested_by)}
        </span>
      )}
    </p>
  );
}

function Findings({ report: { unbalanced, differences, overpaid, debts } }: { report: Report }) {
  return (
    <>
      {differences.length > 0 && (
        <Panel
          title="Accounts that differ"
          aside={<span className="text-muted text-xs">The first {differences.length}</span>}
        >
          <DataTable
            caption="Accounts that are not as the tables say"
            columns={differenceColumns}
            rows={differences.map((difference, index) => ({ ...difference, key: String(index) }))}
            rowId={({ key }) => key}
            cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'account_actual''of_expected']"
          />
        </Panel>
      )}
      {unbalanced.length > 0 && (
        <SumsPanel title="Transactions that do not sum to zero">
          {unbalanced.map(({ cause, sum }) => (
            <SumRow key={cause} name={cause} naira={sum} />
          ))}
        </SumsPanel>
      )}
      {overpaid.length > 0 && (
        <SumsPanel title="Merchants who were paid too much">
          {overpaid.map(({ merchant_id, amount }) => (
            <SumRow key={merchant_id} name={<MerchantLink id={merchant_id} />} naira={amount} />
          ))}
        </SumsPanel>
      )}
      {debts.length > 0 && (
        <SumsPanel title="Merchants who owe the shop, after a payout that was paid late">
          {debts.map(({ merchant_id, amount }) => (
            <SumRow key={merchant_id} name={<MerchantLink id={merchant_id} />} naira={amount} />
          ))}
        </SumsPanel>
      )}
    </>
  );
}

function SumsPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <ul>{children}</ul>
    </Panel>
  );
}

function SumRow({ name, naira }: { name: ReactNode; naira: number }) {
  return (
    <li className="flex min-h-(--row) items-center justify-between gap-4 border-line border-t px-4 py-1.5">
      <span className="wrap-anywhere">{name}</span>
      <b className="whitespace-nowrap font-semibold text-heading">{formatNairaPrice(naira)}</b>
    </li>
  );
}

function MerchantLink({ id }: { id: number }) {
  return (
    <Link to={marketPages.merchant(id)} className="font-semibold text-link">
      Merchant {id}
    </Link>
  );
}

const differenceColumns: Column<Difference>[] = [
  {
    id: 'account',
    header: 'Account',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:account]' },
    cell: ({ row: { original: difference } }) => (
      <b className="font-semibold text-heading">{nameAccount(difference.account)}</b>
    ),
  },
  {
    id: 'of',
    header: 'Of',
    meta: { areaClass: 'max-lg:[grid-area:of] max-lg:text-xs' },
    cell: ({ row: { original: difference } }) => (
      <span className="flex flex-wrap gap-x-2">
        {difference.order_id !== null && (
          <Link to={marketPages.order(difference.order_id)} className="text-link">
            {difference.order_id}
          </Link>
        )}
        {difference.merchant_id !== null && <MerchantLink id={difference.merchant_id} />}
        {difference.order_id === null && difference.merchant_id === null && 'All payouts'}
      </span>
    ),
  },
  {
    id: 'expected',
    header: 'Expected',
    meta: { isNumber: true, widthClass: 'lg:w-40', areaClass: 'max-lg:[grid-area:expected] max-lg:text-xs' },
    cell: ({ row: { original: difference } }) => (
      <>
        <span className="lg:hidden">expected </span>
        {formatNairaPrice(difference.expected)}
      </>
    ),
  },
  {
    id: 'actual',
    header: 'In the books',
    meta: { isNumber: true, widthClass: 'lg:w-40', areaClass: 'max-lg:[grid-area:actual]' },
    cell: ({ row: { original: difference } }) => (
      <b className="font-semibold text-heading">{formatNairaPrice(difference.actual)}</b>
    ),
  },
];

const balanceColumns: Column<Balance>[] = [
  {
    id: 'account',
    header: 'Account',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:account]' },
    cell: ({ row: { original } }) => <AccountName account={original.account} />,
  },
  {
    id: 'balance',
    header: 'Balance',
    meta: { isNumber: true, widthClass: 'lg:w-48', areaClass: 'max-lg:[grid-area:balance]' },
    cell: ({ row: { original } }) => <b className="font-semibold text-heading">{formatNairaPrice(original.balance)}</b>,
  },
];
