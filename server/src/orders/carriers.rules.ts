import carriers from './carriers.json' with { type: 'json' };

export type Carrier = { key: string; name: string; trackingUrl: string | null };

/** The carriers that merchants can name, in the order in which they are offered. */
export const CARRIERS: readonly Carrier[] = carriers;

export const CARRIER_KEYS: readonly string[] = CARRIERS.map(({ key }) => key);

/** The key of parcels whose carrier is not known, such as those that an operator ships by tracking number alone. */
export const OTHER_CARRIER = 'other';

export const isCarrier = (key: string): boolean => CARRIERS.some((carrier) => carrier.key === key);

/** The name of a carrier; its key if the file has it no longer. */
export const nameOfCarrier = (key: string): string => CARRIERS.find((carrier) => carrier.key === key)?.name ?? key;

/** The page where a parcel is tracked; null if the carrier has none. */
export const createTrackingUrl = (carrier: string, trackingNumber: string): string | null =>
  CARRIERS.find(({ key }) => key === carrier)?.trackingUrl?.replace('{number}', encodeURIComponent(trackingNumber)) ??
  null;
