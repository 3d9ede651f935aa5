import { endpoint } from '../endpoint.ts';
import { signedInRefusals } from '../refusals.ts';
import type { Today } from './today.schemas.ts';

export const getToday = endpoint<{ response: Today }>()({
  method: 'GET',
  path: '/merchant/today/',
  auth: 'merchant',
  area: 'orders',
  summary: 'What waits for the merchant, sales of 30 days, and the next payout',
  refusals: signedInRefusals,
});
