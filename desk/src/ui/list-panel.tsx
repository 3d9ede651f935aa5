import { type ReactNode, useMemo } from 'react';
import { type Column, DataTable } from './data-table.tsx';
import { PagedList, type PagedQuery } from './paged-list.tsx';
import { Panel } from './panel.tsx';

/** What the panel needs of `useInfiniteQuery`. */
type Pages<Row> = PagedQuery & {
  data: { pages: readonly { results: Row[] }[] } | undefined;
  isPlaceholderData: boolean;
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
      <PagedList what={what} query={pages} count={rows.length} empty={empty}>
        <DataTable
          caption={title}
          columns={columns}
          rows={rows}
          rowId={rowId}
          isReloading={pages.isPlaceholderData}
          cardClass={cardClass}
        />
      </PagedList>
    </Panel>
  );
}
