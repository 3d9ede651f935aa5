import { ApiError } from '@sokuwa/contract/api-client.ts';
import { createContext, useContext } from 'react';
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

/** Whether the page's token is no longer the stored one, so that the visitor must sign in again. */
export const useIsSessionEnded = (): boolean => useToken() !== useSessionToken();

/** The page's token is no longer stored. To callers it is the server's response to an ended token. */
class TokenNotStored extends ApiError {
  constructor() {
    super('Invalid token.', 401, 'token_invalid');
  }
}

/**
 * Checks that a session's token is still the stored one. The API client sends the stored token, which may have been removed or
 * replaced by another session's.
 * @throws TokenNotStored
 */
export const assertStoredToken = (token: string | null): void => {
  if (tokens.get() !== token) throw new TokenNotStored();
};

/** Whether `assertStoredToken` has thrown this error: no call was sent. */
export const isTokenNotStored = (error: unknown): boolean => error instanceof TokenNotStored;
