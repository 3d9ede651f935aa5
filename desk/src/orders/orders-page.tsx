import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RowSelectionState } from '@tanstack/react-table';
import { Download, Package, Printer, Search, Truck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatNumberOf } from '../lib/format.ts';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import { CountBadge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { type Column, DataTable, rowLinkClass } from '../ui/data-table.tsx';
import { ChosenBar } from '../ui/foot-bar.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel } from '../ui/panel.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { Due } from './due.tsx';
import { countLeft, summarizeLines, sumNet } from './order.rules.ts';
import { OrderBadge } from './order-badge.tsx';
import { ORDER_VIEWS } from './order-views.ts';
import { orderCountsQuery, ordersQuery } from './orders.queries.ts';
import { SaveOrdersDialog } from './save-orders-dialog.tsx';
import { ShipSeveralDialog } from './ship-several-dialog.tsx';

export type OrderView = (typeof ORDER_VIEWS)[number];
const VIEW_NAMES: Record<OrderView, string> = {
  to_ship: 'To ship',
  late: 'Late',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  all: 'All',
};
const toFilter = (view: OrderView) => {
  if (view === 'late') return { status: 'to_ship', late: true } as const;
  return view === 'all' ? {} : { status: view };
};

export type OrdersSearch = { view?: OrderView | undefined; search?: string | undefined };

export function OrdersPage({
  storeId,
  view = 'to_ship',
  search = '',
  onSearch,
}: {
  storeId: number;
  view?: OrderView | undefined;
  search?: string | undefined;
  onSearch: (search: string) => void;
}) {
  const query = { ...toFilter(view), ...(search !== '' && { search }) };
  const orders = useInfiniteQuery({ ...ordersQuery(storeId, query), placeholderData: (previous) => previous });
  const counts = useQuery(orderCountsQuery(storeId));
  const rows = useMemo(() => orders.data?.pages.flatMap(({ results }) => results) ?? [], [orders.data]);
  const [selected, setSelected] = useState<RowSelectionState>({});
  const [isSaving, setSaving] = useState(false);
  const [isShipping, setShipping] = useState(false);
  const [text, setText] = useDebouncedSearch(search, onSearch);
  const columns = useMemo(() => orderColumns(storeId), [storeId]);
  const chosen = rows.filter(({ id }) => selected[id]);
  const shippable = chosen.filter(({ lines, status }) => status === 'to_ship' && countLeft(lines) > 0);

  return (
    <>
      <PageHead
        title="Orders"
        actions={
          <Button icon={<Download />} onClick={() => setSaving(true)}>
            Export
          </Button>
        }
      />
      <TabRow label="Views of the orders">
        {ORDER_VIEWS.map((name) => (
          <Link
            key={name}
            to="/store/$storeId/orders"
            params={{ storeId: String(storeId) }}
            search={{ ...(name !== 'to_ship' && { view: name }), ...(search !== '' && { search }) }}
            activeOptions={{ exact: true }}
            className={tabClass}
          >
            {VIEW_NAMES[name]}
            {counts.data && <CountBadge count={counts.data[name]} tone={name === 'late' ? 'late' : 'quiet'} />}
          </Link>
        ))}
      </TabRow>
      <div className="flex items-center gap-2 py-3">
        <SearchField
          label="Search orders"
          placeholder="Order, buyer, product, tracking number"
          value={text}
          onChange={setText}
        />
      </div>
      <Panel title={VIEW_NAMES[view]} titleHidden>
        {orders.isPending && <LoadingRows label="Loading orders" />}
        {orders.isError && rows.length === 0 && (
          <ErrorPanel what="Orders" error={orders.error} onRetry={() => void orders.refetch()} />
        )}
        {orders.isSuccess && rows.length === 0 && !orders.hasNextPage && (
          <NoOrders storeId={storeId} view={view} search={search} onClear={() => setText('')} />
        )}
        {rows.length > 0 && (
          <DataTable
            caption={`Orders: ${VIEW_NAMES[view]}`}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            isReloading={orders.isPlaceholderData}
            cardClass="max-lg:grid-cols-[auto_minmax(0,1fr)_auto] max-lg:[grid-template-areas:'select_id_total''select_what_what''select_state_due']"
            selection={{ rows: selected, onChange: setSelected, labelOf: (id) => `Choose order ${id}` }}
          />
        )}
        <ShowMore query={orders} />
      </Panel>
      {chosen.length > 0 && (
        <ChosenBar
          label="Chosen orders"
          count={chosen.length}
          detail={`You receive ${formatNairaPrice(sumNet(chosen.flatMap(({ lines }) => lines)))}`}
          onClear={() => setSelected({})}
        >
          <Link
            to="/store/$storeId/packing-slips"
            params={{ storeId: String(storeId) }}
            search={{ orders: chosen.map(({ id }) => id).join(',') }}
            className={buttonClass({ variant: 'bar' })}
            data-shortcut="p"
          >
            <Printer />
            <span className="max-sm:sr-only">Packing slips</span>
          </Link>
          {shippable.length > 0 && (
            <Button variant="bar-primary" icon={<Truck />} data-shortcut="s" onClick={() => setShipping(true)}>
              Ship {shippable.length}
            </Button>
          )}
        </ChosenBar>
      )}
      {isSaving && (
        <SaveOrdersDialog
          storeId={storeId}
          view={VIEW_NAMES[view]}
          filter={toFilter(view)}
          onClose={() => setSaving(false)}
        />
      )}
      {isShipping && (
        <ShipSeveralDialog
          storeId={storeId}
          orders={shippable}
          onClose={() => setShipping(false)}
          onShipped={(ids) =>
            setSelected((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id))))
          }
        />
      )}
    </>
  );
}

