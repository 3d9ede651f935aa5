import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { OrderSummary } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Package, Search, X } from 'lucide-react';
import { useMemo } from 'react';
import { formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { type Column, DataTable, rowLinkClass } from '../ui/data-table.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { Panel } from '../ui/panel.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyPanel } from '../ui/state-panels.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { marketOrdersQuery } from './market.queries.ts';
import { OrderStatusBadge } from './market-badges.tsx';
import { MARKET_ORDER_VIEWS } from './order-views.ts';

export type MarketOrderView = (typeof MARKET_ORDER_VIEWS)[number];
const VIEW_NAMES: Record<MarketOrderView, string> = {
  all: 'All',
  late: 'Late',
  Pending: 'Not paid',
  Paid: 'Paid',
  Shipped: 'Shipped',
  Delivered: 'Delivered',
  Cancelled: 'Cancelled',
};
const toFilter = (view: MarketOrderView) => {
  if (view === 'all') return {};
  return view === 'late' ? ({ late: true } as const) : { status: view };
};

export type MarketOrdersSearch = {
  view?: MarketOrderView | undefined;
  search?: string | undefined;
  /** The id of a merchant: only orders with its products. */
  merchant?: string | undefined;
};

/** Orders of all buyers. */
export function MarketOrdersPage({
  view = 'all',
  search = '',
  merchant,
  merchantName,
  onSearch,
}: MarketOrdersSearch & {
  /** Of the merchant; undefined while it is loading. */
  merchantName: string | undefined;
  onSearch: (search: string) => void;
}) {
  const orders = useInfiniteQuery({
    ...marketOrdersQuery({
      ...toFilter(view),
      ...(search.length > 1 && { search }),
      ...(merchant !== undefined && { merchant: Number(merchant) }),
    }),
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => orders.data?.pages.flatMap(({ results }) => results) ?? [], [orders.data]);
  const [text, setText] = useDebouncedSearch(search, onSearch);
  return (
    <>
      <PageHead title="Orders" />
      <TabRow label="Views of the orders">
        {MARKET_ORDER_VIEWS.map((name) => (
          <Link
            key={name}
            from="/market/orders/"
            to="/market/orders"
            search={(before) => ({ ...before, view: name === 'all' ? undefined : name })}
            activeOptions={{ explicitUndefined: true }}
            className={tabClass}
          >
            {VIEW_NAMES[name]}
          </Link>
        ))}
      </TabRow>
      <div className="flex flex-wrap items-center gap-2 py-3">
        <SearchField
          label="Search orders"
          placeholder="Order, payment, email or name"
          value={text}
          onChange={setText}
        />
        {merchant !== undefined && <MerchantFilter name={merchantName ?? `Merchant ${merchant}`} />}
      </div>
      <Panel title={VIEW_NAMES[view]} titleHidden>
        <PagedList
          what="Orders"
          query={orders}
          count={rows.length}
          empty={<NoOrders view={view} search={search} onClear={() => setText('')} />}
        >
          <DataTable
            caption={`Orders: ${VIEW_NAMES[view]}`}
            columns={orderColumns}
            rows={rows}
            rowId={({ id }) => id}
            isReloading={orders.isPlaceholderData}
            cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'id_total''what_what''state_age']"
          />
        </PagedList>
      </Panel>
    </>
  );
}

/** Says that only the orders of one merchant are listed, and lists those of all when it is pressed. */
function MerchantFilter({ name }: { name: string }) {
  return (
    <Link
      from="/market/orders/"
      to="/market/orders"
      search={(before) => ({ ...before, merchant: undefined })}
      className={buttonClass()}
      aria-label={`Orders of ${name} only. Show those of all merchants`}
    >
      <span className="max-w-60 truncate">{name}</span>
      <X />
    </Link>
  );
}

function NoOrders({ view, search, onClear }: { view: MarketOrderView; search: string; onClear: () => void }) {
  if (search !== '')
    return (
      <EmptyPanel
        picture="search"
        icon={Search}
        title="No order matches"
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        Nothing found for “{search}”{view === 'all' ? '' : ` in “${VIEW_NAMES[view]}”`}. Write a complete email address,
        the beginning of a name, an order or a payment.
      </EmptyPanel>
    );
  return (
    <EmptyPanel
      picture="orders"
      icon={Package}
      title={view === 'late' ? 'No merchant is late' : view === 'all' ? 'No orders yet' : 'No such orders'}
    >
      {view === 'late'
        ? 'Orders of which a merchant should have shipped something come here.'
        : 'Whatever buyers order comes here, the newest first.'}
    </EmptyPanel>
  );
}

const orderColumns: Column<OrderSummary>[] = [
  {
    id: 'order',
    header: 'Order',
    meta: { isRowHeader: true, widthClass: 'lg:w-52', areaClass: 'max-lg:[grid-area:id]' },
    cell: ({ row: { original } }) => (
      <RowLink to="/market/orders/$orderId" params={{ orderId: original.id }} className={rowLinkClass} data-row-link>
        {original.id}
      </RowLink>
    ),
  },
  {
    id: 'buyer',
    header: 'Buyer',
    meta: { areaClass: 'max-lg:[grid-area:what]' },
    cell: ({
      row: {
        original: { buyer },
      },
    }) =>
      buyer ? (
        <span className="block min-w-0">
          <span className="block truncate">
            {buyer.first_name} {buyer.last_name}
          </span>
          <span className="wrap-anywhere block text-muted text-xs">{buyer.email}</span>
        </span>
      ) : (
        'Deleted account'
      ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:state]' },
    cell: ({ row: { original } }) => <OrderStatusBadge status={original.status} />,
  },
  {
    id: 'merchants',
    header: 'Merchants',
    meta: { isNumber: true, isWideOnly: true, widthClass: 'lg:w-28' },
    cell: ({
      row: {
        original: { merchants },
      },
    }) => (merchants.length === 0 ? '' : formatNumberOf(merchants.length, 'merchant')),
  },
  {
    id: 'age',
    header: 'Placed',
    meta: { isNumber: true, widthClass: 'lg:w-36', areaClass: 'max-lg:[grid-area:age] text-muted max-lg:text-xs' },
    cell: ({ row: { original } }) => formatDayAndTime(original.created_at),
  },
  {
    id: 'total',
    header: 'Total',
    meta: { isNumber: true, widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:total] font-semibold' },
    cell: ({ row: { original } }) => formatNairaPrice(original.total),
  },
];
