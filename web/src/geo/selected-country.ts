import type { Api } from '@sokuwa/contract/api-client.ts';
import { listCountries } from '@sokuwa/contract/geo/geo.endpoints.ts';
import type { Country } from '@sokuwa/contract/geo/geo.schemas.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { CountryStore } from '../lib/country-store.ts';
import { fetchFirstAttempt } from '../lib/query-client.ts';
import { countriesQuery } from './geo.queries.ts';

/**
 * The selected country with its name and currency. A rendered page contains only this one, not the whole list.
 * When the countries can't be loaded, the code is used as the name.
 */
export const selectedCountry = async (context: {
  api: Api;
  queryClient: QueryClient;
  country: CountryStore;
}): Promise<Country> => {
  const { api, queryClient, country } = context;
  const code = country.get();
  try {
    const countries = import.meta.env.SSR
      ? await api.call(listCountries, {})
      : await fetchFirstAttempt(queryClient, countriesQuery(api));
    const found = countries.find(({ country_code }) => country_code === code);
    if (found) return found;
  } catch {
    // The top bar works without the name; the picker shows the error when it is opened.
  }
  return { country_code: code, country_name: code, currency: '' };
};

const CURRENCY_SIGNS: Record<string, string> = { NGN: '₦', GBP: '£', EUR: '€', USD: '$', GHS: '₵' };

/** '₦ NGN', or the code alone for a currency without a widely known sign. */
export const formatCurrencyLabel = (currency: string): string => {
  const sign = CURRENCY_SIGNS[currency];
  return sign ? `${sign} ${currency}` : currency;
};
