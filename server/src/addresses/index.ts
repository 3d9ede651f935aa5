export { addressRoutes } from './addresses.routes.ts';
export { type ShippingAddress, selectAddress } from './addresses.sql.ts';
