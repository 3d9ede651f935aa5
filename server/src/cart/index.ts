export { cartRoutes } from './cart.routes.ts';
export { type CartLineRow, cartProductIds, hasCart, removePieces, selectCart, selectQuantities } from './cart.sql.ts';
