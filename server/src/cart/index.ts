export { cartRoutes } from './cart.routes.ts';
export { selectCart } from './cart.sql.ts';
