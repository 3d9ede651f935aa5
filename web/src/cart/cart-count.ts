import { useAtomValue } from '@sokuwa/ui/use-atom-value.ts';
import { createAtom } from '@tanstack/react-store';

/** Pieces in the cart. The header reads this atom alone; the cart's code, which updates it, is loaded on demand. */
export const cartCount = createAtom(0);

/** Pieces in the cart, for the header; 0 until the page has hydrated. */
export const useCartCount = (): number => useAtomValue(cartCount, 0);

/** Whether there is or was something to count: only then the cart's code is loaded (CART-85). */
export const isCartUsed = createAtom(false);
export const markCartUsed = (): void => isCartUsed.set(true);
