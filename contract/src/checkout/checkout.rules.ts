import type { RefusalCode } from '../refusals.ts';

/** Why there is no price for the cart at an address: whatever prices a checkout can answer these. */
export const quoteRefusals = [
  'not_found',
  'unknown_country',
  'cart_empty',
  'items_unavailable',
  'country_not_served',
  'shipment_too_heavy',
  'shipping_away',
] as const satisfies RefusalCode[];
