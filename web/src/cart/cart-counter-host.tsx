import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { useAtomValue } from '@sokuwa/ui/use-atom-value.ts';
import { useEffect } from 'react';
import { tokens } from '../lib/token-store.ts';
import { isCartUsed, markCartUsed } from './cart-count.ts';

const CartCounter = lazyWithRetry(async () => (await import('./cart-counter.ts')).CartCounter, '', '');

const mayHaveItems = (): boolean => {
  try {
    return tokens.get() !== null || localStorage.getItem('cart') !== null;
  } catch {
    // Storage is disabled: the cart is empty until something is added on this very page.
    return false;
  }
};

/** Keeps the header's count up to date once the visitor uses the cart; rendered once, in the header. */
export function CartCounterHost() {
  const isUsed = useAtomValue(isCartUsed, false);
  useEffect(() => {
    const check = () => {
      // Without a connection there is no count; the cart itself reports why.
      if (mayHaveItems()) CartCounter.load().then(markCartUsed, () => {});
    };
    check();
    // A sign-in here or in another tab, or another tab's first add.
    return tokens.subscribe(check);
  }, []);
  return isUsed && <CartCounter />;
}
