export { presentAddress } from './addresses.present.ts';
export { addressRoutes } from './addresses.routes.ts';
export { type ShippingAddress, selectAddress, selectAddresses } from './addresses.sql.ts';
