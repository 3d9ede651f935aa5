export { AddressBookPage } from './address-book-page.tsx';
export { AddressForm } from './address-form.tsx';
export { AddressPanel } from './address-panel.tsx';
export { AddressText } from './address-text.tsx';
export { addressesQuery, findDefaultAddress } from './addresses.query.ts';
