import { toast } from '@sokuwa/ui/toast.ts';
import { ApiError } from '../lib/api.ts';
import type { AppContext } from '../lib/app-context.ts';
import { refusalTexts } from '../lib/refusal-texts.ts';
import { showAddedDialog } from './added-dialog-host.tsx';
import { type CartItem, CartProblem } from './cart.rules.ts';
import type { Addable, CartSource } from './cart-source.ts';
import { announceCart } from './opened-cart.ts';
import { visitorsCart } from './visitors-cart.ts';

/** What can be done to the cart, and what the shopper is told of it (CART-34 to CART-37, CART-66 to CART-73). */

const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined);

/** What the cart itself refuses is said as it is; what a call refused is said with what was tried. */
const failureText = (error: unknown, tried: string): string => {
  if (error instanceof CartProblem) return error.message;
  return `${tried}: ${error instanceof Error ? error.message : String(error)}`;
};

/** Out of stock is nobody's error. */
const tellAddFailure = (error: unknown): void => {
  const status = statusOf(error);
  if (error instanceof CartProblem) toast.error(error.message);
  else if (error instanceof ApiError && error.code === 'cart_full') toast.error(refusalTexts.cart_full);
  else if (status === 400) toast.info('Product out of stock. Please check back later');
  else if (status === 401) toast.error('Unauthorized. Please login to add the product to the cart');
  else if (status === 500) toast.error('Error: Internal Server Error');
  else toast.error('An error occurred while adding the product to the cart');
};

/** Puts pieces of a product into the visitor's cart, and says how it went. @returns whether they are in it */
export const addProduct = async (context: AppContext, product: Addable, quantity: number): Promise<boolean> => {
  const cart = visitorsCart(context);
  announceCart(cart);
  try {
    const line = await cart.add(product, quantity);
    toast.success(`${product.title} added to cart`);
    showAddedDialog({ id: product.id, title: product.title, image: line.image });
    return true;
  } catch (error) {
    tellAddFailure(error);
    return false;
  }
};

/** Sets a line's quantity; a failure becomes a toast. */
export const changeQuantity = async (cart: CartSource, item: CartItem, quantity: number): Promise<void> => {
  try {
    await cart.setQuantity(item.productId, quantity);
  } catch (error) {
    toast.error(failureText(error, 'Failed to update cart'));
  }
};

/** Resolves when it has ended, well or not: the toast says which. */
const ended = (promise: Promise<void>): Promise<void> => promise.catch(() => {});

/** Takes a line out of the cart, and says how it goes. */
export const removeLine = (cart: CartSource, item: CartItem): Promise<void> =>
  ended(
    toast.promise(cart.remove(item.productId), {
      loading: `Removing ${item.title}`,
      success: `${item.title} removed from cart`,
      error: (error) => failureText(error, `Failed to remove ${item.title}`),
    }),
  );

const clearFailure = (error: unknown): string => {
  const status = statusOf(error);
  if (status === 500) return 'Error: Internal Server Error';
  if (status === 401) return 'Unauthorized. Please login to clear the cart';
  return failureText(error, 'Failed to clear cart');
};

/** Empties the cart, and says how it goes. */
export const clearCart = (cart: CartSource): Promise<void> =>
  ended(toast.promise(cart.clear(), { loading: 'Clearing your cart', success: 'Cart cleared!', error: clearFailure }));
