import type { Slice } from '../slice.ts';
import { cartRoutes } from './cart.routes.ts';

export { computeMaxQuantity } from './cart.rules.ts';
export { cartReaders } from './cart.service.ts';
export {
  type CartLineRow,
  hasCart,
  replaceInCarts,
  selectCart,
  selectCartItems,
  selectCartProductIds,
  selectCartsWith,
  selectQuantities,
  subtractQuantities,
  type UnpaidOrders,
} from './cart.sql.ts';

export const cart = { routes: cartRoutes } satisfies Slice;
