import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../lib/api.ts';
import { assertStoredToken } from '../lib/session.ts';

const calls = () => import('./account-calls.ts');

/** The profile of whoever holds the token, or null where there is none. What one account was told is never shown to another. */
export const profileQuery = (api: Api, token: string | null) =>
  queryOptions({
    queryKey: ['profile', token],
    queryFn: async ({ signal }) => {
      const { fetchProfile } = await calls();
      // Only now: another call may have been told meanwhile that the token has ended.
      assertStoredToken(token);
      return fetchProfile(api, signal);
    },
    enabled: token !== null,
    staleTime: 5 * 60_000,
    meta: { failure: 'Failed to fetch user profile details' },
  });
