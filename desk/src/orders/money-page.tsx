import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { WorkKind } from '@sokuwa/contract/operators/overview.rules.ts';
import type { OperatorRefund } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import type { OperatorDispute, OperatorPayment } from '@sokuwa/contract/orders/operator-payments.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Gavel, Hand, type LucideIcon, Search, Undo2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { formatAge, formatDay, formatDue } from '../lib/format.ts';
import { readOrderSearch } from '../lib/order-search.ts';
import type { Workplace } from '../lib/session.ts';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import type { WorkCounts } from '../lib/work-counts.ts';
import { CountBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable, rowLinkClass } from '../ui/data-table.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { Panel } from '../ui/panel.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyPanel } from '../ui/state-panels.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { disputesQuery, paymentsQuery, refundsQuery } from './market.queries.ts';
import { DisputeBadge, PaymentBadge, RefundBadge } from './market-badges.tsx';
import { formatReceived, sayRefundReason, sayWhyHeld } from './money.rules.ts';
import { DisputeCase, PaymentCase, RefundCase } from './money-case.tsx';
import { MONEY_VIEWS } from './order-views.ts';

export type MoneyView = (typeof MONEY_VIEWS)[number];
const VIEW_NAMES: Record<MoneyView, string> = {
  held: 'Held',
  payments: 'Payments',
  refunds: 'Refunds',
  disputes: 'Disputes',
};

/** What is shown of a view, as `filter` of its address; the first one is the default. */
const FILTERS = {
  payments: { all: 'All', success: 'Paid', open: 'Not paid', failed: 'Failed', held: 'Held' },
  refunds: { waiting: 'Need a person', all: 'All' },
  disputes: { open: 'Open', lost: 'Lost, to ship', resolved: 'Resolved', all: 'All' },
} as const;
type FilterOf<View extends keyof typeof FILTERS> = keyof (typeof FILTERS)[View];

const keysOf = <Names extends object>(names: Names) => Object.keys(names) as (keyof Names & string)[];
/** The filter of an address; the default for one that the view does not have. */
const readFilter = <View extends keyof typeof FILTERS>(view: View, filter: string | undefined): FilterOf<View> => {
  const [first, ...others] = keysOf(FILTERS[view]);
  return (others.find((name) => name === filter) ?? first) as FilterOf<View>;
};

export type MoneySearch = {
  view?: MoneyView | undefined;
  filter?: string | undefined;
  search?: string | undefined;
  /** The payment, refund or dispute that is shown beside the list. */
  case?: string | undefined;
};

/** The kinds of work that wait in each view. */
const VIEW_WORK: Record<MoneyView, readonly WorkKind[]> = {
  held: ['payments_held'],
  payments: [],
  refunds: ['refunds_stuck'],
  disputes: ['disputes_open', 'disputes_lost'],
};

type Props = { operator: Workplace; work: WorkCounts; address: MoneySearch; onSearch: (search: string) => void };

/** What needs a person first, and all payments, refunds and disputes; one of them beside the list. */
export function MoneyPage(props: Props) {
  const { work } = props;
  const view = props.address.view ?? 'held';
  return (
    <>
      <PageHead title="Money" />
      <TabRow label="Views of the money">
        {MONEY_VIEWS.map((name) => (
          <Link
            key={name}
            to="/market/money"
            search={{ view: name === 'held' ? undefined : name }}
            activeOptions={{ explicitUndefined: true }}
            className={tabClass}
          >
            {VIEW_NAMES[name]}
            <CountBadge count={VIEW_WORK[name].reduce((sum, kind) => sum + (work[kind] ?? 0), 0)} tone="late" />
          </Link>
        ))}
      </TabRow>
      {(view === 'held' || view === 'payments') && <Payments key={view} view={view} {...props} />}
      {view === 'refunds' && <Refunds {...props} />}
      {view === 'disputes' && <Disputes {...props} />}
    </>
  );
}

