import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { returnPath } from '../lib/login-redirect.ts';
import { useToken } from '../lib/token-store.ts';

/**
 * Leads whoever is signed in away: home, or back to where they were asked to sign in. It does not matter whether the
 * token was there already, comes by this page, or by another tab.
 */
export const useLeaveSignedIn = (next: string | undefined): void => {
  const { history } = useRouter();
  const token = useToken();
  useEffect(() => {
    // Going back shall not lead here again.
    if (token !== null) history.replace(returnPath(next ?? '/'));
  }, [token, next, history]);
};
