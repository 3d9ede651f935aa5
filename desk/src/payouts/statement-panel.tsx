import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { downloadStatement } from '@sokuwa/contract/payouts/payouts.endpoints.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { controlClass } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { EntriesTable } from './entries-table.tsx';
import { statementQuery } from './payouts.queries.ts';
import {
  ALL_TIME,
  addMonths,
  listSpans,
  nameSpan,
  type StatementSpan,
  type StatementSums,
  sumStatement,
  toDays,
  toMonth,
} from './statement.rules.ts';

/** Saves the shown part of the statement as a file. */
export function DownloadButton({ storeId, span }: { storeId: number; span: StatementSpan }) {
  const download = useMutation({
    mutationFn: () => getStoreApi(storeId).call(downloadStatement, { query: toDays(span) }),
    onSuccess: (csv) => saveFile(`statement-${span}.csv`, csv, 'text/csv'),
    onError: (error) => toast.error(describeError(error)),
  });
  return (
    <Button icon={<Download />} busy={download.isPending} onClick={() => download.mutate()}>
      Statement of {span === ALL_TIME ? 'all time' : nameSpan(span)}, CSV
    </Button>
  );
}

/** A month of the statement, or all of it, with its sums. */
export function StatementPanel({
  storeId,
  span,
  onSpan,
}: {
  storeId: number;
  span: StatementSpan;
  onSpan: (span: StatementSpan) => void;
}) {
  const statement = useInfiniteQuery({ ...statementQuery(storeId, span), placeholderData: (previous) => previous });
  const entries = useMemo(() => statement.data?.pages.flatMap(({ results }) => results) ?? [], [statement.data]);
  const isAll = span === ALL_TIME;
  const isThisMonth = span === toMonth(new Date());
  return (
    <Panel
      title="Statement"
      aside={
        <span className="ml-auto flex items-center gap-1">
          {!isAll && (
            <IconButton
              size="sm"
              label={`Show ${nameSpan(addMonths(span, -1))}`}
              icon={<ChevronLeft />}
              onClick={() => onSpan(addMonths(span, -1))}
            />
          )}
          <select
            aria-label="Month of the statement"
            value={span}
            onChange={({ target }) => onSpan(target.value)}
            className={cx(controlClass, 'w-auto pr-1 font-semibold')}
          >
            {listSpans(new Date(), span).map((option) => (
              <option key={option} value={option}>
                {nameSpan(option)}
              </option>
            ))}
          </select>
          {!isAll && (
            <IconButton
              size="sm"
              label={isThisMonth ? 'There is no later month' : `Show ${nameSpan(addMonths(span, 1))}`}
              icon={<ChevronRight />}
              disabled={isThisMonth}
              onClick={() => onSpan(addMonths(span, 1))}
            />
          )}
        </span>
      }
    >
      {statement.isPending && <LoadingRows label="Loading the statement" />}
      {statement.isError && entries.length === 0 && (
        <ErrorPanel what="The statement" error={statement.error} onRetry={() => void statement.refetch()} />
      )}
      {statement.isSuccess && entries.length === 0 && (
        <EmptyPanel
          picture="orders"
          icon={ReceiptText}
          title={isAll ? 'Nothing yet' : `Nothing in ${nameSpan(span)}`}
          action={!isAll && <Button onClick={() => onSpan(ALL_TIME)}>Show all time</Button>}
        >
          Each sale, cancellation, return and payout is written here, with what it changes.
        </EmptyPanel>
      )}
      {entries.length > 0 && (
        <>
          {!statement.hasNextPage && !statement.isPlaceholderData && <Sums sums={sumStatement(entries)} />}
          <EntriesTable
            storeId={storeId}
            caption={`Statement of ${nameSpan(span)}, newest first`}
            entries={entries}
            isReloading={statement.isPlaceholderData}
          />
          <ShowMore query={statement} />
          {!isAll && (
            <p className="border-line border-t px-4 py-2.5 text-muted text-xs">
              Months of the statement begin and end at 01:00, Lagos time.
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

/** What was sold, and where the money goes. */
function Sums({ sums: { sold, yours, commission, refunds } }: { sums: StatementSums }) {
  // Returns of earlier sales can be more than what was sold.
  if (sold <= 0 || yours < 0 || commission < 0) return null;
  const parts = [
    { name: 'Yours', naira: yours, colour: 'bg-action' },
    { name: 'Commission', naira: commission, colour: 'bg-marigold-500' },
    { name: 'Refunds', naira: refunds, colour: 'bg-palm-600' },
  ];
  return (
    <div className="px-4 pb-3">
      <div aria-hidden="true" className="flex h-3 gap-0.5 overflow-hidden rounded-full">
        {parts
          .filter(({ naira }) => naira > 0)
          .map(({ name, naira, colour }) => (
            <i key={name} className={colour} style={{ flex: naira }} />
          ))}
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        <div className="flex gap-1.5">
          <dt>Sold</dt>
          <dd className="font-semibold text-heading">{formatNairaPrice(sold)}</dd>
        </div>
        {parts.map(({ name, naira, colour }) => (
          <div key={name} className="flex items-center gap-1.5">
            <i aria-hidden="true" className={cx('size-2.5 rounded-[3px]', colour)} />
            <dt>{name}</dt>
            <dd className="font-semibold text-heading">{formatNairaPrice(naira)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
