import { type QueryClient, useQueryClient } from '@tanstack/react-query';

/** All queries of the operators' desk begin with this key. */
export const MARKET_KEY = ['market'] as const;

/**
 * After an operator's act, everything that is shown is read again: one act changes an order, its payments, the customer's credit and what
 * waits.
 */
export const useRefreshMarket = (): (() => Promise<void>) => {
  const queryClient: QueryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: MARKET_KEY });
};
