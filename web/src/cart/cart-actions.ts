import { ApiError } from '../api.ts';
import { errorText } from '../shell/refusal-texts.ts';
import { toast } from '../ui/toast.ts';
import { type CartItem, CartProblem } from './cart.rules.ts';
import type { CartSource } from './cart-source.ts';

/** What the cart itself refuses is said as it is; what a call refused is said with what was tried. */
const tellFailure = (error: unknown, tried: string): void =>
  toast.error(error instanceof CartProblem ? error.message : `${tried}: ${errorText(error)}`);

/** Sets a line's quantity; a failure becomes a toast. */
export const changeQuantity = async (source: CartSource, item: CartItem, quantity: number): Promise<void> => {
  try {
    await source.setQuantity(item.productId, quantity);
  } catch (error) {
    tellFailure(error, 'Failed to update cart');
  }
};

/** Takes a line out of the cart, and says how it went. */
export const removeLine = async (source: CartSource, item: CartItem): Promise<void> => {
  try {
    await source.remove(item.productId);
    toast.success(`${item.title} removed from cart`);
  } catch (error) {
    tellFailure(error, `Failed to remove ${item.title}`);
  }
};

/** Empties the cart, and says how it went. */
export const clearCart = async (source: CartSource): Promise<void> => {
  try {
    await source.clear();
    toast.success('Cart cleared!');
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 500) toast.error('Error: Internal Server Error');
    else if (status === 401) toast.error('Unauthorized. Please login to clear the cart');
    else tellFailure(error, 'Failed to clear cart');
  }
};
