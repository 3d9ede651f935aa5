import { getOperatorMerchant, listOperatorMerchants } from '@sokuwa/contract/catalog/operator-merchants.endpoints.ts';
import type { OperatorMerchantsQuery } from '@sokuwa/contract/catalog/operator-merchants.schemas.ts';
import type { StoreState } from '@sokuwa/contract/catalog/store.rules.ts';
import {
  getOperatorApplication,
  listOperatorApplications,
} from '@sokuwa/contract/joining/operator-applications.endpoints.ts';
import { listAudit } from '@sokuwa/contract/operators/operators.endpoints.ts';
import { getMerchantMetrics } from '@sokuwa/contract/today/merchant-metrics.endpoints.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { cursorOf } from '../lib/paging.ts';

/** All queries about merchants and their applications begin with this key. */
export const merchantsKey = ['market', 'merchants'] as const;

/** Merchants page by page. */
export const merchantsQuery = (query: Omit<OperatorMerchantsQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: [...merchantsKey, 'list', query],
    queryFn: ({ signal, pageParam }) =>
      api.call(listOperatorMerchants, {
        query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

export const merchantQuery = (merchantId: number) =>
  queryOptions({
    queryKey: [...merchantsKey, 'merchant', merchantId],
    queryFn: ({ signal }) => api.call(getOperatorMerchant, { params: { merchantId }, signal }),
  });

export const merchantMetricsQuery = (merchantId: number) =>
  queryOptions({
    queryKey: [...merchantsKey, 'metrics', merchantId],
    queryFn: ({ signal }) => api.call(getMerchantMetrics, { params: { merchantId }, signal }),
  });

/** Applications page by page. */
export const applicationsQuery = (state: StoreState) =>
  infiniteQueryOptions({
    queryKey: [...merchantsKey, 'applications', state],
    queryFn: ({ signal, pageParam }) =>
      api.call(listOperatorApplications, {
        query: { state, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

export const applicationQuery = (merchantId: number) =>
  queryOptions({
    queryKey: [...merchantsKey, 'application', merchantId],
    queryFn: ({ signal }) => api.call(getOperatorApplication, { params: { merchantId }, signal }),
  });

/** The audit log of a merchant: the latest page. */
export const merchantAuditQuery = (merchantId: number) =>
  queryOptions({
    queryKey: [...merchantsKey, 'audit', merchantId],
    queryFn: ({ signal }) => api.call(listAudit, { query: { subject: `merchant ${merchantId}` }, signal }),
  });
