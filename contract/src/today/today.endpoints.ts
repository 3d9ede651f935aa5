import { endpoint } from '../endpoint.ts';
import { signedInRefusals } from '../refusal-groups.ts';
import type { MerchantEvent, Today } from './today.schemas.ts';

export const getToday = endpoint<{ response: Today }>()({
  method: 'GET',
  path: '/merchant/today/',
  auth: 'merchant',
  area: 'orders',
  summary: 'What waits for the merchant, sales of 30 days, and the next payout',
  refusals: signedInRefusals,
});

/**
 * A stream of at most ten minutes, for EventSource. The first event names all areas, so that a page reads again what it may have missed; later
 * ones name where something has arrived or changed, within two seconds. Comments keep the connection alive. With too many streams it is refused.
 */
export const merchantEvents = endpoint<{ query: { store?: string }; response: MerchantEvent }>()({
  method: 'GET',
  path: '/merchant/events/',
  auth: 'merchant',
  area: 'orders',
  summary: 'Server-sent events: new orders and returns, and changes of message threads',
  refusals: [...signedInRefusals, 'invalid_input'],
  events: true,
});
