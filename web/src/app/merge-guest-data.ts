import { useCallback } from 'react';
import { mergeGuestCart } from '../cart/index.ts';
import { useApi } from '../lib/app-context.ts';
import { mergeGuestViews } from '../saved/index.ts';

/** Returns a function that moves a guest's cart and views into the account at the sign-in. */
export const useMergeGuestData = () => {
  const api = useApi();
  return useCallback((token: string) => Promise.all([mergeGuestCart(api, token), mergeGuestViews(api, token)]), [api]);
};
