export type { ShippingAddress } from './addresses.sql.ts';
