import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { returnPath } from './login-address.ts';
import { useToken } from './token-store.ts';

/** Milliseconds that a success is shown before the login comes (2-account-checkout, section 9). */
const LOGIN_REDIRECT = 2000;

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

/** Leads to the login once something is done, unless the visitor has gone elsewhere meanwhile. */
export const useLoginSoon = (done: boolean): void => {
  const { history } = useRouter();
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => history.push('/login'), LOGIN_REDIRECT);
    return () => clearTimeout(timer);
  }, [done, history]);
};
