import { createContext, useContext } from 'react';

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
