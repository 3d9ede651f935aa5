import carriers from './carriers.json' with { type: 'json' };

/** The keys of the carriers that merchants can name, in the order in which they are offered. */
export const CARRIER_KEYS: readonly string[] = carriers.map(({ key }) => key);

/** The key of parcels whose carrier is not known, such as those that an operator ships by tracking number alone. */
export const OTHER_CARRIER = 'other';
