import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { useMemo } from 'react';
import { formatAge, formatDay } from '../lib/format.ts';
import type { WorkCounts } from '../lib/work-counts.ts';
import { CountBadge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { type Column, DataTable, rowLinkClass } from '../ui/data-table.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { Panel } from '../ui/panel.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { EmptyPanel } from '../ui/state-panels.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { REASON_NAMES, summarizeReturn } from './return.rules.ts';
import { ReturnBadge } from './return-badge.tsx';
import { MARKET_RETURN_VIEWS } from './return-views.ts';
import { marketReturnsQuery } from './returns.queries.ts';

export type MarketReturnView = (typeof MARKET_RETURN_VIEWS)[number];
const VIEW_NAMES: Record<MarketReturnView, string> = {
  appealed: 'Appealed',
  overdue: 'Left by merchants',
  requested: 'Requested',
  accepted: 'Accepted',
  received: 'Received',
  refunded: 'Refunded',
  declined: 'Declined',
  all: 'All',
};
const toFilter = (view: MarketReturnView) => {
  if (view === 'all') return {};
  return view === 'appealed' || view === 'overdue' ? { waiting: view } : { status: view };
};

/** Returns of all merchants, those first that an operator decides. */
export function MarketReturnsPage({
  view = 'appealed',
  work,
}: {
  view?: MarketReturnView | undefined;
  work: WorkCounts;
}) {
  const returns = useInfiniteQuery({
    ...marketReturnsQuery(toFilter(view)),
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => returns.data?.pages.flatMap(({ results }) => results) ?? [], [returns.data]);
  return (
    <>
      <PageHead title="Returns" />
      <TabRow label="Views of the returns">
        {MARKET_RETURN_VIEWS.map((name) => (
          <Link
            key={name}
            to="/market/returns"
            search={name === 'appealed' ? {} : { view: name }}
            activeOptions={{ exact: true }}
            className={tabClass}
          >
            {VIEW_NAMES[name]}
            {name === 'appealed' && <CountBadge count={work.returns_appealed ?? 0} tone="new" />}
            {name === 'overdue' && <CountBadge count={work.returns_overdue ?? 0} tone="new" />}
          </Link>
        ))}
      </TabRow>
      <Panel title={VIEW_NAMES[view]} titleHidden className="mt-3">
        <PagedList what="Returns" query={returns} count={rows.length} empty={<NoReturns view={view} />}>
          <DataTable
            caption={`Returns: ${VIEW_NAMES[view]}`}
            columns={returnColumns}
            rows={rows}
            rowId={({ id }) => id}
            isReloading={returns.isPlaceholderData}
            cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'id_total''what_what''state_age']"
          />
        </PagedList>
      </Panel>
    </>
  );
}

function NoReturns({ view }: { view: MarketReturnView }) {
  const isWork = view === 'appealed' || view === 'overdue';
  return (
    <EmptyPanel
      picture="inbox"
      icon={Scale}
      title={isWork ? 'Nothing to decide' : view === 'all' ? 'No returns yet' : 'No such returns'}
      action={
        view !== 'all' && (
          <Link to="/market/returns" search={{ view: 'all' }} className={buttonClass()}>
            All returns
          </Link>
        )
      }
    >
      {view === 'appealed' && 'When a merchant declines a return, and the buyer asks you, it comes here.'}
      {view === 'overdue' &&
        'When a merchant neither decides about a return in 3 days, nor confirms its receipt in 21, it comes here.'}
      {!isWork && 'What buyers want to return comes here. The merchants decide first.'}
    </EmptyPanel>
  );
}

const returnColumns: Column<OrderReturn>[] = [
  {
    id: 'return',
    header: 'Return',
    meta: { isRowHeader: true, widthClass: 'lg:w-52', areaClass: 'max-lg:[grid-area:id]' },
    cell: ({ row: { original } }) => (
      <span className="block min-w-0">
        <RowLink
          to="/market/returns/$returnId"
          params={{ returnId: original.id }}
          className={rowLinkClass}
          data-row-link
        >
          {original.id}
        </RowLink>
        <span className="block truncate text-muted text-xs">{original.merchant_name}</span>
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
    meta: { widthClass: 'lg:w-36', areaClass: 'max-lg:[grid-area:state]' },
    cell: ({ row: { original } }) => <ReturnBadge status={original.status} reason={original.reason} />,
  },
  {
    id: 'age',
    header: 'Last step',
    meta: { widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:age] max-lg:text-right text-muted text-xs' },
    cell: ({
      row: {
        original: { status, updated_at },
      },
    }) =>
      status === 'appealed' ? (
        <span className="font-semibold text-warning">Waits {formatAge(updated_at)}</span>
      ) : (
        formatDay(updated_at)
      ),
  },
  {
    id: 'total',
    header: 'Refund',
    meta: { isNumber: true, widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:total] font-semibold' },
    cell: ({ row: { original } }) => formatNairaPrice(original.amount),
  },
];
