import { createContext, useContext } from 'react';
import { ApiError } from './api.ts';
import { tokens, useToken } from './token-store.ts';

export const Holder = createContext<string | null>(null);

/**
 * The token of whoever a protected page was opened for. It may have ended since: then calls are refused, and the page
 * says what the specification says of that.
 */
export const useHolder = (): string => {
  const token = useContext(Holder);
  if (token === null) throw new Error('useHolder belongs within a protected page');
  return token;
};

/** Whether that token is stored no more: whoever goes on must sign in again. */
export const useEnded = (): boolean => useToken() !== useHolder();

/**
 * For what is asked in the name of a holder: calls carry the token that is stored now, which may be none or another's.
 * @throws ApiError as the server answers a token that has ended
 */
export const ensureHeld = (token: string | null): void => {
  if (tokens.get() !== token) throw new ApiError('Invalid token.', 401, 'token_invalid');
};
