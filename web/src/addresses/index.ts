export { AddressPanel } from './address-panel.tsx';
export { addressesQuery, defaultAddress } from './addresses.query.ts';
