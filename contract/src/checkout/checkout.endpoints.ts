import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import { quoteRefusals } from './checkout.rules.ts';
import type {
  ApplyCoupon,
  CouponApplied,
  CouponRemoved,
  ShipmentRate,
  ShipmentRateQuery,
  ShipmentRateRequest,
} from './checkout.schemas.ts';

/** The server computes all amounts; it only compares the sent ones with its own. */
export const calculateShipmentRate = endpoint<{
  query: ShipmentRateQuery;
  body: ShipmentRateRequest;
  response: ShipmentRate;
}>()({
  method: 'POST',
  path: '/calculate-shipment-rate/',
  auth: 'required',
  summary: 'What the cart costs, shipped to an address',
  refusals: [...signedInRefusals, ...bodyRefusals, ...quoteRefusals],
});

/**
 * Stores the coupon on the checkout until the order is placed, the coupon is removed or the cart is cleared; a new
 * coupon replaces it. After too many unknown codes, every code of the account is refused for a while.
 */
export const applyCoupon = endpoint<{ body: ApplyCoupon; response: CouponApplied }>()({
  method: 'POST',
  path: '/checkout/apply-coupon/',
  auth: 'required',
  summary: 'Apply a coupon to the cart',
  refusals: [
    ...signedInRefusals,
    ...bodyRefusals,
    'cart_empty',
    'coupon_not_found',
    'coupon_used',
    'coupon_used_up',
    'coupon_not_started',
    'coupon_expired',
    'coupon_minimum',
  ],
});

/** Idempotent: without a coupon it changes nothing. */
export const removeCoupon = endpoint<{ response: CouponRemoved }>()({
  method: 'DELETE',
  path: '/checkout/coupon/',
  auth: 'required',
  summary: 'Remove the coupon from the cart',
  refusals: signedInRefusals,
});
