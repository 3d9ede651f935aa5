import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusals.ts';
import { quoteRefusals } from './checkout.rules.ts';
import type {
  ApplyCoupon,
  CouponApplied,
  ShipmentRate,
  ShipmentRateAsk,
  ShipmentRateQuery,
} from './checkout.schemas.ts';

/** All figures are the server's own; what was sent is only compared with them (3-decisions, "Checkout"). */
export const calculateShipmentRate = endpoint<{
  query: ShipmentRateQuery;
  body: ShipmentRateAsk;
  response: ShipmentRate;
}>()({
  method: 'POST',
  path: '/calculate-shipment-rate/',
  auth: 'required',
  summary: 'What the cart costs, shipped to an address',
  refusals: [...signedInRefusals, ...bodyRefusals, ...quoteRefusals],
});

/** Keeps the coupon on the checkout until the order is placed or the cart is cleared; another one takes its place. */
export const applyCoupon = endpoint<{ body: ApplyCoupon; response: CouponApplied }>()({
  method: 'POST',
  path: '/checkout/apply-coupon/',
  auth: 'required',
  summary: 'Use a coupon for the cart',
  refusals: [
    ...signedInRefusals,
    ...bodyRefusals,
    'cart_empty',
    'coupon_not_found',
    'coupon_used',
    'coupon_used_up',
    'coupon_early',
    'coupon_expired',
    'coupon_minimum',
  ],
});
