import { listCities, listRegions } from '@sokuwa/contract/geo/geo.endpoints.ts';
import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Api } from '../lib/api.ts';

/** Milliseconds. Places change with a new version of the shop. */
const STALE = 60 * 60_000;

export const FAILED = {
  countries: 'Failed to fetch countries.',
  // ADDRESS-24, ADDRESS-25.
  regions: 'Failed to fetch regions.',
  cities: 'Failed to fetch cities.',
};

/** The regions of a country; nothing is asked for without one. */
export const regionsQuery = (api: Api, country: string | undefined) =>
  queryOptions({
    queryKey: ['regions', country],
    queryFn: country ? ({ signal }) => api.call(listRegions, { query: { country_code: country }, signal }) : skipToken,
    staleTime: STALE,
    meta: { failure: FAILED.regions },
  });

/** The cities of a region; nothing is asked for without one. */
export const citiesQuery = (api: Api, region: number | undefined) =>
  queryOptions({
    queryKey: ['cities', region],
    queryFn: region ? ({ signal }) => api.call(listCities, { query: { region_id: region }, signal }) : skipToken,
    staleTime: STALE,
    meta: { failure: FAILED.cities },
  });
