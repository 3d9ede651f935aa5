import { createContext, useContext } from 'react';
import { ApiError } from './api.ts';
import { tokens, useToken } from './token-store.ts';

export const SessionToken = createContext<string | null>(null);

/**
 * The token that a protected page was opened with. The session may have ended since: then requests are refused, and the
 * page shows that.
 */
export const useSessionToken = (): string => {
  const token = useContext(SessionToken);
  if (token === null) throw new Error('useSessionToken needs a protected page around it');
  return token;
};

/** Whether the page's token is no longer the stored one: the visitor has to sign in again. */
export const useIsSessionEnded = (): boolean => useToken() !== useSessionToken();

/**
 * For requests on behalf of one session: the API client sends the stored token, which may be none or another session's
 * by now.
 * @throws ApiError, the same as the server's response to an ended token
 */
export const assertStoredToken = (token: string | null): void => {
  if (tokens.get() !== token) throw new ApiError('Invalid token.', 401, 'token_invalid');
};
