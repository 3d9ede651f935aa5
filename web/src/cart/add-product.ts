import type { AppContext } from '../lib/app-context.ts';
import type { CartProduct } from './cart.rules.ts';

export type AddOptions = {
  /** Shows only a toast. The specification requires the success dialog in grids, Hot Deals and on the product page. */
  isQuiet?: boolean;
};

/**
 * Adds a product to the visitor's cart and shows the outcome as a toast. Loads the cart's code on demand.
 * @returns whether it was added
 */
export const addProductToCart = async (
  context: AppContext,
  product: CartProduct,
  quantity: number,
  options: AddOptions = {},
): Promise<boolean> => {
  const { addProduct } = await import('./cart-actions.ts');
  return addProduct(context, product, quantity, options);
};
