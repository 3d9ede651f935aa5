import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useApi } from '../lib/app-context.ts';
import { usePendingVariables } from '../lib/mutations.ts';
import { useToken } from '../lib/token-store.ts';
import { accountCartQuery, cartChangeKey, fetchFailure } from './account-cart.ts';
import { applyChange, type CartChange, type CartItems } from './cart.rules.ts';
import { markCartUsed } from './cart-count.ts';
import { guestCart } from './guest-cart.ts';

/** CART-77 and CART-78. */
export const CART_PAGE_REFETCH_MS = 1000;
export const CART_REFETCH_MS = 10_000;

/** The state of a view of the cart. */
export type CartView =
  | { status: 'loading' }
  | { status: 'error'; message: string; retry: () => void }
  | {
      status: 'ready';
      items: CartItems;
      /** False when the cart lives only as long as the page. */
      isPersisted: boolean;
      /** Why the last fetch failed; `items` are from before. */
      failure?: string;
    };

const LOADING: CartView = { status: 'loading' };
const noCart = () => undefined;

const useGuestCart = (refetchIntervalMs: number): CartView => {
  const cart = useSyncExternalStore(guestCart.subscribe, guestCart.get, noCart);
  useEffect(() => {
    const timer = setInterval(guestCart.refresh, refetchIntervalMs);
    return () => clearInterval(timer);
  }, [refetchIntervalMs]);
  return cart ? { status: 'ready', ...cart } : LOADING;
};

const useAccountCart = (token: string | null, refetchIntervalMs: number): CartView => {
  const { data, error, isSuccess, refetch } = useQuery({
    ...accountCartQuery(useApi(), token),
    refetchInterval: refetchIntervalMs,
  });
  const pending = usePendingVariables<CartChange>(cartChangeKey(token));
  const items = useMemo(() => data && pending.reduce(applyChange, data), [data, pending]);
  // The query clears its error when the next fetch starts: the message would flicker.
  const [last, setLast] = useState<{ token: string | null; error: Error | null }>({ token, error: null });
  const current = isSuccess ? null : (error ?? (last.token === token ? last.error : null));
  if (last.token !== token || last.error !== current) setLast({ token, error: current });
  const failure = current ? fetchFailure(current) : undefined;

  if (items) return { status: 'ready', items, isPersisted: true, ...(failure !== undefined && { failure }) };
  if (failure === undefined) return LOADING;
  const retry = () => {
    setLast({ token, error: null });
    void refetch();
  };
  return { status: 'error', message: failure, retry };
};

/** The visitor's cart: the account's when a token is stored, else the guest's of this browser (CART-3, CART-4). */
export const useCart = (refetchIntervalMs: number): CartView => {
  const token = useToken();
  const guest = useGuestCart(refetchIntervalMs);
  const account = useAccountCart(token, refetchIntervalMs);
  useEffect(markCartUsed, []);
  return token === null ? guest : account;
};
