import { listCountries } from '@sokuwa/contract/geo/geo.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../lib/api.ts';

export const countriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['countries'],
    queryFn: ({ signal }) => api.call(listCountries, { signal }),
    staleTime: 60 * 60_000,
  });
