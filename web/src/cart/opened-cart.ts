import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { type AppContext, useAppContext } from '../lib/app-context.ts';
import { tokens } from '../lib/token-store.ts';
import { CART_REFRESH, type CartSource, type CartView } from './cart-source.ts';

/** The cart, once somebody has fetched what it is made of; nobody does before there is something to put in or to show. */
let opened: CartSource | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Tells the header that there is a cart to count. */
export const announceCart = (cart: CartSource): void => {
  opened = cart;
  for (const listener of listeners) listener();
};

const open = (context: AppContext): Promise<void> =>
  import('./visitors-cart.ts').then(({ visitorsCart }) => announceCart(visitorsCart(context)));

const LOADING: CartView = { status: 'loading' };
const loading = () => LOADING;
const never = () => () => {};

/** What the cart shows, followed. @param refreshEvery milliseconds */
export const useCartView = (cart: CartSource | undefined, refreshEvery: number): CartView => {
  const watch = useCallback(
    (listener: () => void) => (cart ? cart.watch(listener, refreshEvery) : never()),
    [cart, refreshEvery],
  );
  return useSyncExternalStore(watch, cart ? cart.get : loading, loading);
};

const mayHoldSomething = (): boolean => {
  try {
    return tokens.get() !== null || localStorage.getItem('cart') !== null;
  } catch {
    // Storage is closed: the cart is empty until something is put in on this very page.
    return false;
  }
};

/** Pieces in the cart, for the header; 0 until the page has come alive. */
export const useCartCount = (): number => {
  const context = useAppContext();
  const cart = useSyncExternalStore(
    subscribe,
    () => opened,
    () => undefined,
  );
  useEffect(() => {
    if (cart) return;
    const look = () => {
      // Without a connection there is no count; whoever opens the cart is told why.
      if (mayHoldSomething()) open(context).catch(() => {});
    };
    look();
    // Somebody signs in here; or another tab does, or puts something in.
    return tokens.subscribe(look);
  }, [cart, context]);
  const view = useCartView(cart, CART_REFRESH);
  // Counted here, as the cart's rules are not there before there is a cart.
  return view.status === 'ready' ? view.items.reduce((sum, item) => sum + item.quantity, 0) : 0;
};