/** The list, and the chosen case beside it from 1280 px, otherwise in its place. */
function Split({ children, chosen }: { children: ReactNode; chosen: ReactNode }) {
  const isChosen = chosen !== undefined;
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-5',
        isChosen && 'xl:grid-cols-[minmax(0,1fr)_26rem]',
      )}
    >
      <div className={cx('min-w-0', isChosen && 'max-xl:hidden')}>{children}</div>
      {chosen}
    </div>
  );
}

function FilterChips<View extends keyof typeof FILTERS>({ view, chosen }: { view: View; chosen: FilterOf<View> }) {
  const names: Record<string, string> = FILTERS[view];
  return (
    <nav aria-label="Filters" className="no-scrollbar bleed-row flex gap-2 overflow-x-auto">
      {Object.entries(names).map(([name, text], index) => (
        <Link
          key={name}
          from="/market/money"
          to="/market/money"
          search={(before) => ({ ...before, view, filter: index === 0 ? undefined : name, case: undefined })}
          aria-current={name === chosen ? 'true' : undefined}
          activeOptions={{ explicitUndefined: true }}
          className="inline-flex h-(--ctl) shrink-0 items-center rounded-full border border-control bg-surface px-3.5 font-medium text-secondary no-underline hover:bg-row-hover aria-[current]:border-action aria-[current]:bg-action-quiet aria-[current]:font-semibold aria-[current]:text-action"
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** Search and filters above a list. */
const toolsClass = 'flex flex-col gap-2 py-3 xl:flex-row xl:flex-wrap xl:items-center';

/** The row whose case is shown is tinted. */
const chosenClass =
  'max-lg:grid-cols-[minmax(0,1fr)_auto] has-[[aria-current]]:bg-row-selected has-[[aria-current]]:shadow-[inset_3px_0_var(--sk-action)]';
const paymentCardClass = cx(chosenClass, "max-lg:[grid-template-areas:'id_total''what_age']");
const cardClass = cx(chosenClass, "max-lg:[grid-template-areas:'id_total''state_age']");

function CaseLink({ reference, isChosen }: { reference: string; isChosen: boolean }) {
  return (
    <RowLink
      from="/market/money"
      to="/market/money"
      search={(before) => ({ ...before, case: reference })}
      aria-current={isChosen ? 'true' : undefined}
      className={cx(rowLinkClass, 'whitespace-nowrap')}
      data-row-link
    >
      {reference}
    </RowLink>
  );
}

function Nothing({ icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <EmptyPanel picture="inbox" icon={icon} title={title}>
      {children}
    </EmptyPanel>
  );
}

function Payments({ view, operator, address, onSearch }: Props & { view: 'held' | 'payments' }) {
  const { search = '', case: chosen } = address;
  const filter = readFilter('payments', address.filter);
  const status = view === 'held' ? 'held' : filter === 'all' ? undefined : filter;
  const query = useInfiniteQuery({
    ...paymentsQuery({ ...(status && { status }), ...(search.length > 1 && { search }) }),
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ results }) => results) ?? [], [query.data]);
  const [text, setText] = useDebouncedSearch(search, onSearch);
  const columns = useMemo(() => paymentColumns(chosen, view), [chosen, view]);
  return (
    <Split chosen={chosen && <PaymentCase key={chosen} operator={operator} reference={chosen} />}>
      <div className={toolsClass}>
        <SearchField
          label="Search payments"
          placeholder="Reference, order, email or name"
          value={text}
          onChange={setText}
        />
        {view === 'payments' && <FilterChips view="payments" chosen={filter} />}
      </div>
      <Panel title={VIEW_NAMES[view]} titleHidden>
        <PagedList
          what={view === 'held' ? 'Held payments' : 'Payments'}
          query={query}
          count={rows.length}
          empty={
            search !== '' ? (
              <EmptyPanel
                picture="search"
                icon={Search}
                title="No payment matches"
                action={<Button onClick={() => setText('')}>Clear the search</Button>}
              >
                Nothing found for “{search}”. Write a complete email address, the beginning of a name, an order or a
                reference.
              </EmptyPanel>
            ) : view === 'held' ? (
              <Nothing icon={Hand} title="No payment is held">
                A payment whose amount or currency is not what the order asks for comes here. You accept it, or give it
                back.
              </Nothing>
            ) : (
              <Nothing icon={BadgeCheck} title="No such payments">
                Whatever buyers pay comes here.
              </Nothing>
            )
          }
        >
          <DataTable
            caption={VIEW_NAMES[view]}
            columns={columns}
            rows={rows}
            rowId={({ reference }) => reference}
            isReloading={query.isPlaceholderData}
            cardClass={paymentCardClass}
          />
        </PagedList>
      </Panel>
    </Split>
  );
}

const paymentColumns = (chosen: string | undefined, view: 'held' | 'payments'): Column<OperatorPayment>[] => [
  {
    id: 'payment',
    header: 'Payment',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:id]' },
    cell: ({ row: { original } }) => (
      <>
        <CaseLink reference={original.reference} isChosen={original.reference === chosen} />
        <span className="block max-w-52 truncate text-muted text-xs">{buyerOf(original)}</span>
      </>
    ),
  },
  {
    id: 'what',
    header: view === 'held' ? 'Why it waits' : 'State',
    meta: { areaClass: 'max-lg:[grid-area:what]' },
    cell: ({ row: { original } }) =>
      view === 'held' ? sayWhyHeld(original) : <PaymentBadge status={original.status} />,
  },
  {
    id: 'total',
    header: 'Amount',
    meta: { isNumber: true, areaClass: 'max-lg:[grid-area:total] font-semibold' },
    cell: ({ row: { original } }) => formatReceived(original),
  },
  {
    id: 'age',
    header: view === 'held' ? 'Waits' : 'Begun',
    meta: { isNumber: true, areaClass: 'max-lg:[grid-area:age] text-muted max-lg:text-xs' },
    cell: ({ row: { original } }) =>
      view === 'held' ? formatAge(original.created_at) : formatDay(original.created_at),
  },
];

const buyerOf = ({ buyer }: Pick<OperatorPayment, 'buyer'>): string =>
  buyer ? `${buyer.first_name} ${buyer.last_name}` : 'Deleted account';

function Refunds({ operator, address, onSearch }: Props) {
  const { search = '', case: chosen } = address;
  const filter = readFilter('refunds', address.filter);
  const order = readOrderSearch(search);
  const isUnreadable = search !== '' && order === undefined;
  const query = useInfiniteQuery({
    ...refundsQuery({ ...(filter === 'waiting' && { waiting: true }), ...(order !== undefined && { order }) }),
    placeholderData: (previous) => previous,
    enabled: !isUnreadable,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ results }) => results) ?? [], [query.data]);
  const [text, setText] = useDebouncedSearch(search, onSearch);
  const columns = useMemo(() => refundColumns(chosen), [chosen]);
  const noMatch = (
    <EmptyPanel
      picture="search"
      icon={Search}
      title="No refund matches"
      action={<Button onClick={() => setText('')}>Clear the search</Button>}
    >
      Nothing found for “{search}” in “{FILTERS.refunds[filter]}”. Write a complete order, or the reference of a payment
      or refund.
    </EmptyPanel>
  );
  return (
    <Split chosen={chosen && <RefundCase key={chosen} operator={operator} reference={chosen} />}>
      <div className={toolsClass}>
        <SearchField label="Search refunds" placeholder="Order or reference" value={text} onChange={setText} />
        <FilterChips view="refunds" chosen={filter} />
      </div>
      <Panel title="Refunds" titleHidden>
        {isUnreadable ? (
          noMatch
        ) : (
          <PagedList
            what="Refunds"
            query={query}
            count={rows.length}
            empty={
              search !== '' ? (
                noMatch
              ) : (
                <Nothing icon={Undo2} title={filter === 'waiting' ? 'No refund is stuck' : 'No refunds yet'}>
                  {filter === 'waiting'
                    ? 'A refund that the provider cannot make, or that takes too long, comes here. You try it again, or pay it otherwise.'
                    : 'What buyers get back comes here.'}
                </Nothing>
              )
            }
          >
            <DataTable
              caption={`Refunds: ${FILTERS.refunds[filter]}`}
              columns={columns}
              rows={rows}
              rowId={({ reference }) => reference}
              isReloading={query.isPlaceholderData}
              cardClass={cardClass}
            />
          </PagedList>
        )}
      </Panel>
    </Split>
  );
}

