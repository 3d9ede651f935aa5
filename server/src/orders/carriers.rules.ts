import carriers from './carriers.json' with { type: 'json' };

/** The carriers of the file. `{number}` of the URL stands for a tracking number. */
export const CARRIERS: readonly { key: string; name: string; trackingUrl: string | null }[] = carriers;

/** The keys of the carriers that merchants can name, in the order in which they are offered. */
export const CARRIER_KEYS: readonly string[] = carriers.map(({ key }) => key);

/** The key of parcels whose carrier is not known, such as those that an operator ships by tracking number alone. */
export const OTHER_CARRIER = 'other';

/** The tracking number of parcels of orders that release 1.0 delivered without one. */
export const UNKNOWN_NUMBER = 'unknown';

/** How buyers follow a parcel; null for what is not known. */
export type Tracking = { carrier: string | null; tracking_number: string | null; tracking_url: string | null };

/** @param key of carriers.json */
export const describeTracking = (key: string, trackingNumber: string): Tracking => {
  const carrier = carriers.find((known) => known.key === key && key !== OTHER_CARRIER);
  const isKnown = trackingNumber !== UNKNOWN_NUMBER;
  return {
    carrier: carrier?.name ?? null,
    tracking_number: isKnown ? trackingNumber : null,
    tracking_url:
      carrier?.trackingUrl && isKnown
        ? carrier.trackingUrl.replace('{number}', encodeURIComponent(trackingNumber))
        : null,
  };
};
