import { cx } from '@sokuwa/ui/cx.ts';
import {
  type ColumnDef,
  FlexRender,
  metaHelper,
  type OnChangeFn,
  type RowSelectionState,
  rowSelectionFeature,
  type Row as TableRowModel,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { RowCheckbox } from './field.tsx';
import { Reloading } from './reloading.tsx';

type ColumnMeta = {
  /** A number or amount: on the right. */
  isNumber?: boolean;
  /** Names the row for screen readers. */
  isRowHeader?: boolean;
  /** Only on wide screens: the card says it elsewhere. */
  isWideOnly?: boolean;
  /** The width on wide screens, such as `lg:w-28`. */
  widthClass?: string;
  /** The place in the card, such as `max-lg:[grid-area:total]`. */
  areaClass?: string;
  /** The order that the header's link asks the server for; undefined if the column cannot be sorted. */
  sort?: { direction: 'ascending' | 'descending' | undefined; renderLink: (children: ReactNode) => ReactNode };
};

const features = tableFeatures({ rowSelectionFeature, columnMeta: metaHelper<ColumnMeta>() });

export type Column<Row extends object> = ColumnDef<typeof features, Row> & { id: string };

export type Selection = {
  /** Row ids with `true`. */
  rows: RowSelectionState;
  onChange: OnChangeFn<RowSelectionState>;
  /** The name of a row's checkbox. */
  labelOf: (id: string) => string;
};

export type DataTableProps<Row extends object> = {
  /** What the rows are, for screen readers. */
  caption: string;
  /** Must be the same object between renders, unless something of it changes. */
  columns: readonly Column<Row>[];
  /** Filtered, sorted and paged by the server. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The grid of a card on phones, such as `max-lg:[grid-template-areas:'id_total''what_what''state_due']`. */
  cardClass: string;
  selection?: Selection | undefined;
  /** Whether these are old rows, while new ones are loading. */
  isReloading?: boolean;
};

const NO_ROWS: readonly never[] = [];

const headerClass =
  'h-9 whitespace-nowrap border-line border-b px-3 font-semibold text-2xs text-muted first:pl-4 last:pr-4 aria-[sort]:text-heading';
const cellClass =
  'border-line border-b px-3 py-1.5 align-middle first:pl-4 last:pr-4 max-lg:block max-lg:h-auto max-lg:min-w-0 max-lg:border-0 max-lg:p-0! lg:h-(--row) lg:group-last/row:border-b-0';
const rowClass =
  'group/row relative hover:bg-row-hover aria-selected:bg-row-selected aria-selected:shadow-[inset_3px_0_var(--sk-action)] max-lg:grid max-lg:items-center max-lg:gap-x-2 max-lg:gap-y-0.5 max-lg:border-line max-lg:border-b max-lg:px-(--gutter) max-lg:py-3 max-lg:last:border-b-0 max-lg:[contain-intrinsic-size:auto_6rem] max-lg:[content-visibility:auto]';

/**
 * A table that becomes cards on phones: its rows are grids, whose areas `cardClass` and the columns name. The checkbox of a row is in the
 * area `select`. The roles are written, because `display: grid` removes those of a table.
 */
export function DataTable<Row extends object>({
  caption,
  columns,
  rows,
  rowId,
  cardClass,
  selection,
  isReloading = false,
}: DataTableProps<Row>) {
  // Rows are rendered after what shows at once, such as the pressed tab, and let presses through meanwhile.
  const shownRows = useDeferredValue(rows, NO_ROWS);
  const table = useTable({
    features,
    columns: columns as Column<Row>[],
    data: shownRows as Row[],
    getRowId: rowId,
    enableRowSelection: selection !== undefined,
    state: { rowSelection: selection?.rows ?? {} },
    ...(selection && { onRowSelectionChange: selection.onChange }),
  });
  return (
    <Reloading isReloading={isReloading}>
      <table role="table" className="w-full border-collapse max-lg:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-lg:sr-only">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
              {selection && (
                <th role="columnheader" scope="col" className={cx(headerClass, 'w-11 pr-0 text-left')}>
                  <RowCheckbox
                    label="Choose all rows of this page"
                    checked={table.getIsAllRowsSelected()}
                    isPartial={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                    onChange={({ target }) => table.toggleAllRowsSelected(target.checked)}
                  />
                </th>
              )}
              {group.headers.map((header) => {
                const { isNumber, widthClass, sort } = header.column.columnDef.meta ?? {};
                const text = <table.FlexRender header={header} />;
                const Arrow = sort?.direction === 'descending' ? ArrowDown : ArrowUp;
                return (
                  <th
                    key={header.id}
                    role="columnheader"
                    scope="col"
                    aria-sort={sort?.direction}
                    className={cx(headerClass, isNumber ? 'text-right' : 'text-left', widthClass)}
                  >
                    {sort
                      ? sort.renderLink(
                          <>
                            {text}
                            {sort.direction && <Arrow className="size-3.5" />}
                          </>,
                        )
                      : text}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup" className="max-lg:block">
          {table.getRowModel().rows.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              columns={columns}
              cardClass={cardClass}
              choiceLabel={selection?.labelOf(row.id)}
              isChosen={row.getIsSelected()}
            />
          ))}
        </tbody>
      </table>
    </Reloading>
  );
}

type TableRowProps<Row extends object> = {
  row: TableRowModel<typeof features, Row>;
  /** The cells of the row depend on them. */
  columns: readonly Column<Row>[];
  cardClass: string;
  /** The name of the checkbox; undefined without one. */
  choiceLabel: string | undefined;
  isChosen: boolean;
};

function PlainTableRow<Row extends object>({ row, cardClass, choiceLabel, isChosen }: TableRowProps<Row>) {
  return (
    <tr role="row" aria-selected={choiceLabel === undefined ? undefined : isChosen} className={cx(rowClass, cardClass)}>
      {choiceLabel !== undefined && (
        <td role="cell" className={cx(cellClass, aboveRowLinkClass, 'pr-0 lg:w-11 max-lg:[grid-area:select]')}>
          <RowCheckbox
            label={choiceLabel}
            checked={isChosen}
            onChange={({ target }) => row.toggleSelected(target.checked)}
          />
        </td>
      )}
      {row.getAllCells().map((cell) => {
        const { isNumber, isRowHeader, isWideOnly, areaClass } = cell.column.columnDef.meta ?? {};
        const className = cx(
          cellClass,
          isNumber ? 'whitespace-nowrap text-right' : 'text-left',
          isRowHeader && 'font-normal',
          isWideOnly && 'max-lg:hidden',
          areaClass,
        );
        return isRowHeader ? (
          <th key={cell.id} role="rowheader" scope="row" className={className}>
            <FlexRender cell={cell} />
          </th>
        ) : (
          <td key={cell.id} role="cell" className={className}>
            <FlexRender cell={cell} />
          </td>
        );
      })}
    </tr>
  );
}

/** Only rows that change are rendered again: a press on a checkbox, or a character in a cell, would otherwise render 50 of them. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

/** The classes of the link in a row that covers the whole card on phones. */
export const rowLinkClass =
  'font-semibold text-heading no-underline hover:underline max-lg:after:absolute max-lg:after:inset-0';
/** What must stay reachable above that link. */
export const aboveRowLinkClass = 'max-lg:relative max-lg:z-1';
/** The classes of the link in the header of a column that can be sorted. */
export const sortLinkClass = 'inline-flex items-center gap-0.5 font-semibold text-inherit no-underline hover:underline';
