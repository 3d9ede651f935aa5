export { cartRoutes } from './cart.routes.ts';
export { type CartLineRow, removePieces, selectCart, selectQuantities } from './cart.sql.ts';
