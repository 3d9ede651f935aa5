import { endpoint } from '../endpoint.ts';
import type { CitiesQuery, Country, Place, RegionsQuery } from './geo.schemas.ts';

export const listCountries = endpoint<{ response: Country[] }>()({
  method: 'GET',
  path: '/countries/',
  auth: 'none',
  summary: 'Countries that prices can be shown for',
  refusals: ['too_many_requests', 'database_away'],
});

/** By name. A territory that is not divided has one region, named after it. */
export const listRegions = endpoint<{ query: RegionsQuery; response: Place[] }>()({
  method: 'GET',
  path: '/regions/',
  auth: 'none',
  summary: 'Regions of a country',
  refusals: ['invalid_input', 'unknown_country', 'too_many_requests', 'database_away'],
});

/** By name; a few thousand at most. */
export const listCities = endpoint<{ query: CitiesQuery; response: Place[] }>()({
  method: 'GET',
  path: '/cities',
  auth: 'none',
  summary: 'Cities of a region',
  refusals: ['invalid_input', 'unknown_region', 'too_many_requests'],
});
