import { endpoint } from '../endpoint.ts';
import type { Country } from './geo.schemas.ts';

export const listCountries = endpoint<{ answer: Country[] }>()({
  method: 'GET',
  path: '/countries/',
  auth: 'none',
  summary: 'Countries that prices can be shown for',
  refusals: ['too_many_requests', 'database_away'],
});
