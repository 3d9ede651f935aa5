export { AddressPanel } from './address-panel.tsx';
export { addressesQuery, findDefaultAddress } from './addresses.query.ts';
