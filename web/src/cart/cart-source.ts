import { useEffect } from 'react';
import type { CartItems } from './cart.rules.ts';
import { guestCart, useGuestCart } from './guest-cart.ts';

/** What a view of the cart shows. */
export type CartView =
  | { status: 'loading' }
  | { status: 'error'; message: string; retry: () => void }
  /** `kept` is false where the cart lives only as long as the page. */
  | { status: 'ready'; items: CartItems; kept: boolean };

/** A place where a cart is kept: the views and their actions know no other. */
export type CartSource = {
  /** Milliseconds after which a view looks again. */
  useView(refreshEvery: number): CartView;
  /** Each throws what the shopper is told: a CartProblem, or an ApiError. */
  setQuantity(productId: number, quantity: number): Promise<void>;
  remove(productId: number): Promise<void>;
  clear(): Promise<void>;
};

/** 1-shopping, section 9. */
export const CART_PAGE_REFRESH = 1000;
export const CART_REFRESH = 10_000;

const guestSource: CartSource = {
  useView: (refreshEvery) => {
    const cart = useGuestCart();
    useEffect(() => {
      const timer = setInterval(guestCart.refresh, refreshEvery);
      return () => clearInterval(timer);
    }, [refreshEvery]);
    return cart ? { status: 'ready', ...cart } : { status: 'loading' };
  },
  setQuantity: async (productId, quantity) => guestCart.setQuantity(productId, quantity),
  remove: async (productId) => guestCart.remove(productId),
  clear: async () => guestCart.clear(),
};

/** The visitor's cart: everybody is a guest. */
export const useCartSource = (): CartSource => guestSource;
