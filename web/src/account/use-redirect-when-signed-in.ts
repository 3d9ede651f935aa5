import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { returnPath } from '../lib/login-redirect.ts';
import { useToken } from '../lib/token-store.ts';

/**
 * Redirects a signed-in user to `next` or home, whether the token was stored before, by this page, or by another tab.
 */
export const useRedirectWhenSignedIn = (next: string | undefined): void => {
  const { history } = useRouter();
  const token = useToken();
  useEffect(() => {
    // Replace the entry, so that Back does not return to the sign-in page.
    if (token !== null) history.replace(returnPath(next ?? '/'));
  }, [token, next, history]);
};
