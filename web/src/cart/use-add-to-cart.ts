import { toast } from '@sokuwa/ui/toast.ts';
import { useSyncExternalStore } from 'react';
import { type AppContext, useAppContext } from '../lib/app-context.ts';
import { preloadAddedDialog } from './added-dialog-host.tsx';
import type { Addable } from './cart-source.ts';

/** Products whose add is under way; replaced on every change, as a store's snapshot must be. */
let adding: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const setAdding = (ids: Iterable<number>) => {
  adding = new Set(ids);
  for (const listener of listeners) listener();
};
const addingNow = () => adding;

const start = async (context: AppContext, product: Addable, quantity: number): Promise<void> => {
  if (adding.has(product.id)) return;
  setAdding([...adding, product.id]);
  preloadAddedDialog();
  try {
    const { addProduct } = await import('./cart-actions.ts');
    await addProduct(context, product, quantity);
  } catch {
    // The cart could not even be fetched.
    toast.error('An error occurred while adding the product to the cart');
  } finally {
    setAdding([...adding].filter((id) => id !== product.id));
  }
};

/** Adds products to the cart, and knows which adds are under way: each product has its own progress. */
export const useAddToCart = (): {
  add(product: Addable, quantity?: number): void;
  isAdding(productId: number): boolean;
} => {
  const context = useAppContext();
  const ids = useSyncExternalStore(subscribe, addingNow, addingNow);
  return {
    add: (product, quantity = 1) => void start(context, product, quantity),
    isAdding: (productId) => ids.has(productId),
  };
};
