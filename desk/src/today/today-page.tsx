import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { Today } from '@sokuwa/contract/today/today.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type LucideIcon, MessageSquare, Package, PackageMinus, PartyPopper, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { FirstStepsPanel, StoreStateNote } from '../first-steps/index.ts';
import { currentTime, useClockStart } from '../lib/clock.ts';
import {
  countDays,
  formatAge,
  formatBoundedCount,
  formatBoundedOf,
  formatDay,
  formatDue,
  formatWeekday,
} from '../lib/format.ts';
import { canRead, type StoreMembership } from '../lib/session.ts';
import { Due, summarizeLines } from '../orders/index.ts';
import { buttonClass } from '../ui/button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack, panelLinkClass } from '../ui/panel.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { todayQuery, toShipQuery } from './today.queries.ts';

const SHOWN_ORDERS = 5;

// After the first view: the chart library is a third of the page's code.
const SalesPanel = lazyWithRetry(
  async () => (await import('./sales-panel.tsx')).SalesPanel,
  <Panel title="Sales, 30 days" isPadded>
    <Skeleton className="h-49 w-full" />
  </Panel>,
);

/** What waits for a merchant today, and how the last 30 days went. */
export function TodayPage({ store }: { store: StoreMembership }) {
  const { merchant_id: storeId } = store;
  useClockStart();
  const today = useQuery(todayQuery(storeId));
  return (
    <>
      <PageHead
        title="Today"
        subtitle={`${formatWeekday(currentTime())}${today.data ? ` · ${sayWhatWaits(today.data)}` : ''}`}
      />
      <StoreStateNote store={store} />
      {canRead(store, 'store') && <FirstStepsPanel store={store} />}
      {today.isError && !today.data ? (
        <Panel title="Today" titleHidden>
          <ErrorPanel what="Today" error={today.error} onRetry={() => void today.refetch()} />
        </Panel>
      ) : (
        <>
          <Tiles storeId={storeId} today={today.data} />
          <div className="mt-4">
            <Columns>
              <PanelStack>
                <ShipFirst storeId={storeId} />
                {today.data && <SalesPanel sales={today.data.sales} />}
              </PanelStack>
              <PanelStack>
                {today.data?.next_payout && <NextPayout payout={today.data.next_payout} />}
                {today.data?.low_stock && today.data.low_stock.products.length > 0 && (
                  <LowStock storeId={storeId} products={today.data.low_stock.products} />
                )}
              </PanelStack>
            </Columns>
          </div>
        </>
      )}
    </>
  );
}

/** One sentence for the head of the page. */
const sayWhatWaits = ({ to_ship: { count, late_count, oldest_ship_by } }: Today): string => {
  if (count === 0) return 'nothing to ship';
  if (late_count > 0) return `${formatBoundedCount(late_count)} of ${formatBoundedOf(count, 'order')} to ship late`;
  return oldest_ship_by === null
    ? `${formatBoundedOf(count, 'order')} to ship`
    : `${formatBoundedOf(count, 'order')} to ship, the first ${formatDue(oldest_ship_by).toLowerCase()}`;
};

/** 'by Friday', 'today', 'since yesterday': until when something must be decided. */
const sayDeadline = (instant: string): string => {
  const days = countDays(instant);
  if (days < 0) return `Was due ${formatDay(instant)}`;
  if (days === 0) return 'Decide today';
  return `Decide by ${days < 7 ? formatWeekday(instant).split(' ')[0] : formatDay(instant)}`;
};

function Tiles({ storeId, today }: { storeId: number; today: Today | undefined }) {
  const params = { storeId: String(storeId) };
  const lowest = today?.low_stock?.products[0];
  return (
    <section aria-label="What waits for you" className="grid grid-cols-2 gap-2 lg:grid-cols-4 lg:gap-3">
      <Link to="/store/$storeId/orders" params={params} className={tileClass}>
        <Tile
          icon={Package}
          name="To ship"
          count={today?.to_ship.count}
          detail={
            today &&
            (today.to_ship.late_count > 0
              ? `${formatBoundedCount(today.to_ship.late_count)} late`
              : today.to_ship.oldest_ship_by
                ? `First: ${formatDue(today.to_ship.oldest_ship_by).toLowerCase()}`
                : 'All is on its way')
          }
          isLate={(today?.to_ship.late_count ?? 0) > 0}
        />
      </Link>
      <Link to="/store/$storeId/messages" params={params} className={tileClass}>
        <Tile
          icon={MessageSquare}
          name="Unanswered"
          count={today?.unanswered?.count}
          detail={
            today &&
            (today.unanswered?.oldest_at ? `Longest wait ${formatAge(today.unanswered.oldest_at)}` : 'Nobody waits')
          }
        />
      </Link>
      <Link to="/store/$storeId/returns" params={params} className={tileClass}>
        <Tile
          icon={Undo2}
          name="Returns"
          count={today?.returns?.count}
          detail={today && (today.returns?.decide_by ? sayDeadline(today.returns.decide_by) : 'Nothing to decide')}
        />
      </Link>
      <Link to="/store/$storeId/products" params={params} search={{ view: 'low' }} className={tileClass}>
        <Tile
          icon={PackageMinus}
          name="Low stock"
          count={today?.low_stock?.count}
          detail={today && (lowest ? `${lowest.title}: ${lowest.stock} left` : 'Enough of everything')}
        />
      </Link>
    </section>
  );
}

