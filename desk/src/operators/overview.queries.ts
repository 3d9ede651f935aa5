import { getOverview } from '@sokuwa/contract/operators/operators.endpoints.ts';
import type { WorkKind } from '@sokuwa/contract/operators/overview.rules.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { WaitingCounts } from '../app/layout/shell.tsx';
import { api } from '../lib/api.ts';
import { MARKET_KEY } from '../lib/market.ts';
import { canRead, type Workplace } from '../lib/session.ts';
import type { WorkCounts } from '../lib/work-counts.ts';

const REFRESH_MS = 60_000;

/** What waits for an operator, read again every minute while the desk is open. */
export const overviewQuery = queryOptions({
  queryKey: [...MARKET_KEY, 'overview'],
  queryFn: ({ signal }) => api.call(getOverview, { signal }),
  refetchInterval: REFRESH_MS,
});

/** The place of the navigation where each kind of work is done. */
const PLACES: Record<WorkKind, { name: string; tone: 'new' | 'late' | 'quiet' }> = {
  refunds_stuck: { name: 'Money', tone: 'late' },
  payments_held: { name: 'Money', tone: 'late' },
  disputes_open: { name: 'Money', tone: 'late' },
  disputes_lost: { name: 'Money', tone: 'late' },
  payouts_unclear: { name: 'Payouts', tone: 'late' },
  returns_appealed: { name: 'Returns', tone: 'new' },
  returns_overdue: { name: 'Returns', tone: 'new' },
  orders_late: { name: 'Orders', tone: 'late' },
  applications: { name: 'Merchants', tone: 'new' },
  products_to_moderate: { name: 'Catalogue', tone: 'new' },
  payout_batches: { name: 'Payouts', tone: 'new' },
  bank_account_changes: { name: 'Payouts', tone: 'new' },
  mails_unsent: { name: 'Settings', tone: 'quiet' },
  jobs_failed: { name: 'Settings', tone: 'quiet' },
};

/** How many of each kind wait, of what the role may read. Empty while they are loading. */
export const useWorkCounts = (operator: Workplace): WorkCounts => {
  const { data } = useQuery({ ...overviewQuery, enabled: canRead(operator, 'overview') });
  return Object.fromEntries(data?.waiting.map(({ kind, count }) => [kind, count]) ?? []);
};

/** How many things wait, for the navigation: of what the role may read. Empty while they are loading. */
export const useMarketCounts = (operator: Workplace): WaitingCounts => {
  const { data } = useQuery({ ...overviewQuery, enabled: canRead(operator, 'overview') });
  const counts: WaitingCounts = {};
  for (const { kind, count } of data?.waiting ?? []) {
    const { name, tone } = PLACES[kind];
    const before = counts[name];
    // The most urgent kinds are first, so the first one decides the colour.
    counts[name] = { count: (before?.count ?? 0) + count, tone: before?.tone ?? tone };
  }
  return counts;
};
