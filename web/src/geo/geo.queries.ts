import { type Api, ApiError } from '@sokuwa/contract/api-client.ts';
import { listCountries } from '@sokuwa/contract/geo/geo.endpoints.ts';
import type { Country } from '@sokuwa/contract/geo/geo.schemas.ts';
import { queryOptions } from '@tanstack/react-query';

/**
 * The countries of a response. The countries service may be another system (API-3): it need not know currencies.
 * @throws ApiError for a response that is no list of countries
 */
const parseCountries = (countries: readonly Country[]): Country[] => {
  try {
    return countries.map(({ country_code, country_name, currency = '' }) => ({
      country_code: country_code.trim(),
      country_name: country_name.trim(),
      currency,
    }));
  } catch {
    throw new ApiError('Unexpected server response.');
  }
};

export const countriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['countries'],
    queryFn: async ({ signal }) => parseCountries(await api.call(listCountries, { signal })),
    staleTime: 60 * 60_000,
  });
