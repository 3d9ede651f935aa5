import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { PayoutDetail } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleX } from 'lucide-react';
import { isNotFound } from '../lib/errors.ts';
import { formatDay, formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { buttonClass } from '../ui/button.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { EntriesTable } from './entries-table.tsx';
import { PayoutBadge } from './payout-badge.tsx';
import { payoutQuery } from './payouts.queries.ts';

/** Sales that the server lists at most. */
const MAX_ENTRIES = 1000;

/** One payout, with the sales that it pays. */
export function PayoutPage({ storeId, payoutId }: { storeId: number; payoutId: string }) {
  const payout = useQuery(payoutQuery(storeId, payoutId));
  const params = { storeId: String(storeId) };
  return (
    <>
      <Breadcrumb current={payout.data ? formatDay(payout.data.created_at) : 'Payout'}>
        <Link to="/store/$storeId/payouts" params={params} className={breadcrumbLinkClass}>
          Payouts
        </Link>
      </Breadcrumb>
      {payout.isPending && <LoadingRows label="Loading the payout" />}
      {payout.isError && isNotFound(payout.error) && (
        <EmptyPanel
          picture="search"
          icon={CircleX}
          title="Your store has no such payout"
          action={
            <Link to="/store/$storeId/payouts" params={params} className={buttonClass()}>
              All payouts
            </Link>
          }
        />
      )}
      {payout.isError && !isNotFound(payout.error) && !payout.data && (
        <ErrorPanel what="The payout" error={payout.error} onRetry={() => void payout.refetch()} />
      )}
      {payout.data && <PayoutDetails storeId={storeId} payout={payout.data} />}
    </>
  );
}

const SAY: Record<PayoutDetail['status'], string> = {
  draft: 'It is checked by the shop, and then sent. The amount can still change.',
  approved: 'It is sent in a moment.',
  sending: 'It is on the way to your bank.',
  paid: 'Your bank has it.',
  failed: 'It was not paid. The money is in the next payout.',
  reversed: 'Your bank sent it back. The money is in the next payout.',
  cancelled: 'It was not sent. The money stays for the next payout.',
};

function PayoutDetails({ storeId, payout }: { storeId: number; payout: PayoutDetail }) {
  const { id, status, amount, account_last_digits, reason, created_at, finished_at, entries } = payout;
  const isBad = status === 'failed' || status === 'reversed';
  return (
    <>
      <PageHead
        title={`Payout of ${formatDay(created_at)}`}
        isPlain
        badges={<PayoutBadge status={status} />}
        subtitle={SAY[status]}
      />
      <Columns>
        <Panel
          title="Sales in this payout"
          aside={<span className="text-muted text-xs">{formatNumberOf(entries.length, 'entry', 'entries')}</span>}
        >
          {entries.length === 0 ? (
            <p className="px-4 pb-4 text-secondary">
              Nothing has become payable since the payout before. It pays money of earlier sales.
            </p>
          ) : (
            <EntriesTable storeId={storeId} caption="Sales in this payout, newest first" entries={entries} isPayout />
          )}
          {entries.length >= MAX_ENTRIES && (
            <p className="border-line border-t px-4 py-2.5 text-muted text-xs">
              Only the last {MAX_ENTRIES} are shown. The statement has all.
            </p>
          )}
        </Panel>
        <PanelStack>
          {isBad && (
            <Note tone="warning">
              {reason ?? 'The bank gave no reason.'} Check your bank account before the next payout.
            </Note>
          )}
          <Panel title="Payout" isPadded>
            <Facts>
              <FactRow name="To">
                {account_last_digits === null ? 'Your account of that day' : `Account ••${account_last_digits}`}
              </FactRow>
              <FactRow name="Made">{formatDayAndTime(created_at)}</FactRow>
              {finished_at && <FactRow name={FINISHED[status]}>{formatDayAndTime(finished_at)}</FactRow>}
              {reason && !isBad && <FactRow name="Why">{reason}</FactRow>}
              <FactRow name="Reference">
                <span className="text-xs">{id}</span>
              </FactRow>
              <FactRow name="Amount" isTotal>
                {formatNairaPrice(amount)}
              </FactRow>
            </Facts>
          </Panel>
        </PanelStack>
      </Columns>
    </>
  );
}

const FINISHED: Record<PayoutDetail['status'], string> = {
  draft: 'Finished',
  approved: 'Finished',
  sending: 'Finished',
  paid: 'Paid',
  failed: 'Failed',
  reversed: 'Came back',
  cancelled: 'Cancelled',
};
