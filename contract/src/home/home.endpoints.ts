import { endpoint } from '../endpoint.ts';
import type { HomeQuery, ShownHome } from './home.schemas.ts';

/** What the home page shows. With `preview` it shows something else, which is never cached; not_found after the token has expired. */
export const getHome = endpoint<{ query: HomeQuery; response: ShownHome }>()({
  method: 'GET',
  path: '/api/home/',
  auth: 'none',
  summary: 'Banners, tiles and articles of the home page',
  refusals: ['invalid_input', 'not_found', 'too_many_requests', 'database_unavailable'],
});
