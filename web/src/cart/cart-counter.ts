import { useEffect } from 'react';
import { countItems } from './cart.rules.ts';
import { cartCount } from './cart-count.ts';
import { CART_REFETCH_MS, useCart } from './use-cart.ts';

/** Renders nothing; keeps `cartCount` up to date. */
export function CartCounter() {
  const cart = useCart(CART_REFETCH_MS);
  const count = cart.status === 'ready' ? countItems(cart.items) : 0;
  useEffect(() => cartCount.set(count), [count]);
  return null;
}
