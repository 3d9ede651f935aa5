import { uploadProductFile } from '@sokuwa/contract/exchange/product-imports.endpoints.ts';
import { MAX_IMPORT_LINES, MAX_IMPORT_MEGABYTES } from '@sokuwa/contract/exchange/product-imports.rules.ts';
import type { ProductImport } from '@sokuwa/contract/exchange/product-imports.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp, History } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatCount, formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { buttonClass } from '../ui/button.tsx';
import { type Column, DataTable, rowLinkClass } from '../ui/data-table.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel, PanelStack } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { describeCounts, describeProgress, ImportBadge } from './import-badge.tsx';
import { importQuery, importsQuery } from './imports.queries.ts';

/** The upload of a product file, and the last imports. */
export function ImportsPage({
  storeId,
  canChange,
  onUploaded,
}: {
  storeId: number;
  canChange: boolean;
  onUploaded: (importId: number) => void;
}) {
  const imports = useQuery(importsQuery(storeId));
  const rows = imports.data?.results ?? [];
  const running = rows.find(({ state }) => state === 'running');
  const params = { storeId: String(storeId) };
  return (
    <>
      <Breadcrumb current="Import">
        <Link to="/store/$storeId/products" params={params} className={breadcrumbLinkClass}>
          Products
        </Link>
      </Breadcrumb>
      <PageHead title="Import products" subtitle="From a spreadsheet, or from another shop, as CSV" />
      <PanelStack>
        {canChange &&
          (running ? (
            <Note>
              An import is running: {describeProgress(running)}. You can{' '}
              <Link to="/store/$storeId/products/import/$importId" params={{ ...params, importId: String(running.id) }}>
                follow or cancel it
              </Link>
              ; then the next file can come.
            </Note>
          ) : (
            <UploadPanel storeId={storeId} onUploaded={onUploaded} />
          ))}
        <Panel title="Last imports">
          {imports.isPending && <LoadingRows label="Loading imports" count={3} />}
          {imports.isError && !imports.data && (
            <ErrorPanel what="The last imports" error={imports.error} onRetry={() => void imports.refetch()} />
          )}
          {imports.isSuccess && rows.length === 0 && (
            <EmptyPanel picture="orders" icon={History} title="No import yet">
              What was imported, and what was refused, stays here for 30 days.
            </EmptyPanel>
          )}
          {rows.length > 0 && (
            <DataTable
              caption="Last imports"
              columns={importColumns(params)}
              rows={rows}
              rowId={({ id }) => String(id)}
              cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'file_state''counts_counts']"
            />
          )}
        </Panel>
      </PanelStack>
    </>
  );
}

const importColumns = (params: { storeId: string }): Column<ProductImport>[] => [
  {
    id: 'file',
    header: 'File',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:file]' },
    cell: ({ row: { original: one } }) => (
      <>
        <Link
          to="/store/$storeId/products/import/$importId"
          params={{ ...params, importId: String(one.id) }}
          className={cx(rowLinkClass, 'break-words')}
          data-row-link
        >
          {one.file_name}
        </Link>
        <span className="block text-muted text-xs">{formatDayAndTime(one.created_at)}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { widthClass: 'lg:w-52', areaClass: 'max-lg:[grid-area:state]' },
    cell: ({ row: { original: one } }) => <ImportBadge state={one.state} />,
  },
  {
    id: 'counts',
    header: 'Products',
    meta: { areaClass: 'max-lg:[grid-area:counts]' },
    cell: ({ row: { original: one } }) =>
      one.state === 'uploaded' ? formatNumberOf(one.lines, 'product') : describeCounts(one),
  },
];

function UploadPanel({ storeId, onUploaded }: { storeId: number; onUploaded: (importId: number) => void }) {
  const queryClient = useQueryClient();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return getStoreApi(storeId).call(uploadProductFile, { body });
    },
    onSuccess: (uploaded) => {
      queryClient.setQueryData(importQuery(storeId, uploaded.id).queryKey, uploaded);
      void queryClient.invalidateQueries({ queryKey: importsQuery(storeId).queryKey });
      onUploaded(uploaded.id);
    },
  });
  const choose = (file: File | undefined) => {
    if (file) upload.mutate(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <Panel title="Choose a file" isPadded>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside takes the keyboard */}
      <div
        className={cx(
          'flex flex-col items-center gap-3 rounded-md border-2 border-dashed px-4 py-8 text-center',
          isOver ? 'border-action bg-action-quiet' : 'border-control',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label
          htmlFor={id}
          className={cx(
            buttonClass({ variant: 'primary' }),
            'cursor-pointer focus-within:outline-3 focus-within:outline-focus focus-within:outline-offset-2',
          )}
        >
          <FileUp />
          {upload.isPending ? 'Reading the file …' : 'Choose a CSV file'}
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            className="sr-only"
            disabled={upload.isPending}
            onChange={({ target }) => {
              choose(target.files?.[0]);
              // So that the same file can be chosen again after it was corrected.
              target.value = '';
            }}
          />
        </label>
        <p className="text-secondary max-lg:hidden">or drop it here</p>
        <p className="max-w-120 text-muted text-xs">
          At most {MAX_IMPORT_MEGABYTES} MB and {formatCount(MAX_IMPORT_LINES)} products, one in each line, with the
          names of the columns in the first line. Next you say which column is what; until then nothing changes.
        </p>
      </div>
      {upload.isError && (
        <Note tone="bad" className="mt-3">
          {describeError(upload.error)}
        </Note>
      )}
    </Panel>
  );
}
