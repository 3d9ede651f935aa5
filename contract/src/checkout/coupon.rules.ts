/** By its start and end. A running coupon may have no uses left. */
export const COUPON_STATUSES = ['running', 'scheduled', 'ended'] as const;
export type CouponStatus = (typeof COUPON_STATUSES)[number];
