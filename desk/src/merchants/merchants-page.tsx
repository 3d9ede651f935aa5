import type { OperatorMerchant } from '@sokuwa/contract/catalog/operator-merchants.schemas.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban, Search, Store } from 'lucide-react';
import { formatCount, formatDay, formatNumberOf } from '../lib/format.ts';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { type Column, rowLinkClass } from '../ui/data-table.tsx';
import { ListPanel } from '../ui/list-panel.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyPanel } from '../ui/state-panels.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import { formatPerMille } from './merchant.rules.ts';
import { MerchantBadge } from './merchant-badge.tsx';
import { merchantsQuery } from './merchants.queries.ts';
import { MerchantsHead } from './merchants-tabs.tsx';

export type MerchantsSearch = { view?: 'suspended' | undefined; search?: string | undefined };

/** All merchants, or the suspended ones. */
export function MerchantsPage({
  view,
  search = '',
  onSearch,
}: MerchantsSearch & { onSearch: (search: string) => void }) {
  const merchants = useInfiniteQuery({
    ...merchantsQuery({ ...(view && { suspended: true }), ...(search !== '' && { search }) }),
    placeholderData: (previous) => previous,
  });
  const [text, setText] = useDebouncedSearch(search, onSearch);
  return (
    <>
      <MerchantsHead current={view ?? 'all'} search={search} />
      <div className="flex items-center gap-2 py-3">
        <SearchField label="Search merchants" placeholder="Name of the store" value={text} onChange={setText} />
      </div>
      <ListPanel
        title={view ? 'Suspended merchants' : 'All merchants'}
        what="Merchants"
        pages={merchants}
        columns={COLUMNS}
        rowId={({ id }) => String(id)}
        cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'name_state''count_share']"
        empty={<NoMerchants view={view} search={search} onClear={() => setText('')} />}
      />
    </>
  );
}

function NoMerchants({
  view,
  search,
  onClear,
}: {
  view: MerchantsSearch['view'];
  search: string;
  onClear: () => void;
}) {
  if (search !== '')
    return (
      <EmptyPanel
        picture="search"
        icon={Search}
        title="No merchant matches"
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        No {view ? 'suspended merchant' : 'merchant'} has “{search}” in its name.
      </EmptyPanel>
    );
  return view ? (
    <EmptyPanel
      picture="orders"
      icon={Ban}
      title="Nobody is suspended"
      action={
        <Link to="/market/merchants" className={buttonClass()}>
          All merchants
        </Link>
      }
    >
      Products of a suspended merchant are not in the shop. Its page has the button.
    </EmptyPanel>
  ) : (
    <EmptyPanel
      picture="orders"
      icon={Store}
      title="No merchants yet"
      action={
        <Link to="/market/merchants/applications" className={buttonClass()}>
          Applications
        </Link>
      }
    >
      A store that applies comes to the applications, and here when it is approved.
    </EmptyPanel>
  );
}

const COLUMNS: Column<OperatorMerchant>[] = [
  {
    id: 'name',
    header: 'Store',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:name]' },
    cell: ({ row: { original: merchant } }) => (
      <span className="flex min-w-0 items-center gap-3">
        <StoreMark name={merchant.name} size="md" />
        <span className="min-w-0">
          <RowLink
            to="/market/merchants/$merchantId"
            params={{ merchantId: String(merchant.id) }}
            className={rowLinkClass}
            data-row-link
          >
            {merchant.name}
          </RowLink>
          <span className="block truncate text-muted text-xs">{merchant.place || merchant.country}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { widthClass: 'lg:w-36', areaClass: 'max-lg:[grid-area:state]' },
    cell: ({ row: { original } }) => <MerchantBadge {...original} />,
  },
  {
    id: 'since',
    header: 'Since',
    meta: { widthClass: 'lg:w-32', isWideOnly: true },
    cell: ({ row: { original } }) => <span className="text-secondary">{formatDay(original.since)}</span>,
  },
  {
    id: 'share',
    header: 'Commission',
    meta: { isNumber: true, widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:share] max-lg:text-xs' },
    cell: ({
      row: {
        original: { commission_per_mille },
      },
    }) =>
      commission_per_mille === null ? (
        <span className="text-muted">The market’s</span>
      ) : (
        formatPerMille(commission_per_mille)
      ),
  },
  {
    id: 'products',
    header: 'Products',
    meta: { isNumber: true, widthClass: 'lg:w-28', areaClass: 'max-lg:[grid-area:count] max-lg:text-left' },
    cell: ({
      row: {
        original: { products },
      },
    }) => (
      <>
        <span className="max-lg:hidden">{formatCount(products)}</span>
        <span className="text-muted text-xs lg:hidden">{formatNumberOf(products, 'product')}</span>
      </>
    ),
  },
];
