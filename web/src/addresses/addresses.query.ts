import { listAddresses } from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import type { Api } from '@sokuwa/contract/api-client.ts';
import { queryOptions } from '@tanstack/react-query';
import { isFailure } from '../lib/query-client.ts';
import { assertStoredToken } from '../lib/session.ts';

/** The shipping addresses of the session. */
export const addressesQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['addresses', token],
    queryFn: async ({ signal }): Promise<Address[]> => {
      assertStoredToken(token);
      return api.call(listAddresses, { signal });
    },
    // SHELL-82 to SHELL-85.
    refetchInterval: 10_000,
    staleTime: 5000,
    gcTime: 5 * 60_000,
    retry: (failures, error) => failures < 1 && isFailure(error),
  });

/** The default address; 'True' marks it (ADDRESS-2). */
export const findDefaultAddress = (addresses: readonly Address[]): Address | undefined =>
  addresses.find(({ is_default }) => is_default === 'True');

/** Adds or replaces an address in the list. If it is the default, all others are not. */
export const withSaved = (addresses: readonly Address[], saved: Address): Address[] => {
  const isListed = addresses.some(({ id }) => id === saved.id);
  const all = isListed ? addresses : [...addresses, saved];
  return all.map((address): Address => {
    if (address.id === saved.id) return saved;
    return saved.is_default === 'True' ? { ...address, is_default: 'False' } : address;
  });
};