function NoOrders({
  storeId,
  view,
  search,
  onClear,
}: {
  storeId: number;
  view: OrderView;
  search: string;
  onClear: () => void;
}) {
  if (search !== '')
    return (
      <EmptyPanel
        picture="search"
        icon={Search}
        title="No order matches"
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        Nothing found for “{search}”{view === 'all' ? '' : ` in “${VIEW_NAMES[view]}”`}. All words must occur, in the
        order’s number, the buyer’s name, a product or a tracking number.
      </EmptyPanel>
    );
  if (view === 'to_ship' || view === 'late')
    return (
      <EmptyPanel
        picture="orders"
        icon={Package}
        title={view === 'late' ? 'Nothing is late' : 'Nothing to ship'}
        action={
          <Link
            to="/store/$storeId/orders"
            params={{ storeId: String(storeId) }}
            search={{ view: 'all' }}
            className={buttonClass()}
          >
            All orders
          </Link>
        }
      >
        When someone buys, the order comes here with what to pack and where to send it, and by mail.
      </EmptyPanel>
    );
  return (
    <EmptyPanel picture="orders" icon={Package} title={view === 'all' ? 'No orders yet' : 'No such orders'}>
      When someone buys, the order comes here with what to pack and where to send it, and by mail.
    </EmptyPanel>
  );
}

const orderColumns = (storeId: number): Column<MerchantOrder>[] => [
  {
    id: 'order',
    header: 'Order',
    meta: { isRowHeader: true, widthClass: 'lg:w-64', areaClass: 'max-lg:[grid-area:id]' },
    cell: ({ row: { original: order } }) => (
      <span className="block min-w-0">
        <RowLink
          to="/store/$storeId/orders/$orderId"
          params={{ storeId: String(storeId), orderId: order.id }}
          className={rowLinkClass}
          data-row-link
        >
          {order.id}
        </RowLink>
        <span className="block truncate text-muted text-xs max-lg:hidden">
          {order.buyer_name || 'Deleted account'}
          {order.shipping_address && `, ${order.shipping_address.city}`}
        </span>
      </span>
    ),
  },
  {
    id: 'what',
    header: 'What',
    meta: { areaClass: 'max-lg:[grid-area:what]' },
    cell: ({ row: { original: order } }) => (
      <span className="flex min-w-0 items-center gap-3">
        <ProductPicture src={order.lines[0]?.image ?? ''} size="md" />
        <span className="min-w-0">
          <span className="block truncate">{summarizeLines(order.lines)}</span>
          <span className="block truncate text-muted text-xs lg:hidden">
            {order.buyer_name || 'Deleted account'}
            {order.shipping_address && `, ${order.shipping_address.city}`}
          </span>
          <span className="block text-muted text-xs max-lg:hidden">
            {formatNumberOf(
              order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
              'piece',
            )}
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { widthClass: 'lg:w-36', areaClass: 'max-lg:[grid-area:state]' },
    cell: ({ row: { original: order } }) => <OrderBadge order={order} />,
  },
  {
    id: 'due',
    header: 'Leaves by',
    meta: { widthClass: 'lg:w-36', areaClass: 'max-lg:[grid-area:due] max-lg:text-right' },
    cell: ({ row: { original: order } }) => <Due order={order} />,
  },
  {
    id: 'total',
    header: 'You receive',
    meta: { isNumber: true, widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:total]' },
    cell: ({ row: { original: order } }) => formatNairaPrice(sumNet(order.lines)),
  },
];
