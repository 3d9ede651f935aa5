import type { Slice } from '../slice.ts';
import { addressRoutes } from './addresses.routes.ts';

export { addressReaders } from './addresses.present.ts';
export { type ShippingAddress, selectAddress } from './addresses.sql.ts';

export const addresses = { routes: addressRoutes } satisfies Slice;
