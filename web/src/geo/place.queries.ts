import type { Api } from '@sokuwa/contract/api-client.ts';
import { listCities, listRegions } from '@sokuwa/contract/geo/geo.endpoints.ts';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { countriesQuery } from './geo.queries.ts';

/** Places change only with a new version of the shop. */
const STALE_TIME_MS = 60 * 60_000;

export const FAILURE_TEXTS = {
  countries: 'Failed to fetch countries.',
  // ADDRESS-24, ADDRESS-25.
  regions: 'Failed to fetch regions.',
  cities: 'Failed to fetch cities.',
};

/** The query of all countries, with the error text of the place fields. */
export const placeCountriesQuery = (api: Api) =>
  queryOptions({ ...countriesQuery(api), meta: { failure: FAILURE_TEXTS.countries } });

/** The regions of a country; not fetched without one. */
export const regionsQuery = (api: Api, countryCode: string | undefined) =>
  queryOptions({
    queryKey: ['regions', countryCode],
    queryFn: countryCode
      ? ({ signal }) => api.call(listRegions, { query: { country_code: countryCode }, signal })
      : skipToken,
    staleTime: STALE_TIME_MS,
    meta: { failure: FAILURE_TEXTS.regions },
  });

/** The cities of a region; not fetched without one. */
export const citiesQuery = (api: Api, regionId: number | undefined) =>
  queryOptions({
    queryKey: ['cities', regionId],
    queryFn: regionId ? ({ signal }) => api.call(listCities, { query: { region_id: regionId }, signal }) : skipToken,
    staleTime: STALE_TIME_MS,
    meta: { failure: FAILURE_TEXTS.cities },
  });
