import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useApi } from '../lib/app-context.ts';
import { tokens, useToken } from '../lib/token-store.ts';
import { profileQuery } from './profile.query.ts';

const importCalls = () => import('./account-calls.ts');

/** The current user and the logout function. Everybody is a guest until hydration. */
export const useAccount = (): {
  signedIn: boolean;
  /** Undefined until the profile has loaded. */
  firstName: string | undefined;
  /** Removes the token and goes to the home page. */
  signOut(): void;
} => {
  const token = useToken();
  const router = useRouter();
  const api = useApi();
  const { data } = useQuery(profileQuery(api, token));
  return {
    signedIn: token !== null,
    firstName: data?.user.first_name || undefined,
    signOut: () => {
      if (token === null) return;
      const removeToken = () => {
        tokens.remove(token);
        void router.navigate({ to: '/' });
      };
      // The call reads the token before it is removed. If it fails, the token expires by itself.
      importCalls().then(({ revokeToken }) => {
        revokeToken(api).catch(() => {});
        removeToken();
      }, removeToken);
    },
  };
};