const tileClass =
  'flex min-h-25 min-w-0 flex-col rounded-md border border-line bg-surface p-3 text-body no-underline hover:border-line-strong hover:bg-row-hover';

function Tile({
  icon: Icon,
  name,
  count,
  detail,
  isLate = false,
}: {
  icon: LucideIcon;
  name: string;
  /** Undefined while it is loading. */
  count: number | undefined;
  detail: ReactNode;
  isLate?: boolean;
}) {
  return (
    <>
      <span className="flex items-center gap-1.5 font-medium text-secondary text-xs">
        <Icon className="size-4" />
        {name}
      </span>
      <span
        className={cx(
          'font-bold font-display text-[1.75rem] leading-9 tracking-[-0.02em]',
          count === 0 ? 'text-muted' : 'text-heading',
        )}
      >
        {count === undefined ? <Skeleton className="my-1.5 h-6 w-10" /> : formatBoundedCount(count)}
      </span>
      <span className={cx('mt-auto line-clamp-2 text-2xs', isLate ? 'font-semibold text-palm-700' : 'text-muted')}>
        {detail ?? <Skeleton className="h-3 w-2/3" />}
      </span>
    </>
  );
}

function ShipFirst({ storeId }: { storeId: number }) {
  const params = { storeId: String(storeId) };
  const orders = useInfiniteQuery(toShipQuery(storeId));
  const first = orders.data?.pages[0]?.results.slice(0, SHOWN_ORDERS) ?? [];
  return (
    <Panel
      title="Ship first"
      aside={
        <Link to="/store/$storeId/orders" params={params} className={panelLinkClass}>
          All orders
        </Link>
      }
    >
      {orders.isPending && <LoadingRows label="Loading orders" count={SHOWN_ORDERS} />}
      {orders.isError && <ErrorPanel what="Orders" error={orders.error} onRetry={() => void orders.refetch()} />}
      {orders.isSuccess && first.length === 0 && (
        <EmptyPanel picture="orders" icon={PartyPopper} title="Nothing to ship" className="py-6">
          When someone buys, the order comes here, and by mail.
        </EmptyPanel>
      )}
      <ul>
        {first.map((order) => (
          <li key={order.id}>
            <Link
              to="/store/$storeId/orders/$orderId"
              params={{ ...params, orderId: order.id }}
              className="flex min-h-(--row) items-center gap-3 border-line border-t px-4 py-2.5 text-body no-underline hover:bg-row-hover"
            >
              <ProductPicture src={order.lines[0]?.image ?? ''} size="md" />
              <span className="min-w-0 flex-1">
                <b className="block truncate font-semibold">{summarizeLines(order.lines)}</b>
                <span className="block truncate text-muted text-xs">
                  {order.buyer_name}
                  {order.shipping_address && `, ${order.shipping_address.city}`}
                </span>
                <span className="lg:hidden">
                  <Due order={order} />
                </span>
              </span>
              <span className="max-lg:hidden">
                <Due order={order} />
              </span>
              <span aria-hidden="true" className={buttonClass({ size: 'sm' })}>
                Pack
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function NextPayout({
  payout: { amount, status, expected_at, waiting_amount, bank_account_label },
}: {
  payout: NonNullable<Today['next_payout']>;
}) {
  return (
    <Panel title="Next payout" isBrand hasCorner isPadded>
      <p className="font-bold font-display text-white text-xl">{formatNairaPrice(amount)}</p>
      <p className="mt-1 text-on-brand-muted">
        {status !== null && 'Being paid'}
        {status === null && (expected_at ? `${formatWeekday(`${expected_at}T12:00:00Z`)}` : 'Not scheduled yet')}
        {bank_account_label ? `, to ${bank_account_label}.` : '. Enter your bank account to get it.'}
        {waiting_amount > 0 &&
          ` Another ${formatNairaPrice(waiting_amount)} waits until it cannot be returned any more.`}
      </p>
    </Panel>
  );
}

function LowStock({ storeId, products }: { storeId: number; products: NonNullable<Today['low_stock']>['products'] }) {
  return (
    <Panel title="Low stock">
      <ul>
        {products.map(({ id, title, image, stock }) => (
          <li key={id}>
            <Link
              to="/store/$storeId/products/$productId"
              params={{ storeId: String(storeId), productId: String(id) }}
              className="flex min-h-(--row) items-center gap-3 border-line border-t px-4 py-2.5 text-body no-underline hover:bg-row-hover"
            >
              <ProductPicture src={image} size="md" />
              <span className="min-w-0 flex-1">
                <span className="block truncate">{title}</span>
                <span className="font-semibold text-warning text-xs">{stock} left</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
