import { toast } from '@sokuwa/ui/toast.ts';
import { useAtomValue } from '@sokuwa/ui/use-atom-value.ts';
import { createAtom } from '@tanstack/react-store';
import { type AppContext, useAppContext } from '../lib/app-context.ts';
import { type AddOptions, addProductToCart } from './add-product.ts';
import { preloadAddedDialog } from './added-dialog-host.tsx';
import type { CartProduct } from './cart.rules.ts';

/** Ids of the products that are being added. */
const pendingAdds = createAtom<readonly number[]>([]);

const add = async (context: AppContext, product: CartProduct, quantity: number, options: AddOptions): Promise<void> => {
  if (pendingAdds.get().includes(product.id)) return;
  pendingAdds.set((ids) => [...ids, product.id]);
  if (!options.isQuiet) preloadAddedDialog();
  try {
    await addProductToCart(context, product, quantity, options);
  } catch {
    // The cart's code could not be loaded.
    toast.error('An error occurred while adding the product to the cart');
  } finally {
    pendingAdds.set((ids) => ids.filter((id) => id !== product.id));
  }
};

/** A function that adds a product to the cart, and whether a request is pending for this product (CART-17, CART-18). */
export const useAddToCart = (
  { id, title, weight, stock }: CartProduct,
  options: AddOptions = {},
): { add(quantity?: number): void; isAdding: boolean } => {
  const context = useAppContext();
  return {
    add: (quantity = 1) => void add(context, { id, title, weight, stock }, quantity, options),
    isAdding: useAtomValue(pendingAdds, false, (ids) => ids.includes(id)),
  };
};
