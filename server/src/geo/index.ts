import type { Slice } from '../slice.ts';
import { geoRoutes } from './geo.routes.ts';

export { type ExchangeQuote, formatConverted, formatRate, toKobo } from './geo.rules.ts';
export { type DatedExchangeQuote, Geo } from './geo.service.ts';
export { countryExists, insertCountries, upsertRates } from './geo.sql.ts';
export { parsePhoneNumber } from './phone.rules.ts';
export { findEnteredPlace, type PlaceNames } from './places.service.ts';
export { startRateUpdates } from './rates.service.ts';

export const geo = { routes: geoRoutes } satisfies Slice;
