import { endpoint } from '../endpoint.ts';
import type { CitiesQuery, Country, ExchangeRate, ExchangeRateQuery, Place, RegionsQuery } from './geo.schemas.ts';

export const listCountries = endpoint<{ response: Country[] }>()({
  method: 'GET',
  path: '/countries/',
  host: 'countries',
  auth: 'none',
  summary: 'Countries with a converted price',
  refusals: ['too_many_requests', 'database_unavailable'],
});

/** With it a client converts amounts that the server does not know, such as the totals of a guest's cart. */
export const getExchangeRate = endpoint<{ query: ExchangeRateQuery; response: ExchangeRate }>()({
  method: 'GET',
  path: '/exchange-rate/',
  auth: 'none',
  summary: 'Exchange rate of the converted prices of a country',
  refusals: ['invalid_input', 'unknown_country', 'too_many_requests', 'database_unavailable'],
});

/** Sorted by name. A territory without regions has one, with its own name. */
export const listRegions = endpoint<{ query: RegionsQuery; response: Place[] }>()({
  method: 'GET',
  path: '/regions/',
  auth: 'none',
  summary: 'Regions of a country',
  refusals: ['invalid_input', 'unknown_country', 'too_many_requests', 'database_unavailable'],
});

/** Sorted by name; at most a few thousand. */
export const listCities = endpoint<{ query: CitiesQuery; response: Place[] }>()({
  method: 'GET',
  path: '/cities',
  auth: 'none',
  summary: 'Cities of a region',
  refusals: ['invalid_input', 'unknown_region', 'too_many_requests'],
});
