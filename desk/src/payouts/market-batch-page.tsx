import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { BatchStatus } from '@sokuwa/contract/payouts/payouts.rules.ts';
import type { BatchDetail, BatchPayout } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RowSelectionState } from '@tanstack/react-table';
import { Check, CircleX, FileDown, Stamp, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isNotFound } from '../lib/errors.ts';
import { formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { marketPages } from '../lib/market-pages.ts';
import { Badge } from '../ui/badge.tsx';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { aboveRowLinkClass, type Column, DataTable, rowLinkClass } from '../ui/data-table.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { ChosenBar } from '../ui/foot-bar.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { BatchBadge } from './batch-badge.tsx';
import {
  ANOMALY_TEXTS,
  canComeBack,
  canStop,
  hasBankFile,
  retryKind,
  sumNaira,
  waitsForBank,
} from './market-payout.rules.ts';
import {
  ApproveDialog,
  BankFileDialog,
  CancelDialog,
  ConfirmPayoutsDialog,
  RetryDialog,
  StopDialog,
} from './market-payout-dialogs.tsx';
import { batchQuery } from './market-payouts.queries.ts';
import { PayoutBadge } from './payout-badge.tsx';

/** Payouts that are shown at a time: a batch can have ten thousand. */
const SHOWN_STEP = 100;

/** One batch with its payouts. */
export function MarketBatchPage({ batchId, canAct }: { batchId: number; canAct: boolean }) {
  const batch = useQuery(batchQuery(batchId));
  return (
    <>
      <Breadcrumb current={`Batch ${batchId}`}>
        <Link to="/market/payouts" className={breadcrumbLinkClass}>
          Payouts
        </Link>
      </Breadcrumb>
      {batch.isPending && <LoadingRows label="Loading the batch" />}
      {batch.isError && isNotFound(batch.error) && (
        <EmptyPanel
          picture="search"
          icon={CircleX}
          title="There is no such batch"
          action={
            <Link to="/market/payouts" className={buttonClass()}>
              All batches
            </Link>
          }
        />
      )}
      {batch.isError && !isNotFound(batch.error) && !batch.data && (
        <ErrorPanel what="The batch" error={batch.error} onRetry={() => void batch.refetch()} />
      )}
      {batch.data && <BatchDetails key={batchId} batch={batch.data} canAct={canAct} />}
    </>
  );
}

const SAY: Record<BatchStatus, string> = {
  draft: 'Nothing is sent before somebody approves it. The amounts are computed again then.',
  approved: 'It is sent in a moment.',
  sending: 'It is on the way to the banks.',
  done: 'Nothing of it is on the way any more.',
  cancelled: 'It was not sent. The money is in the next batch.',
};

type Opened =
  | { dialog: 'approve' | 'cancel' | 'file' }
  | { dialog: 'stop' | 'retry'; payout: BatchPayout }
  | { dialog: 'confirm'; payouts: readonly BatchPayout[]; outcome: 'paid' | 'failed' };

function BatchDetails({ batch, canAct }: { batch: BatchDetail; canAct: boolean }) {
  const [opened, setOpened] = useState<Opened>();
  const [selected, setSelected] = useState<RowSelectionState>({});
  const queryClient = useQueryClient();
  const close = () => {
    setOpened(undefined);
    // Somebody else may have changed it, if the act was refused.
    void queryClient.invalidateQueries({ queryKey: batchQuery(batch.id).queryKey });
  };
  const waiting = useMemo(() => batch.results.filter(waitsForBank), [batch]);
  const others = useMemo(() => batch.results.filter((payout) => !waitsForBank(payout)), [batch]);
  const columns = useMemo(() => payoutColumns(batch, canAct ? setOpened : undefined), [batch, canAct]);
  const chosen = waiting.filter(({ id }) => selected[id]);
  const isDraft = batch.status === 'draft';
  return (
    <>
      <PageHead
        title={`Batch ${batch.id}`}
        isPlain
        badges={<BatchBadge status={batch.status} />}
        subtitle={SAY[batch.status]}
        actions={
          canAct && (
            <>
              {isDraft && <Button onClick={() => setOpened({ dialog: 'cancel' })}>Cancel the batch</Button>}
              {isDraft && (
                <Button variant="primary" icon={<Stamp />} onClick={() => setOpened({ dialog: 'approve' })}>
                  Approve, pay {formatNairaPrice(batch.amount)}
                </Button>
              )}
              {hasBankFile(batch.results) && (
                <Button
                  variant={batch.file_made_at === null ? 'primary' : 'outline'}
                  icon={<FileDown />}
                  onClick={() => setOpened({ dialog: 'file' })}
                >
                  File for the bank
                </Button>
              )}
            </>
          )
        }
      />
      <Columns>
        <PanelStack>
          {waiting.length > 0 && (
            <Panel
              title="Wait for the bank’s word"
              aside={<span className="text-muted text-xs">{formatNumberOf(waiting.length, 'payout')}</span>}
            >
              {canAct && (
                <p className="px-4 pb-2 text-secondary">
                  Choose those that the bank has paid, or not, and confirm them.
                </p>
              )}
              <PayoutsTable
                caption="Payouts that wait for the bank"
                columns={columns}
                payouts={waiting}
                selection={
                  canAct
                    ? {
                        rows: selected,
                        onChange: setSelected,
                        labelOf: (id) =>
                          `Choose the payout to ${waiting.find((payout) => payout.id === id)?.merchant_name ?? id}`,
                      }
                    : undefined
                }
              />
            </Panel>
          )}
          {(others.length > 0 || waiting.length === 0) && (
            <Panel
              title="Payouts"
              aside={<span className="text-muted text-xs">{formatNumberOf(others.length, 'payout')}</span>}
            >
              <PayoutsTable caption="Payouts, by merchant" columns={columns} payouts={others} />
            </Panel>
          )}
        </PanelStack>
        <Panel title="Batch" isPadded>
          <Facts>
            <FactRow name="Drafted">{formatDayAndTime(batch.created_at)}</FactRow>
            {batch.approved_at && <FactRow name="Approved">{formatDayAndTime(batch.approved_at)}</FactRow>}
            {batch.file_made_at && <FactRow name="File made">{formatDayAndTime(batch.file_made_at)}</FactRow>}
            {countStates(batch.results).map(([status, count]) => (
              <FactRow key={status} name={<PayoutBadge status={status} />}>
                {count}
              </FactRow>
            ))}
            <FactRow name="Fees">{formatNairaPrice(sumNaira(batch.results.map(({ fee }) => fee)))}</FactRow>
            <FactRow name="Amount" isTotal>
              {formatNairaPrice(batch.amount)}
            </FactRow>
          </Facts>
        </Panel>
      </Columns>
      {chosen.length > 0 && (
        <ChosenBar
          label="Chosen payouts"
          count={chosen.length}
          detail={formatNairaPrice(sumNaira(chosen.map(({ amount }) => amount)))}
          onClear={() => setSelected({})}
        >
          <Button variant="bar" onClick={() => setOpened({ dialog: 'confirm', payouts: chosen, outcome: 'failed' })}>
            Not paid
          </Button>
          <Button
            variant="bar-primary"
            icon={<Check />}
            onClick={() => setOpened({ dialog: 'confirm', payouts: chosen, outcome: 'paid' })}
          >
            Paid
          </Button>
        </ChosenBar>
      )}
      {opened?.dialog === 'approve' && <ApproveDialog batch={batch} onClose={close} />}
      {opened?.dialog === 'cancel' && <CancelDialog batch={batch} onClose={close} />}
      {opened?.dialog === 'file' && <BankFileDialog batch={batch} onClose={close} />}
      {opened?.dialog === 'stop' && <StopDialog payout={opened.payout} onClose={close} />}
      {opened?.dialog === 'retry' && <RetryDialog payout={opened.payout} onClose={close} />}
      {opened?.dialog === 'confirm' && (
        <ConfirmPayoutsDialog
          batch={batch}
          payouts={opened.payouts}
          outcome={opened.outcome}
          onDone={() => setSelected({})}
          onClose={close}
        />
      )}
    </>
  );
}

/** How many payouts are in each state, in the order of the states' first payouts. */
const countStates = (payouts: readonly BatchPayout[]): [BatchPayout['status'], number][] => {
  const counts = new Map<BatchPayout['status'], number>();
  for (const { status } of payouts) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts];
};

