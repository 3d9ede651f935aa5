import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useApi } from '../lib/app-context.ts';
import { tokens, useToken } from '../lib/token-store.ts';
import { profileQuery } from './profile.query.ts';

const calls = () => import('./account-calls.ts');

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
  const api = useApi();
  const { data } = useQuery(profileQuery(api, token));
  return {
    signedIn: token !== null,
    firstName: data?.user.first_name || undefined,
    signOut: () => {
      if (token === null) return;
      const leave = () => {
        tokens.remove(token);
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
