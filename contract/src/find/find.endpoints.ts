import { endpoint } from '../endpoint.ts';
import { signedInRefusals } from '../refusal-groups.ts';
import type { FindQuery, FoundByMerchant, FoundByOperator } from './find.schemas.ts';

/** What the sender's role may not read is null. */
export const findForMerchant = endpoint<{ query: FindQuery; response: FoundByMerchant }>()({
  method: 'GET',
  path: '/merchant/search/',
  auth: 'merchant',
  area: 'orders',
  summary: 'Orders, products and messages with these words, five of each',
  refusals: [...signedInRefusals, 'invalid_input'],
});

/** What the sender's role may not read is null. Every role of operators reads the catalogue. */
export const findForOperator = endpoint<{ query: FindQuery; response: FoundByOperator }>()({
  method: 'GET',
  path: '/operator/search/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Orders, payments, customers, merchants and products with these words, five of each',
  refusals: [...signedInRefusals, 'invalid_input'],
});
