import { getToday } from '@sokuwa/contract/today/today.endpoints.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { WaitingCounts } from '../app/layout/shell.tsx';
import { firstStepsQuery } from '../first-steps/index.ts';
import { getStoreApi } from '../lib/api.ts';
import { canRead, type StoreMembership } from '../lib/session.ts';
import { ordersQuery } from '../orders/index.ts';

const REFRESH_MS = 60_000;

/** What waits for a merchant, read again every minute while the desk is open. */
export const todayQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['store', storeId, 'today'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(getToday, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** The orders to ship. Today shows the first of them. */
export const toShipQuery = (storeId: number) => ordersQuery(storeId, { status: 'to_ship' });

/** Reads what Today shows first. */
export const prefetchToday = (queryClient: QueryClient, store: StoreMembership): Promise<void>[] => [
  queryClient.prefetchQuery(todayQuery(store.merchant_id)),
  queryClient.prefetchInfiniteQuery(toShipQuery(store.merchant_id)),
  ...(canRead(store, 'store') ? [queryClient.prefetchQuery(firstStepsQuery(store.merchant_id))] : []),
];

/** How many things wait, for the navigation. Empty while they are loading. */
export const useStoreCounts = ({ merchant_id }: StoreMembership): WaitingCounts => {
  const { data } = useQuery(todayQuery(merchant_id));
  if (!data) return {};
  const { to_ship, unanswered, returns } = data;
  return {
    Orders: { count: to_ship.count, tone: to_ship.late_count > 0 ? 'late' : 'new' },
    Messages: { count: unanswered?.count ?? 0, tone: 'new' },
    Returns: { count: returns?.count ?? 0, tone: 'new' },
  };
};
