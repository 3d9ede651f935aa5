import type { Api } from '@sokuwa/contract/api-client.ts';
import { queryOptions } from '@tanstack/react-query';
import { assertStoredToken } from '../lib/session.ts';

const importCalls = () => import('./account-calls.ts');

/** The profile of the token's account, or null without a token. Keyed by token, so accounts never share data. */
export const profileQuery = (api: Api, token: string | null) =>
  queryOptions({
    queryKey: ['profile', token],
    queryFn: async ({ signal }) => {
      const { fetchProfile } = await importCalls();
      // Check again: another call may have removed the token in the meantime.
      assertStoredToken(token);
      return fetchProfile(api, signal);
    },
    enabled: token !== null,
    staleTime: 5 * 60_000,
    meta: { failure: 'Failed to fetch user profile details' },
  });
