import type { Api } from '@sokuwa/contract/api-client.ts';
import { formatConversion } from '@sokuwa/contract/geo/convert.rules.ts';
import { getExchangeRate } from '@sokuwa/contract/geo/geo.endpoints.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useApi } from '../lib/app-context.ts';
import { useConvertedFirst } from './price-order.ts';
import { useCountry } from './use-country.ts';

const exchangeRateQuery = (api: Api, country: string) =>
  queryOptions({
    queryKey: ['exchange-rate', country],
    queryFn: ({ signal }) => api.call(getExchangeRate, { query: { country_code: country }, signal }),
    staleTime: 10 * 60_000,
  });

/**
 * The converted amount for visitors who see converted prices first (MONEY-16).
 * @returns undefined for others, and until the exchange rate has loaded
 */
export const useConverted = (amount: Kobo): string | undefined => {
  const country = useCountry();
  const { data } = useQuery({ ...exchangeRateQuery(useApi(), country), enabled: useConvertedFirst() });
  return data && formatConversion(amount, { ...data, microNaira: BigInt(data.micro_naira) });
};