function PayoutsTable({
  caption,
  columns,
  payouts,
  selection,
}: {
  caption: string;
  columns: Column<BatchPayout>[];
  payouts: readonly BatchPayout[];
  selection?: Parameters<typeof DataTable<BatchPayout>>[0]['selection'];
}) {
  const [shown, setShown] = useState(SHOWN_STEP);
  const rows = useMemo(() => payouts.slice(0, shown), [payouts, shown]);
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        cardClass={
          selection
            ? "max-lg:grid-cols-[auto_minmax(0,1fr)_auto] max-lg:[grid-template-areas:'select_name_sum''select_state_actions']"
            : "max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'name_sum''state_actions']"
        }
        selection={selection}
      />
      {payouts.length > shown && (
        <div className="flex justify-center border-line border-t p-3">
          <Button onClick={() => setShown(shown + SHOWN_STEP)}>Show more</Button>
        </div>
      )}
    </>
  );
}

/** @param open opens a dialog; undefined for those who only read */
const payoutColumns = (batch: BatchDetail, open: ((opened: Opened) => void) | undefined): Column<BatchPayout>[] => [
  {
    id: 'merchant',
    header: 'Merchant',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:name]' },
    cell: ({ row: { original: payout } }) => (
      <span className="block min-w-0">
        <RowLink to={marketPages.merchant(payout.merchant_id)} className={rowLinkClass}>
          {payout.merchant_name ?? `Merchant ${payout.merchant_id}`}
        </RowLink>
        <span className="block text-muted text-xs">
          {payout.account_last_digits === null ? 'Account of the approval' : `Account ••${payout.account_last_digits}`}
          {payout.fee > 0 && ` · fee ${formatNairaPrice(payout.fee)}`}
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { widthClass: 'lg:w-48', areaClass: 'max-lg:[grid-area:state]' },
    cell: ({ row: { original: payout } }) => <PayoutState payout={payout} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    meta: { isNumber: true, widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:sum]' },
    cell: ({ row: { original: payout } }) => (
      <b className="font-semibold text-heading">{formatNairaPrice(payout.amount)}</b>
    ),
  },
  ...(open === undefined
    ? []
    : [
        {
          id: 'actions',
          header: () => <span className="sr-only">Actions</span>,
          meta: {
            widthClass: 'lg:w-44',
            areaClass: `max-lg:[grid-area:actions] text-right ${aboveRowLinkClass}`,
          },
          cell: ({ row: { original: payout } }) => <PayoutActions batch={batch} payout={payout} open={open} />,
        } satisfies Column<BatchPayout>,
      ]),
];

