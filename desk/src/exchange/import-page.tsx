import { cancelProductImport, downloadImportReport } from '@sokuwa/contract/exchange/product-imports.endpoints.ts';
import type { ProductImportDetail } from '@sokuwa/contract/exchange/product-imports.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleX, Download, FileUp, Tag } from 'lucide-react';
import { useEffect, useState } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { describeError, isNotFound } from '../lib/errors.ts';
import { formatCount, formatDayAndTime } from '../lib/format.ts';
import { saveFile } from '../lib/save-file.ts';
import { productsKey } from '../products/index.ts';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel, PanelStack } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { ColumnsForm } from './columns-form.tsx';
import { describeProgress, ImportBadge } from './import-badge.tsx';
import { importQuery, importsQuery } from './imports.queries.ts';

/** One import: the choice of its columns, its progress, or its result. */
export function ImportPage({
  storeId,
  importId,
  canChange,
}: {
  storeId: number;
  importId: number;
  canChange: boolean;
}) {
  const { data, error, refetch } = useQuery(importQuery(storeId, importId));
  const params = { storeId: String(storeId) };
  useFreshProducts(storeId, data);
  return (
    <>
      <Breadcrumb current={data?.file_name ?? ''}>
        <Link to="/store/$storeId/products/import" params={params} className={breadcrumbLinkClass}>
          Import
        </Link>
      </Breadcrumb>
      <PageHead
        title={data?.file_name ?? 'Import'}
        isPlain
        badges={data && <ImportBadge state={data.state} />}
        subtitle={data && `Uploaded ${formatDayAndTime(data.created_at)}`}
      />
      {!data && (
        <Panel title="Import" titleHidden>
          {isNotFound(error) ? (
            <EmptyPanel
              picture="search"
              icon={CircleX}
              title="Your store has no such import"
              action={
                <Link to="/store/$storeId/products/import" params={params} className={buttonClass()}>
                  See the imports
                </Link>
              }
            >
              A file that waits is replaced by the next one, and imports are deleted after 30 days.
            </EmptyPanel>
          ) : error ? (
            <ErrorPanel what="The import" error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingRows label="Loading the import" count={4} />
          )}
        </Panel>
      )}
      {data?.state === 'uploaded' && <ColumnsForm storeId={storeId} file={data} canChange={canChange} />}
      {data?.state === 'running' && <Progress storeId={storeId} running={data} canChange={canChange} />}
      {data && data.state !== 'uploaded' && data.state !== 'running' && (
        <Result storeId={storeId} finished={data} canChange={canChange} />
      )}
    </>
  );
}

/** Lists of products are read again when the import has changed some. */
const useFreshProducts = (storeId: number, data: ProductImportDetail | undefined) => {
  const queryClient = useQueryClient();
  const done = data?.done;
  useEffect(() => {
    if (done) void queryClient.invalidateQueries({ queryKey: productsKey(storeId) });
  }, [done, storeId, queryClient]);
};

function Progress({
  storeId,
  running,
  canChange,
}: {
  storeId: number;
  running: ProductImportDetail;
  canChange: boolean;
}) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => getStoreApi(storeId).call(cancelProductImport, { params: { importId: running.id } }),
    onSuccess: async (cancelled) => {
      const { queryKey } = importQuery(storeId, running.id);
      // A response that is still on its way would show the import running again.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, cancelled);
      void queryClient.invalidateQueries({ queryKey: importsQuery(storeId).queryKey });
      toast.success('Import cancelled');
    },
  });
  return (
    <Panel title="Importing" isPadded>
      <progress
        aria-label="Progress of the import"
        value={running.done}
        max={running.lines}
        className="block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-quiet [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-quiet [&::-webkit-progress-value]:bg-action"
      />
      <p className="mt-2" role="status">
        {describeProgress(running)}
      </p>
      <p className="mt-1 text-muted text-xs">It goes on when you leave this page.</p>
      <Counts counted={running} />
      {canChange && (
        <Button className="mt-4" onClick={() => setAsking(true)}>
          Cancel the import
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Cancel this import?"
          keepLabel="Go on importing"
          confirmLabel="Cancel the import"
          isBusy={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate()}
          onClose={() => setAsking(false)}
        >
          What it has added and changed so far stays. The rest of the file is not imported.
        </ConfirmDialog>
      )}
    </Panel>
  );
}

const COUNTS = [
  ['created', 'Added'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['refused_lines', 'Refused'],
] as const;

function Counts({ counted }: { counted: ProductImportDetail }) {
  return (
    <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {COUNTS.map(([name, label]) => (
        <div key={name} className="rounded-sm bg-quiet px-3 py-2">
          <dt className="text-secondary text-xs">{label}</dt>
          <dd className="font-semibold text-heading text-lg">{formatCount(counted[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function Result({
  storeId,
  finished,
  canChange,
}: {
  storeId: number;
  finished: ProductImportDetail;
  canChange: boolean;
}) {
  const { id, state, done, lines, created, refused_lines, remarks } = finished;
  const params = { storeId: String(storeId) };
  const report = useMutation({
    mutationFn: () => getStoreApi(storeId).call(downloadImportReport, { params: { importId: id } }),
    onSuccess: (text) => saveFile(`import-report-${id}.csv`, text, 'text/csv'),
    onError: (error) => toast.error(describeError(error)),
  });
  return (
    <PanelStack>
      <Panel title="Result" isPadded>
        <div className="space-y-3">
          {state === 'failed' && (
            <Note tone="bad">
              Your store was suspended during this import, so it ended after {describeProgress(finished)}.
            </Note>
          )}
          {state === 'cancelled' && <Note tone="plain">Cancelled after {describeProgress(finished)}.</Note>}
          {state === 'done' && refused_lines === 0 && <Note tone="good">Everything in the file is imported.</Note>}
          {refused_lines > 0 && (
            <Note tone="warning">
              {formatCount(refused_lines)} of {formatCount(done || lines)} lines were refused. The report says why, line
              by line. Correct the lines in it, and import it.
            </Note>
          )}
          {remarks > 0 && (
            <Note>
              {formatCount(remarks)} were imported with a remark, such as a picture that could not be downloaded yet.
            </Note>
          )}
        </div>
        <Counts counted={finished} />
        <div className="mt-4 flex flex-wrap gap-2">
          {refused_lines + remarks > 0 && (
            <Button variant="primary" icon={<Download />} busy={report.isPending} onClick={() => report.mutate()}>
              Download the report
            </Button>
          )}
          {created > 0 && (
            <Link to="/store/$storeId/products" params={params} search={{ view: 'draft' }} className={buttonClass()}>
              <Tag />
              See the drafts
            </Link>
          )}
          {canChange && (
            <Link to="/store/$storeId/products/import" params={params} className={buttonClass()}>
              <FileUp />
              Import another file
            </Link>
          )}
        </div>
      </Panel>
    </PanelStack>
  );
}
