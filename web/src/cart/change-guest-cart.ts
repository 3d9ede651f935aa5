import { addToCart } from '@sokuwa/contract/cart/cart.endpoints.ts';
import type { AppContext } from '../lib/app-context.ts';
import type { CartChange, CartItem } from './cart.rules.ts';
import { guestCart } from './guest-cart.ts';
import { readLine } from './stored-cart.ts';

/** The server checks product and stock and stores nothing (CART-25). @throws CartRuleError or ApiError */
const addToGuestCart = async ({ api }: AppContext, { product, quantity }: CartChange & { kind: 'add' }) => {
  const body = { product_id: product.id, quantity, weight: product.weight };
  const { cart } = await api.call(addToCart, { body });
  const found = cart.find((line) => line.product_id === product.id);
  const item = readLine(found);
  if (!found || !item) throw new Error(`The response does not contain product ${product.id}`);
  guestCart.updateProduct(product.id, { price: item.price, stock: found.stock });
  guestCart.add({ ...item, quantity });
  return item;
};

/**
 * Changes the guest's cart.
 * @returns the line of an added product
 * @throws CartRuleError or ApiError
 */
export const changeGuestCart = async (context: AppContext, change: CartChange): Promise<CartItem | undefined> => {
  switch (change.kind) {
    case 'add':
      return addToGuestCart(context, change);
    case 'set':
      guestCart.setQuantity(change.productId, change.quantity);
      return;
    case 'remove':
      guestCart.remove(change.productId);
      return;
    case 'clear':
      guestCart.clear();
  }
};
