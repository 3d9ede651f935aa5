import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type {
  AnomalousPayout,
  BankAccountChanges,
  Batch,
  WaitingMerchant,
} from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banknote, FilePlus, HandCoins, TriangleAlert, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatDay, formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { marketPages } from '../lib/market-pages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { aboveRowLinkClass, type Column, DataTable, rowLinkClass } from '../ui/data-table.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel, PanelStack, panelLinkClass } from '../ui/panel.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import { BatchBadge } from './batch-badge.tsx';
import { ANOMALY_TEXTS, sumNaira, WAITING_TEXTS } from './market-payout.rules.ts';
import { DraftDialog, RevokeAccountDialog } from './market-payout-dialogs.tsx';
import { bankAccountChangesQuery, batchesQuery } from './market-payouts.queries.ts';

/** Merchants with money that are shown before somebody asks for all. */
const SHOWN_WAITING = 10;

export type MarketPayoutsSearch = {
  /** Whether all merchants with money are listed. */
  waiting?: 'all' | undefined;
};

type Change = BankAccountChanges['results'][number];

/** Batches of payouts, what of them needs a person, and what can be paid. */
export function MarketPayoutsPage({ canAct, isAllWaiting }: { canAct: boolean; isAllWaiting: boolean }) {
  const batches = useInfiniteQuery(batchesQuery);
  const [isDrafting, setDrafting] = useState(false);
  const [revoked, setRevoked] = useState<Change>();
  const { anomalies = [], waiting = [] } = batches.data?.pages[0] ?? {};
  const rows = useMemo(() => batches.data?.pages.flatMap(({ results }) => results) ?? [], [batches.data]);
  return (
    <>
      <PageHead
        title="Payouts"
        subtitle={batches.data ? sayReady(waiting) : 'What merchants are paid'}
        actions={
          canAct && (
            <Button variant="primary" icon={<FilePlus />} onClick={() => setDrafting(true)}>
              Draft a batch now
            </Button>
          )
        }
      />
      <PanelStack>
        {anomalies.length > 0 && <AnomaliesPanel anomalies={anomalies} />}
        <Panel title="Batches">
          {batches.isPending && <LoadingRows label="Loading batches" count={4} />}
          {batches.isError && rows.length === 0 && (
            <ErrorPanel what="Batches" error={batches.error} onRetry={() => void batches.refetch()} />
          )}
          {batches.isSuccess && rows.length === 0 && (
            <EmptyPanel picture="orders" icon={Banknote} title="No batches yet">
              Once a week a batch is drafted for all merchants with a bank account and enough money. Somebody approves
              it here, and then it is sent.
            </EmptyPanel>
          )}
          {rows.length > 0 && (
            <DataTable
              caption="Batches of payouts, newest first"
              columns={batchColumns}
              rows={rows}
              rowId={({ id }) => String(id)}
              cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'id_sum''what_state']"
            />
          )}
          <ShowMore query={batches} />
        </Panel>
        <AccountsPanel canAct={canAct} onRevoke={setRevoked} />
        {batches.data && <WaitingPanel waiting={waiting} isAll={isAllWaiting} />}
      </PanelStack>
      {isDrafting && <DraftDialog waiting={waiting} onClose={() => setDrafting(false)} />}
      {revoked && <RevokeAccountDialog change={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

/** What the next batch would pay. */
const sayReady = (waiting: readonly WaitingMerchant[]): string => {
  const ready = waiting.filter(({ reason }) => reason === 'ready');
  if (ready.length === 0) return 'No merchant waits for the next batch';
  return `${formatNairaPrice(sumNaira(ready.map(({ payable }) => payable)))} for ${formatNumberOf(ready.length, 'merchant')} can be paid now`;
};

const batchColumns: Column<Batch>[] = [
  {
    id: 'batch',
    header: 'Batch',
    meta: { isRowHeader: true, widthClass: 'lg:w-44', areaClass: 'max-lg:[grid-area:id]' },
    cell: ({ row: { original: batch } }) => (
      <RowLink
        to="/market/payouts/$batchId"
        params={{ batchId: String(batch.id) }}
        className={rowLinkClass}
        data-row-link
      >
        Batch {batch.id}
      </RowLink>
    ),
  },
  {
    id: 'made',
    header: 'Drafted',
    meta: { areaClass: 'max-lg:[grid-area:what] max-lg:text-xs text-secondary' },
    cell: ({ row: { original: batch } }) => (
      <>
        {formatDayAndTime(batch.created_at)}
        <span className="lg:hidden"> · {formatNumberOf(batch.payouts, 'payout')}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { widthClass: 'lg:w-40', areaClass: 'max-lg:[grid-area:state] max-lg:text-right' },
    cell: ({ row: { original: batch } }) => <BatchBadge status={batch.status} />,
  },
  {
    id: 'payouts',
    header: 'Payouts',
    meta: { isNumber: true, isWideOnly: true, widthClass: 'lg:w-28' },
    cell: ({ row: { original: batch } }) => batch.payouts,
  },
  {
    id: 'amount',
    header: 'Amount',
    meta: { isNumber: true, widthClass: 'lg:w-40', areaClass: 'max-lg:[grid-area:sum]' },
    cell: ({ row: { original: batch } }) => (
      <b className="font-semibold text-heading">{formatNairaPrice(batch.amount)}</b>
    ),
  },
];

function AnomaliesPanel({ anomalies }: { anomalies: readonly AnomalousPayout[] }) {
  return (
    <Panel title="Need a person" aside={<span className="text-muted text-xs">{anomalies.length}</span>}>
      <ul>
        {anomalies.map((payout) => {
          const { name, text } = ANOMALY_TEXTS[payout.anomaly];
          return (
            <li
              key={payout.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-t px-4 py-3"
            >
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <b className="font-semibold text-heading">{payout.merchant_name ?? `Merchant ${payout.merchant_id}`}</b>
                <Badge tone="wrong" icon={TriangleAlert}>
                  {name}
                </Badge>
              </span>
              <b className="font-semibold text-heading">{formatNairaPrice(payout.amount)}</b>
              <span className="col-span-full text-muted text-xs">
                {text} Payout of {formatDay(payout.created_at)}
                {payout.provider && ` by ${payout.provider}`}.
              </span>
              <Link
                to="/market/payouts/$batchId"
                params={{ batchId: String(payout.batch_id) }}
                className="col-span-full inline-flex min-h-11 items-center font-semibold text-link text-xs lg:pointer-fine:min-h-8"
              >
                Open batch {payout.batch_id}
                <span className="sr-only"> with the payout to {payout.merchant_name}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** New bank accounts, which somebody may have entered with a stolen password. */
function AccountsPanel({ canAct, onRevoke }: { canAct: boolean; onRevoke: (change: Change) => void }) {
  const changes = useQuery(bankAccountChangesQuery);
  if (changes.data?.results.length === 0) return null;
  return (
    <Panel
      title="New bank accounts"
      aside={<span className="text-muted text-xs">Used from the time beside them, unless they are revoked</span>}
    >
      {changes.isPending && <LoadingRows label="Loading new bank accounts" count={1} />}
      {changes.isError && !changes.data && (
        <ErrorPanel what="New bank accounts" error={changes.error} onRetry={() => void changes.refetch()} />
      )}
      <ul>
        {changes.data?.results.map((change) => (
          <li
            key={change.merchant_id}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-line border-t px-4 py-3 lg:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            <StoreMark name={change.name} size="md" />
            <span className="min-w-0">
              <b className="wrap-anywhere block font-semibold text-heading">{change.name}</b>
              <span className="block text-muted text-xs">
                Account ••{change.last_digits}
                {change.replaced_last_digits !== null && ` instead of ••${change.replaced_last_digits}`}, entered{' '}
                {formatDayAndTime(change.requested_at)}, used from {formatDayAndTime(change.effective_at)}
              </span>
            </span>
            {canAct && (
              <Button
                size="sm"
                icon={<X />}
                className="max-lg:col-start-2 max-lg:w-max"
                onClick={() => onRevoke(change)}
              >
                Revoke
                <span className="sr-only"> the account of {change.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function WaitingPanel({ waiting, isAll }: { waiting: readonly WaitingMerchant[]; isAll: boolean }) {
  const rows = useMemo(() => (isAll ? waiting : waiting.slice(0, SHOWN_WAITING)), [waiting, isAll]);
  return (
    <Panel
      title="Money that can be paid"
      aside={
        waiting.length > SHOWN_WAITING && (
          <Link
            to="/market/payouts"
            search={isAll ? {} : { waiting: 'all' }}
            resetScroll={false}
            className={panelLinkClass}
          >
            {isAll ? 'Only the largest' : `All ${waiting.length}`}
          </Link>
        )
      }
    >
      {waiting.length === 0 ? (
        <EmptyPanel picture="inbox" icon={HandCoins} title="Nothing can be paid at present">
          Sales become payable when buyers cannot return them any more. Merchants with such money are listed here, with
          the reason if the next batch leaves them out.
        </EmptyPanel>
      ) : (
        <DataTable
          caption="Merchants with money that can be paid, the most first"
          columns={waitingColumns}
          rows={rows}
          rowId={({ merchant_id }) => String(merchant_id)}
          cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'name_sum''reason_reason']"
        />
      )}
    </Panel>
  );
}

const waitingColumns: Column<WaitingMerchant>[] = [
  {
    id: 'merchant',
    header: 'Merchant',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:name]' },
    cell: ({ row: { original: merchant } }) => (
      <RowLink to={marketPages.merchant(merchant.merchant_id)} className={rowLinkClass}>
        {merchant.name ?? `Merchant ${merchant.merchant_id}`}
      </RowLink>
    ),
  },
  {
    id: 'reason',
    header: 'When',
    meta: { widthClass: 'lg:w-80', areaClass: `max-lg:[grid-area:reason] max-lg:text-xs ${aboveRowLinkClass}` },
    cell: ({ row: { original: merchant } }) => (
      <span className={merchant.reason === 'ready' ? 'text-success' : 'text-secondary'}>
        {WAITING_TEXTS[merchant.reason]}
      </span>
    ),
  },
  {
    id: 'payable',
    header: 'Can be paid',
    meta: { isNumber: true, widthClass: 'lg:w-40', areaClass: 'max-lg:[grid-area:sum]' },
    cell: ({ row: { original: merchant } }) => (
      <b className="font-semibold text-heading">{formatNairaPrice(merchant.payable)}</b>
    ),
  },
];
