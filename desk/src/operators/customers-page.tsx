import type { CustomerSummary } from '@sokuwa/contract/operators/operators.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, MailQuestionMark, Search, Users } from 'lucide-react';
import { formatDay } from '../lib/format.ts';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable, rowLinkClass } from '../ui/data-table.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel } from '../ui/panel.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { readCustomerSearch } from './customer.rules.ts';
import { customersQuery } from './customers.queries.ts';

/** Calls return at most so many accounts. */
const MAX_FOUND = 50;

/** Finds the account of a customer by email address, name or order. */
export function CustomersPage({
  search = '',
  onSearch,
}: {
  search?: string | undefined;
  onSearch: (search: string) => void;
}) {
  const [text, setText] = useDebouncedSearch(search, onSearch);
  const query = readCustomerSearch(search);
  return (
    <>
      <PageHead title="Customers" />
      <div className="flex pb-3">
        <SearchField label="Find customers" placeholder="Email, name or order" value={text} onChange={setText} />
      </div>
      <Panel title="Customers found" titleHidden>
        {query ? (
          <FoundCustomers search={search} query={query} onClear={() => setText('')} />
        ) : (
          <EmptyPanel picture="search" icon={Users} title="Find a customer">
            Write a complete email address, the beginning of a first or last name, or an order. Then you see the
            customer’s orders, credit and sessions.
          </EmptyPanel>
        )}
      </Panel>
    </>
  );
}

function FoundCustomers({
  search,
  query,
  onClear,
}: {
  search: string;
  query: NonNullable<ReturnType<typeof readCustomerSearch>>;
  onClear: () => void;
}) {
  const customers = useQuery({ ...customersQuery(query), placeholderData: (previous) => previous });
  const rows = customers.data ?? [];
  if (customers.isPending) return <LoadingRows label="Loading customers" />;
  if (customers.isError && rows.length === 0)
    return <ErrorPanel what="Customers" error={customers.error} onRetry={() => void customers.refetch()} />;
  if (rows.length === 0)
    return (
      <EmptyPanel
        picture="search"
        icon={Search}
        title="No customer matches"
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        Nothing found for “{search}”. An email address must be complete; of a name the beginning is enough.
      </EmptyPanel>
    );
  return (
    <>
      <DataTable
        caption="Customers found"
        columns={customerColumns}
        rows={rows}
        rowId={({ id }) => String(id)}
        isReloading={customers.isPlaceholderData}
        cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'id_state''phone_age']"
      />
      {rows.length === MAX_FOUND && (
        <p className="border-line border-t px-4 py-3 text-muted text-xs">
          These are the first {MAX_FOUND}. Write more of the name to find others.
        </p>
      )}
    </>
  );
}

const customerColumns: Column<CustomerSummary>[] = [
  {
    id: 'customer',
    header: 'Customer',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:id]' },
    cell: ({ row: { original } }) => (
      <span className="block min-w-0">
        <RowLink
          to="/market/customers/$accountId"
          params={{ accountId: String(original.id) }}
          className={rowLinkClass}
          data-row-link
        >
          {original.first_name} {original.last_name}
        </RowLink>
        <span className="wrap-anywhere block text-muted text-xs">{original.email}</span>
      </span>
    ),
  },
  {
    id: 'phone',
    header: 'Phone',
    meta: { widthClass: 'lg:w-44', areaClass: 'max-lg:[grid-area:phone] text-secondary' },
    cell: ({ row: { original } }) => original.phone_number,
  },
  {
    id: 'state',
    header: 'Email',
    meta: { widthClass: 'lg:w-40', areaClass: 'max-lg:[grid-area:state]' },
    cell: ({ row: { original } }) => <VerifiedBadge isVerified={original.is_verified} />,
  },
  {
    id: 'since',
    header: 'Since',
    meta: { isNumber: true, widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:age] text-muted max-lg:text-xs' },
    cell: ({ row: { original } }) => formatDay(original.created_at),
  },
];

/** Whether the email address is confirmed. */
export function VerifiedBadge({ isVerified }: { isVerified: boolean }) {
  return isVerified ? (
    <Badge tone="done" icon={BadgeCheck}>
      Confirmed
    </Badge>
  ) : (
    <Badge tone="neutral" icon={MailQuestionMark}>
      Not confirmed
    </Badge>
  );
}
