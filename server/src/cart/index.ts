export { cartRoutes } from './cart.routes.ts';
export { type CartLineRow, deleteLines as emptyCart, selectCart } from './cart.sql.ts';
