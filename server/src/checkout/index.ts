export { checkoutRoutes } from './checkout.routes.ts';
export { changesSince } from './checkout.rules.ts';
export { openCheckout } from './checkout.service.ts';
export { releaseCoupon, takeCoupon } from './coupon.service.ts';
export { insertCoupon, selectCode } from './coupon.sql.ts';
export type { Checkout, Quote, QuoteRefusal } from './quote.ts';
