import { listCountries } from '@sokuwa/contract/geo/geo.endpoints.ts';
import {
  checkStoreName,
  getApplication,
  getMerchantTerms,
  listApplications,
} from '@sokuwa/contract/joining/joining.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';

const KEY = 'applications';

export const applicationsQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => api.call(listApplications, { signal }),
});

export const applicationQuery = (merchantId: number) =>
  queryOptions({
    queryKey: [KEY, merchantId],
    queryFn: ({ signal }) => api.call(getApplication, { params: { merchantId }, signal }),
  });

export const merchantTermsQuery = queryOptions({
  queryKey: ['merchant-terms'],
  queryFn: ({ signal }) => api.call(getMerchantTerms, { signal }),
});

/** Whether a store can have this name. */
export const storeNameQuery = (name: string) =>
  queryOptions({
    queryKey: ['store-name', name],
    queryFn: ({ signal }) => api.call(checkStoreName, { query: { name }, signal }),
    enabled: name !== '',
    retry: false,
  });

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: ({ signal }) => api.call(listCountries, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