const refundColumns = (chosen: string | undefined): Column<OperatorRefund>[] => [
  {
    id: 'refund',
    header: 'Refund',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:id]' },
    cell: ({ row: { original } }) => (
      <>
        <CaseLink reference={original.reference} isChosen={original.reference === chosen} />
        <span className="block text-muted text-xs">{sayRefundReason(original)}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { areaClass: 'max-lg:[grid-area:state]' },
    cell: ({ row: { original } }) => <RefundBadge status={original.status} />,
  },
  {
    id: 'total',
    header: 'Amount',
    meta: { isNumber: true, areaClass: 'max-lg:[grid-area:total] font-semibold' },
    cell: ({ row: { original } }) => formatNairaPrice(original.amount),
  },
  {
    id: 'age',
    header: 'Asked for',
    meta: { isNumber: true, areaClass: 'max-lg:[grid-area:age] text-muted max-lg:text-xs' },
    cell: ({ row: { original } }) => formatDay(original.created_at),
  },
];

function Disputes({ operator, address }: Props) {
  const { case: chosen } = address;
  const filter = readFilter('disputes', address.filter);
  const query = useInfiniteQuery({
    ...disputesQuery(filter === 'all' ? {} : { state: filter }),
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ results }) => results) ?? [], [query.data]);
  const columns = useMemo(() => disputeColumns(chosen), [chosen]);
  // There is no call for one dispute: it is one of those that are listed.
  const dispute = rows.find(({ id }) => id === chosen);
  return (
    <Split chosen={dispute && <DisputeCase key={dispute.id} operator={operator} dispute={dispute} />}>
      <div className="py-3">
        <FilterChips view="disputes" chosen={filter} />
      </div>
      <Panel title="Disputes" titleHidden>
        <PagedList
          what="Disputes"
          query={query}
          count={rows.length}
          empty={
            <Nothing icon={Gavel} title={filter === 'open' ? 'No dispute is open' : 'No such disputes'}>
              When a buyer asks the bank for the money back, it comes here with the time to answer.
            </Nothing>
          }
        >
          <DataTable
            caption={`Disputes: ${FILTERS.disputes[filter]}`}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            isReloading={query.isPlaceholderData}
            cardClass={cardClass}
          />
        </PagedList>
      </Panel>
    </Split>
  );
}

const disputeColumns = (chosen: string | undefined): Column<OperatorDispute>[] => [
  {
    id: 'dispute',
    header: 'Dispute',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:id]' },
    cell: ({ row: { original } }) => (
      <>
        <CaseLink reference={original.id} isChosen={original.id === chosen} />
        <span className="block text-muted text-xs">Order {original.order_id}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { areaClass: 'max-lg:[grid-area:state]' },
    cell: ({ row: { original } }) => <DisputeBadge state={original.state} />,
  },
  {
    id: 'total',
    header: 'Amount',
    meta: { isNumber: true, areaClass: 'max-lg:[grid-area:total] font-semibold' },
    cell: ({ row: { original } }) => (original.amount === null ? 'All' : formatNairaPrice(original.amount)),
  },
  {
    id: 'age',
    header: 'Answer by',
    meta: { isNumber: true, areaClass: 'max-lg:[grid-area:age] max-lg:text-xs' },
    cell: ({
      row: {
        original: { state, due_at, created_at },
      },
    }) =>
      state === 'open' && due_at !== null ? (
        <span className="font-semibold text-warning">{formatDue(due_at)}</span>
      ) : (
        <span className="text-muted">{formatDay(created_at)}</span>
      ),
  },
];
