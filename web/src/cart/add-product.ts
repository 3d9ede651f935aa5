import type { AppContext } from '../lib/app-context.ts';
import type { Addable } from './cart-source.ts';

/**
 * Adds a product to the visitor's cart and shows the outcome as a toast. Loads the cart's code on first use.
 * @returns whether it was added
 */
export const addProductToCart = async (context: AppContext, product: Addable, quantity: number): Promise<boolean> => {
  const { addProduct } = await import('./cart-actions.ts');
  return addProduct(context, product, quantity);
};
