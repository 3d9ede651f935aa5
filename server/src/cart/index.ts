import type { Slice } from '../slice.ts';
import { cartRoutes } from './cart.routes.ts';

export { computeMaxQuantity } from './cart.rules.ts';
export { cartReaders } from './cart.service.ts';
export {
  type CartLineRow,
  hasCart,
  replaceInCarts,
  selectAccountsWithInCart,
  selectCart,
  selectCartItems,
  selectCartProductIds,
  selectQuantities,
  subtractQuantities,
  type UnpaidOrders,
} from './cart.sql.ts';

export const cart = { routes: cartRoutes } satisfies Slice;
