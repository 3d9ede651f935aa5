import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../api.ts';
import { tokens, useToken } from './token-store.ts';

const calls = () => import('./account-calls.ts');

/** The profile of whoever holds the token. What one account was told is never shown to another. */
const profileQuery = (api: Api, token: string | null) => ({
  queryKey: ['profile', token],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await calls()).fetchProfile(api, signal),
  enabled: token !== null,
  staleTime: 5 * 60_000,
  meta: { failure: 'Failed to fetch user profile details' },
});

/** Who is signed in, and the way out. Everybody is a guest until the page has come alive. */
export const useAccount = (): {
  signedIn: boolean;
  /** Undefined until the profile is there. */
  firstName: string | undefined;
  /** Removes the token and goes to the home page. */
  signOut(): void;
} => {
  const token = useToken();
  const router = useRouter();
  const { api } = router.options.context;
  const { data } = useQuery(profileQuery(api, token));
  return {
    signedIn: token !== null,
    firstName: data?.user.first_name || undefined,
    signOut: () => {
      if (token === null) return;
      const leave = () => {
        tokens.drop(token);
        void router.navigate({ to: '/' });
      };
      // The call takes the token along as it sets out. It may fail: what is dropped here is used no more, and ends by
      // itself.
      calls().then(({ revoke }) => {
        revoke(api).catch(() => {});
        leave();
      }, leave);
    },
  };
};
