import type { Api } from '@sokuwa/contract/api-client.ts';
import { getWallet } from '@sokuwa/contract/wallet/wallet.endpoints.ts';
import type { Wallet } from '@sokuwa/contract/wallet/wallet.schemas.ts';
import { queryOptions } from '@tanstack/react-query';
import { assertStoredToken } from '../lib/session.ts';

/** One page of a wallet. */
export const walletQuery = (api: Api, token: string, page: number) =>
  queryOptions({
    queryKey: ['wallet', token, page],
    queryFn: async ({ signal }): Promise<Wallet> => {
      assertStoredToken(token);
      return api.call(getWallet, { query: page === 1 ? {} : { page }, signal });
    },
  });
