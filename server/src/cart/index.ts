import type { Slice } from '../slice.ts';
import { cartRoutes } from './cart.routes.ts';

export { cartReaders } from './cart.service.ts';
export {
  type CartLineRow,
  hasCart,
  selectCart,
  selectCartItems,
  selectCartProductIds,
  selectQuantities,
  subtractQuantities,
  type UnpaidOrders,
} from './cart.sql.ts';

export const cart = { routes: cartRoutes } satisfies Slice;
