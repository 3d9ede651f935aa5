import { getBatch, listBankAccountChanges, listBatches } from '@sokuwa/contract/payouts/operator-payouts.endpoints.ts';
import type { BatchDetail } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { cursorOf } from '../lib/paging.ts';

const payoutsKey = ['market', 'payouts'] as const;
/** How often a batch is read again: soon after its approval, when outcomes arrive, and later. */
const SOON_MS = 3000;
const LATER_MS = 30_000;
const SOON_AFTER_APPROVAL_MS = 600_000;

/** Batches page by page, newest first. Each page has the payouts that need a person, and the merchants with money. */
export const batchesQuery = infiniteQueryOptions({
  queryKey: [...payoutsKey, 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.call(listBatches, { query: pageParam === undefined ? {} : { cursor: Number(pageParam) }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => cursorOf(next),
});

/** One batch. It is read again while it is sent. */
export const batchQuery = (batchId: number) =>
  queryOptions({
    queryKey: [...payoutsKey, 'batch', batchId],
    queryFn: ({ signal }) => api.call(getBatch, { params: { id: batchId }, signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.status !== 'approved' && data?.status !== 'sending') return false;
      const ageMs = Date.now() - Date.parse(data.approved_at ?? data.created_at);
      return ageMs < SOON_AFTER_APPROVAL_MS ? SOON_MS : LATER_MS;
    },
  });

export const bankAccountChangesQuery = queryOptions({
  queryKey: [...payoutsKey, 'bank-accounts'],
  queryFn: ({ signal }) => api.call(listBankAccountChanges, { signal }),
});

/** Puts a changed batch into the cache, and reads the lists again. */
export const useSaveBatch = () => {
  const queryClient = useQueryClient();
  return (batch: BatchDetail): void => {
    queryClient.setQueryData(batchQuery(batch.id).queryKey, batch);
    void queryClient.invalidateQueries({ queryKey: batchesQuery.queryKey });
  };
};
