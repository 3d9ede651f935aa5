export { releaseCoupon, takeCoupon } from './coupon.sql.ts';
export type { Checkout, Quote, QuoteAsk, QuotedItem, QuoteRefusal } from './quote.ts';
