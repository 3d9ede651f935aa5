import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { formatDay, formatDue } from '../lib/format.ts';
import { buttonClass } from '../ui/button.tsx';
import { type Column, DataTable, rowLinkClass } from '../ui/data-table.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel } from '../ui/panel.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { REASON_NAMES, summarizeReturn } from './return.rules.ts';
import { ReturnBadge } from './return-badge.tsx';
import { RETURN_VIEWS } from './return-views.ts';
import { returnsQuery } from './returns.queries.ts';

export type ReturnView = (typeof RETURN_VIEWS)[number];
const VIEW_NAMES: Record<ReturnView, string> = {
  requested: 'Requested',
  accepted: 'Accepted',
  appealed: 'Appealed',
  received: 'Received',
  refunded: 'Refunded',
  declined: 'Declined',
  all: 'All',
};
/** What an empty view would show. */
const VIEW_HINTS: Record<ReturnView, string> = {
  requested:
    'When a buyer wants to return something, it comes here. You have 3 days to accept or decline it; then Sokuwa decides.',
  accepted: 'Returns that you have accepted, and that are on their way back to you.',
  appealed: 'Returns that Sokuwa decides: the buyer has asked for it, or nobody decided in time.',
  received: 'Returns that have arrived, and whose refund is on its way.',
  refunded: 'Returns whose buyers have their money back.',
  declined: 'Returns that you or Sokuwa have declined.',
  all: 'When a buyer wants to return something, it comes here, and you get a mail.',
};

/** A merchant's returns. */
export function ReturnsPage({ storeId, view = 'requested' }: { storeId: number; view?: ReturnView | undefined }) {
  const returns = useInfiniteQuery({
    ...returnsQuery(storeId, view === 'all' ? {} : { status: view }),
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => returns.data?.pages.flatMap(({ results }) => results) ?? [], [returns.data]);
  const columns = useMemo(() => returnColumns(storeId), [storeId]);
  const params = { storeId: String(storeId) };
  return (
    <>
      <PageHead title="Returns" />
      <TabRow label="Views of the returns">
        {RETURN_VIEWS.map((name) => (
          <Link
            key={name}
            to="/store/$storeId/returns"
            params={params}
            search={name === 'requested' ? {} : { view: name }}
            activeOptions={{ exact: true }}
            className={tabClass}
          >
            {VIEW_NAMES[name]}
          </Link>
        ))}
      </TabRow>
      <Panel title={VIEW_NAMES[view]} titleHidden className="mt-3">
        {returns.isPending && <LoadingRows label="Loading returns" />}
        {returns.isError && rows.length === 0 && (
          <ErrorPanel what="Returns" error={returns.error} onRetry={() => void returns.refetch()} />
        )}
        {returns.isSuccess && rows.length === 0 && (
          <EmptyPanel
            picture="orders"
            icon={Undo2}
            title={view === 'requested' ? 'Nothing to decide' : view === 'all' ? 'No returns yet' : 'No such returns'}
            action={
              view !== 'all' && (
                <Link to="/store/$storeId/returns" params={params} search={{ view: 'all' }} className={buttonClass()}>
                  All returns
                </Link>
              )
            }
          >
            {VIEW_HINTS[view]}
          </EmptyPanel>
        )}
        {rows.length > 0 && (
          <DataTable
            caption={`Returns: ${VIEW_NAMES[view]}`}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            isReloading={returns.isPlaceholderData}
            cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'id_total''what_what''state_due']"
          />
        )}
        <ShowMore query={returns} />
      </Panel>
    </>
  );
}

const returnColumns = (storeId: number): Column<OrderReturn>[] => [
  {
    id: 'return',
    header: 'Return',
    meta: { isRowHeader: true, widthClass: 'lg:w-52', areaClass: 'max-lg:[grid-area:id]' },
    cell: ({ row: { original } }) => (
      <span className="block min-w-0">
        <RowLink
          to="/store/$storeId/returns/$returnId"
          params={{ storeId: String(storeId), returnId: original.id }}
          className={rowLinkClass}
          data-row-link
        >
          {original.id}
        </RowLink>
        <span className="block text-muted text-xs max-lg:hidden">Asked {formatDay(original.created_at)}</span>
      </span>
    ),
  },
  {
    id: 'what',
    header: 'What',
    meta: { areaClass: 'max-lg:[grid-area:what]' },
    cell: ({ row: { original } }) => (
      <span className="flex min-w-0 items-center gap-3">
        <ProductPicture src={original.lines[0]?.product_image ?? ''} size="md" />
        <span className="min-w-0">
          <span className="line-clamp-2">{summarizeReturn(original)}</span>
          <span className="block truncate text-muted text-xs">{REASON_NAMES[original.reason]}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { widthClass: 'lg:w-40', areaClass: 'max-lg:[grid-area:state]' },
    cell: ({ row: { original } }) => <ReturnBadge status={original.status} reason={original.reason} />,
  },
  {
    id: 'due',
    header: 'Decide by',
    meta: { widthClass: 'lg:w-36', areaClass: 'max-lg:[grid-area:due] max-lg:text-right' },
    cell: ({ row: { original } }) => <ReturnDue {...original} />,
  },
  {
    id: 'total',
    header: 'Refund',
    meta: { isNumber: true, widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:total]' },
    cell: ({ row: { original } }) => formatNairaPrice(original.amount),
  },
];

/** Until when the merchant decides or confirms the receipt; otherwise the day of the last step. */
function ReturnDue({ decide_by, updated_at }: Pick<OrderReturn, 'decide_by' | 'updated_at'>) {
  return (
    <span className={cx('whitespace-nowrap text-xs', decide_by ? 'font-semibold text-warning' : 'text-muted')}>
      {decide_by ? formatDue(decide_by) : formatDay(updated_at)}
    </span>
  );
}
