/** The coupon of the demo market: valid for any order, any number of uses, one per account. */
export const DEMO_COUPON = { code: 'AKWAABA10', percent: 10 };
