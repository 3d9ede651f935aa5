import type { Slice } from '../slice.ts';
import { geoRoutes } from './geo.routes.ts';

export { convertedText, type Quote, rateText, toKobo } from './geo.rules.ts';
export { type DatedQuote, Geo } from './geo.service.ts';
export { countryExists, insertCountries, upsertRates } from './geo.sql.ts';
export { phoneNumber } from './phone.rules.ts';
export { type PlaceNames, placeNames } from './places.service.ts';
export { keepRatesFresh } from './rates.service.ts';

export const geo = { routes: geoRoutes } satisfies Slice;
