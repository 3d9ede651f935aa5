import type { Carrier } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';

const LAST_CARRIER_KEY = 'desk-last-carrier';

/** The carrier that was used last on this device, if it is still offered; otherwise the first. */
export const defaultCarrier = (carriers: readonly Carrier[]): string => {
  const last = localStorage.getItem(LAST_CARRIER_KEY);
  return carriers.find(({ key }) => key === last)?.key ?? carriers[0]?.key ?? '';
};
export const rememberCarrier = (key: string): void => localStorage.setItem(LAST_CARRIER_KEY, key);

export const toCarrierOptions = (carriers: readonly Carrier[]) =>
  carriers.map(({ key, name }) => ({ value: key, label: name }));
