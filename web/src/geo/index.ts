export { CountryPicker } from './country-picker.tsx';
export { placeCountriesQuery } from './place.queries.ts';
export { NO_PLACE, type PlaceChoice, PlaceFields } from './place-fields.tsx';
export { selectedCountry } from './selected-country.ts';
export { useConverted } from './use-converted.ts';
export { useCountry, useFollowCountry } from './use-country.ts';
