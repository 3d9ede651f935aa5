import type { CouponStatus } from '@sokuwa/contract/checkout/coupon.rules.ts';
import type { OperatorCoupon } from '@sokuwa/contract/checkout/operator-coupons.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Search, TicketPercent } from 'lucide-react';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { type Column, rowLinkClass } from '../ui/data-table.tsx';
import { ListPanel } from '../ui/list-panel.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyPanel } from '../ui/state-panels.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { describeDiscount, describePeriod, describeUses } from './coupon.rules.ts';
import { CouponBadge } from './coupon-badge.tsx';
import { COUPON_VIEWS } from './coupon-views.ts';
import { couponsQuery } from './coupons.queries.ts';

type CouponView = 'all' | CouponStatus;
const VIEW_NAMES: Record<CouponView, string> = {
  all: 'All',
  running: 'Running',
  scheduled: 'Scheduled',
  ended: 'Ended',
};

export type CouponsSearch = { view?: CouponView | undefined; search?: string | undefined };

/** Coupons with their use. */
export function CouponsPage({
  view = 'all',
  search = '',
  isWritable,
  onSearch,
}: CouponsSearch & { isWritable: boolean; onSearch: (search: string) => void }) {
  const coupons = useInfiniteQuery({
    ...couponsQuery({ ...(view !== 'all' && { status: view }), ...(search !== '' && { search }) }),
    placeholderData: (previous) => previous,
  });
  const [text, setText] = useDebouncedSearch(search, onSearch);
  return (
    <>
      <PageHead title="Coupons" actions={isWritable && <NewLink isPrimary />} />
      <TabRow label="Views of the coupons">
        {COUPON_VIEWS.map((name) => (
          <Link
            key={name}
            to="/market/coupons"
            search={{ ...(name !== 'all' && { view: name }), ...(search !== '' && { search }) }}
            activeOptions={{ exact: true, explicitUndefined: true }}
            aria-current={name === view ? 'page' : undefined}
            className={tabClass}
          >
            {VIEW_NAMES[name]}
          </Link>
        ))}
      </TabRow>
      <div className="flex items-center gap-2 py-3">
        <SearchField label="Search coupons" placeholder="A part of the code" value={text} onChange={setText} />
      </div>
      <ListPanel
        title={`Coupons: ${VIEW_NAMES[view]}`}
        what="Coupons"
        pages={coupons}
        columns={COLUMNS}
        rowId={({ code }) => code}
        cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'code_given''what_uses''period_state']"
        empty={
          search === '' ? (
            <EmptyPanel
              picture="cart"
              icon={TicketPercent}
              title={view === 'all' ? 'No coupons yet' : 'No such coupons'}
              action={isWritable && <NewLink />}
            >
              A coupon takes a percentage or an amount off the items of an order. Each buyer can use it once.
            </EmptyPanel>
          ) : (
            <EmptyPanel
              picture="search"
              icon={Search}
              title="No coupon matches"
              action={<Button onClick={() => setText('')}>Clear the search</Button>}
            >
              No code has “{search}” in it{view !== 'all' && ` in “${VIEW_NAMES[view]}”`}.
            </EmptyPanel>
          )
        }
      />
    </>
  );
}

function NewLink({ isPrimary = false }: { isPrimary?: boolean }) {
  return (
    <Link to="/market/coupons/new" className={buttonClass(isPrimary ? { variant: 'primary' } : {})}>
      <Plus />
      New coupon
    </Link>
  );
}

const COLUMNS: Column<OperatorCoupon>[] = [
  {
    id: 'code',
    header: 'Code',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:code]' },
    cell: ({ row: { original: coupon } }) => (
      <RowLink to="/market/coupons/$code" params={{ code: coupon.code }} className={rowLinkClass} data-row-link>
        {coupon.code}
      </RowLink>
    ),
  },
  {
    id: 'what',
    header: 'Discount',
    meta: { widthClass: 'lg:w-44', areaClass: 'max-lg:[grid-area:what]' },
    cell: ({ row: { original: coupon } }) => (
      <>
        {describeDiscount(coupon)}
        {coupon.minimum > 0 && (
          <span className="block text-muted text-xs">from {formatNairaPrice(coupon.minimum)}</span>
        )}
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:state]' },
    cell: ({ row: { original: coupon } }) => <CouponBadge coupon={coupon} />,
  },
  {
    id: 'period',
    header: 'When',
    meta: { widthClass: 'lg:w-56', areaClass: 'max-lg:[grid-area:period]' },
    cell: ({ row: { original: coupon } }) => <span className="text-muted text-xs">{describePeriod(coupon)}</span>,
  },
  {
    id: 'uses',
    header: 'Used',
    meta: { isNumber: true, widthClass: 'lg:w-28', areaClass: 'max-lg:[grid-area:uses]' },
    cell: ({ row: { original: coupon } }) => (
      <>
        <span className="lg:hidden">used </span>
        {describeUses(coupon)}
      </>
    ),
  },
  {
    id: 'given',
    header: 'Given',
    meta: { isNumber: true, widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:given]' },
    cell: ({ row: { original: coupon } }) => formatNairaPrice(coupon.discount_given),
  },
];
