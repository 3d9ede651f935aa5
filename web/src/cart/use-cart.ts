import { useEffect } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import type { CartSource, CartView } from './cart-source.ts';
import { announceCart, useCartView } from './opened-cart.ts';
import { visitorsCart } from './visitors-cart.ts';

/** The visitor's cart and what it shows. @param refreshEvery milliseconds */
export const useCart = (refreshEvery: number): { cart: CartSource; view: CartView } => {
  const cart = visitorsCart(useAppContext());
  useEffect(() => announceCart(cart), [cart]);
  return { cart, view: useCartView(cart, refreshEvery) };
};
