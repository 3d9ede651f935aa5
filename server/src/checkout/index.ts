import type { Slice } from '../slice.ts';
import { checkoutRoutes } from './checkout.routes.ts';

export { allocate } from './allocate.rules.ts';
export { describeCartChanges } from './checkout.rules.ts';
export { openCheckout } from './checkout.service.ts';
export { redeemCoupon, releaseCoupon } from './coupon.service.ts';
export { type CouponDetails, lockCoupons, selectCouponDetails, selectCouponPage } from './coupon.sql.ts';
export { changeCoupon, createCoupon, endCoupon } from './coupon-changes.service.ts';
export { DEMO_COUPON } from './demo-coupon.ts';
export type { Checkout, CheckoutQuote, QuoteRefusal, RateRefusal } from './quote.ts';

export const checkout = {
  routes: checkoutRoutes,
  operatorCommands: async (shop) => (await import('./checkout.operator.ts')).checkoutCommands(shop),
} satisfies Slice;
