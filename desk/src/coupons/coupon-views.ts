import { COUPON_STATUSES } from '@sokuwa/contract/checkout/coupon.rules.ts';

/** The views of the list, as `view` of its address. */
export const COUPON_VIEWS = ['all', ...COUPON_STATUSES] as const;
