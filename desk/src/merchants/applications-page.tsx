import { STORE_STATES, type StoreState } from '@sokuwa/contract/catalog/store.rules.ts';
import type { OperatorApplicationSummary } from '@sokuwa/contract/joining/operator-applications.schemas.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { formatAge, formatDay, formatNumberOf } from '../lib/format.ts';
import { type Column, rowLinkClass } from '../ui/data-table.tsx';
import { SelectField } from '../ui/field.tsx';
import { ListPanel } from '../ui/list-panel.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { EmptyPanel } from '../ui/state-panels.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import { MerchantBadge } from './merchant-badge.tsx';
import { applicationsQuery } from './merchants.queries.ts';
import { MerchantsHead } from './merchants-tabs.tsx';

const STATE_NAMES: Record<StoreState, string> = {
  applied: 'Waiting for a decision',
  declined: 'Declined',
  approved: 'Approved',
  draft: 'Not sent yet',
};
/** What an empty list would show. */
const HINTS: Record<StoreState, string> = {
  applied: 'A store that applies comes here, the one that waits longest first.',
  declined: 'An applicant can change a declined application, and send it again.',
  approved: 'Stores that have applied and were approved.',
  draft: 'Applications that somebody has begun and not sent.',
};
/** The choices of the filter; the one that needs a person first. */
const OPTIONS = (['applied', 'declined', 'approved', 'draft'] satisfies StoreState[]).map((value) => ({
  value,
  label: STATE_NAMES[value],
}));

export type ApplicationsSearch = { state?: StoreState | undefined };

/** Stores that have applied. */
export function ApplicationsPage({
  state = 'applied',
  onState,
}: ApplicationsSearch & { onState: (state: StoreState) => void }) {
  const applications = useInfiniteQuery({ ...applicationsQuery(state), placeholderData: (previous) => previous });
  return (
    <>
      <MerchantsHead current="applications" />
      <div className="py-3 lg:max-w-64">
        <SelectField
          label="Show"
          labelHidden
          options={OPTIONS}
          value={state}
          onChange={({ target }) => onState(STORE_STATES.find((name) => name === target.value) ?? 'applied')}
        />
      </div>
      <ListPanel
        title={`Applications: ${STATE_NAMES[state]}`}
        what="Applications"
        pages={applications}
        columns={COLUMNS}
        rowId={({ merchant_id }) => String(merchant_id)}
        cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'name_state''what_since']"
        empty={
          <EmptyPanel
            picture="inbox"
            icon={FileText}
            title={state === 'applied' ? 'Nobody waits for a decision' : 'No such applications'}
          >
            {HINTS[state]}
          </EmptyPanel>
        }
      />
    </>
  );
}

const COLUMNS: Column<OperatorApplicationSummary>[] = [
  {
    id: 'name',
    header: 'Store',
    meta: { isRowHeader: true, widthClass: 'lg:w-72', areaClass: 'max-lg:[grid-area:name]' },
    cell: ({ row: { original: application } }) => (
      <span className="flex min-w-0 items-center gap-3">
        <StoreMark name={application.store_name} size="md" />
        <span className="min-w-0">
          <RowLink
            to="/market/merchants/applications/$merchantId"
            params={{ merchantId: String(application.merchant_id) }}
            className={rowLinkClass}
            data-row-link
          >
            {application.store_name}
          </RowLink>
          <span className="block truncate text-muted text-xs">
            {[application.applicant?.name ?? 'Deleted account', application.place].filter(Boolean).join(' · ')}
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'what',
    header: 'Sells',
    meta: { areaClass: 'max-lg:[grid-area:what]' },
    cell: ({ row: { original: application } }) => (
      <span className="min-w-0">
        <span className="line-clamp-2 max-lg:text-xs">{application.description || 'Not said yet'}</span>
        {application.expected_products !== null && (
          <span className="block text-muted text-xs">
            about {formatNumberOf(application.expected_products, 'product')}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { widthClass: 'lg:w-36', areaClass: 'max-lg:[grid-area:state]' },
    cell: ({ row: { original } }) => <MerchantBadge state={original.state} suspended_at={null} />,
  },
  {
    id: 'since',
    header: 'Since',
    meta: { widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:since] max-lg:text-right max-lg:text-xs' },
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap text-secondary">
        {original.state === 'applied' ? formatAge(original.state_since) : formatDay(original.state_since)}
      </span>
    ),
  },
];
