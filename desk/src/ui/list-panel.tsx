import { type ReactNode, useMemo } from 'react';
import { Button } from './button.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { Panel } from './panel.tsx';
import { ErrorPanel, LoadingRows } from './state-panels.tsx';

/** What the panel needs of an infinite query. */
type Pages<Row> = {
  data: { pages: readonly { results: Row[] }[] } | undefined;
  error: unknown;
  isPending: boolean;
  isError: boolean;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

/** A list that is read page by page: its rows are loading, failed, none, or a table with a button for more. */
export function ListPanel<Row extends object>({
  title,
  what,
  pages,
  columns,
  rowId,
  cardClass,
  empty,
  className,
  titleHidden = true,
}: {
  title: string;
  /** What did not load, such as "Coupons". */
  what: string;
  pages: Pages<Row>;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  cardClass: string;
  /** What comes here, or that nothing matches. */
  empty: ReactNode;
  className?: string;
  titleHidden?: boolean;
}) {
  const rows = useMemo(() => pages.data?.pages.flatMap(({ results }) => results) ?? [], [pages.data]);
  return (
    <Panel title={title} titleHidden={titleHidden} {...(className !== undefined && { className })}>
      {pages.isPending && <LoadingRows label={`Loading ${what.toLowerCase()}`} />}
      {pages.isError && rows.length === 0 && (
        <ErrorPanel what={what} error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.data && rows.length === 0 && !pages.hasNextPage && empty}
      {rows.length > 0 && (
        <DataTable
          caption={title}
          columns={columns}
          rows={rows}
          rowId={rowId}
          isDimmed={pages.isPlaceholderData}
          cardClass={cardClass}
        />
      )}
      {pages.hasNextPage && (
        <div className="flex justify-center border-line border-t p-3">
          <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  );
}
