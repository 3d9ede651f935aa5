import { ApiError } from '@sokuwa/contract/api-client.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import type { AppContext } from '../lib/app-context.ts';
import { refusalTexts } from '../lib/refusal-texts.ts';
import { tokens } from '../lib/token-store.ts';
import { changeAccountCart } from './account-cart.ts';
import type { AddOptions } from './add-product.ts';
import { showAddedDialog } from './added-dialog-host.tsx';
import { type CartChange, type CartItem, type CartProduct, CartRuleError } from './cart.rules.ts';
import { markCartUsed } from './cart-count.ts';
import { changeGuestCart } from './change-guest-cart.ts';

/** The shopper's cart actions, with the specified toasts (CART-34 to CART-37, CART-66 to CART-73). */

/** Changes the account's cart when a token is stored, else the guest's (CART-5). */
const changeCart = (context: AppContext, change: CartChange): Promise<CartItem | undefined> => {
  const token = tokens.get();
  return token === null ? changeGuestCart(context, change) : changeAccountCart(context, token, change);
};

const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined);

/** The text of a cart rule is shown alone; that of a failed request follows the attempted action. */
const describeFailure = (error: unknown, attempt: string): string => {
  if (error instanceof CartRuleError) return error.message;
  return `${attempt}: ${error instanceof Error ? error.message : String(error)}`;
};

/** @param stock the stock that the page knows, which may be out of date */
const showAddFailure = (error: unknown, stock: number): void => {
  const status = statusOf(error);
  if (error instanceof CartRuleError) toast.error(error.message);
  else if (error instanceof ApiError && error.code === 'cart_full') toast.error(refusalTexts.cart_full);
  else if (status === 400)
    toast.info(
      'Product out of stock. Please check back later',
      stock > 0 ? `Only ${stock} available, counting what is in your cart` : undefined,
    );
  else if (status === 401) toast.error('Unauthorized. Please login to add the product to the cart');
  else if (status === 500) toast.error('Error: Internal Server Error');
  else toast.error('An error occurred while adding the product to the cart');
};

/** Adds a product to the cart and shows the outcome. @returns whether it was added */
export const addProduct = async (
  context: AppContext,
  product: CartProduct,
  quantity: number,
  { isQuiet = false }: AddOptions = {},
): Promise<boolean> => {
  markCartUsed();
  try {
    const item = await changeCart(context, { kind: 'add', product, quantity });
    toast.success(`${product.title} added to cart`);
    if (!isQuiet) showAddedDialog({ id: product.id, title: product.title, image: item?.image ?? '' });
    return true;
  } catch (error) {
    showAddFailure(error, product.stock);
    return false;
  }
};

/** Sets a line's quantity; a failure becomes a toast. */
export const changeQuantity = async (context: AppContext, { productId }: CartItem, quantity: number): Promise<void> => {
  try {
    await changeCart(context, { kind: 'set', productId, quantity });
  } catch (error) {
    toast.error(describeFailure(error, 'Failed to update cart'));
  }
};

/** Resolves when the change has ended, successfully or not: the toast shows which. */
const ignoreOutcome = (promise: Promise<unknown>): Promise<void> =>
  promise.then(
    () => {},
    () => {},
  );

/** Removes a line; a toast shows progress and outcome. */
export const removeLine = (context: AppContext, { productId, title }: CartItem): Promise<void> =>
  ignoreOutcome(
    toast.promise(changeCart(context, { kind: 'remove', productId }), {
      loading: `Removing ${title}`,
      success: `${title} removed from cart`,
      error: (error) => describeFailure(error, `Failed to remove ${title}`),
    }),
  );

const clearFailure = (error: unknown): string => {
  const status = statusOf(error);
  if (status === 500) return 'Error: Internal Server Error';
  if (status === 401) return 'Unauthorized. Please login to clear the cart';
  return describeFailure(error, 'Failed to clear cart');
};

/** Clears the cart; a toast shows progress and outcome. */
export const clearCart = (context: AppContext): Promise<void> =>
  ignoreOutcome(
    toast.promise(changeCart(context, { kind: 'clear' }), {
      loading: 'Clearing your cart',
      success: 'Cart cleared!',
      error: clearFailure,
    }),
  );
