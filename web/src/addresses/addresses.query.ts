import { listAddresses } from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import { queryOptions } from '@tanstack/react-query';
import { type Api, ApiError } from '../lib/api.ts';
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
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status === 401),
  });

/** The default address; 'True' marks it (ADDRESS-2). */
export const findDefaultAddress = (addresses: readonly Address[]): Address | undefined =>
  addresses.find(({ is_default }) => is_default === 'True');

/** The addresses with a new default; an address that is not in the list is appended. */
export const withDefault = (addresses: readonly Address[], chosen: Address): Address[] => {
  const isListed = addresses.some(({ id }) => id === chosen.id);
  const all = isListed ? addresses : [...addresses, chosen];
  return all.map((address) => ({ ...address, is_default: address.id === chosen.id ? 'True' : 'False' }));
};
