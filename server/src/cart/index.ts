import type { Slice } from '../slice.ts';
import { cartRoutes } from './cart.routes.ts';

export { cartReaders } from './cart.service.ts';
export {
  type CartLineRow,
  cartProductIds,
  hasCart,
  selectCart,
  selectCartItems,
  selectQuantities,
  subtractQuantities,
  type UnpaidOrders,
} from './cart.sql.ts';

export const cart = { routes: cartRoutes } satisfies Slice;
