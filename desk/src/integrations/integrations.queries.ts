import { listTokens } from '@sokuwa/contract/catalog/merchant-store.endpoints.ts';
import { listDeliveries, listWebhooks } from '@sokuwa/contract/webhooks/webhooks.endpoints.ts';
import type { DeliveryPage, WebhookDelivery } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getStoreApi } from '../lib/api.ts';
import { cursorOf } from '../lib/paging.ts';
import { isDue } from './delivery.rules.ts';

/** How often the log is read while a webhook is about to be sent. */
const POLL_MS = 2000;

export type DeliveryStatus = WebhookDelivery['status'];

export const tokensQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['store', storeId, 'tokens'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(listTokens, { signal }),
  });

export const webhooksQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['store', storeId, 'webhooks'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(listWebhooks, { signal }),
  });

/** All queries about the log of an endpoint begin with this key. */
export const deliveriesKey = (storeId: number, endpointId: string) =>
  ['store', storeId, 'webhook-deliveries', endpointId] as const;

const isBeingSent = ({ pages }: InfiniteData<DeliveryPage>): boolean =>
  pages.some(({ results }) => results.some((delivery) => isDue(delivery)));

/** The log of an endpoint page by page, newest first. */
export const deliveriesQuery = (storeId: number, endpointId: string, status: DeliveryStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...deliveriesKey(storeId, endpointId), status ?? 'all'],
    queryFn: ({ signal, pageParam }) =>
      getStoreApi(storeId).call(listDeliveries, {
        params: { id: endpointId },
        query: { ...(status && { status }), ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
    refetchInterval: ({ state }) => (state.data && isBeingSent(state.data) ? POLL_MS : false),
  });
