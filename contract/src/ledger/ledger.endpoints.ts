import { endpoint } from '../endpoint.ts';
import { signedInRefusals } from '../refusals.ts';

/** Days are those of UTC. */
export const readDayStatement = endpoint<{ query: { date: string }; response: string }>()({
  method: 'GET',
  path: '/operator/books/statement.csv',
  auth: 'operator',
  area: 'books',
  summary: 'The statement of a day for an accountant, as CSV',
  refusals: [...signedInRefusals, 'invalid_input'],
  download: 'books.csv',
});
