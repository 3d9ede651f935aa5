import type { RefusalCode } from '../refusals.ts';

/** Refusals of every call that computes a checkout quote. */
export const quoteRefusals = [
  'not_found',
  'unknown_country',
  'cart_empty',
  'items_unavailable',
  'country_not_served',
  'shipment_too_heavy',
  'carrier_unavailable',
] as const satisfies RefusalCode[];
