export { addressReaders } from './addresses.present.ts';
export { addressRoutes } from './addresses.routes.ts';
export { type ShippingAddress, selectAddress } from './addresses.sql.ts';