function PayoutState({ payout }: { payout: BatchPayout }) {
  const { status, anomaly, reason, stopped_at } = payout;
  return (
    <span className="flex flex-col items-start gap-0.5 py-1">
      <span className="flex flex-wrap gap-1">
        <PayoutBadge status={status} />
        {anomaly && (
          <Badge tone="wrong" icon={TriangleAlert}>
            {ANOMALY_TEXTS[anomaly].name}
          </Badge>
        )}
      </span>
      {reason && <span className="wrap-anywhere text-muted text-xs">{reason}</span>}
      {status === 'sending' && stopped_at && (
        <span className="text-muted text-xs">Stopped {formatDayAndTime(stopped_at)}</span>
      )}
    </span>
  );
}

function PayoutActions({
  batch,
  payout,
  open,
}: {
  batch: BatchDetail;
  payout: BatchPayout;
  open: (opened: Opened) => void;
}) {
  const retry = retryKind(payout);
  const whom = <span className="sr-only"> the payout to {payout.merchant_name ?? payout.merchant_id}</span>;
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      {retry && (
        <Button size="sm" onClick={() => open({ dialog: 'retry', payout })}>
          {retry === 'draft' ? 'Retry' : 'Ask again'}
          {whom}
        </Button>
      )}
      {canStop(payout, batch) && (
        <Button size="sm" variant="danger" onClick={() => open({ dialog: 'stop', payout })}>
          Stop{whom}
        </Button>
      )}
      {canComeBack(payout) && (
        <Button size="sm" onClick={() => open({ dialog: 'confirm', payouts: [payout], outcome: 'failed' })}>
          Came back{whom}
        </Button>
      )}
    </span>
  );
}
