/** The coupon of the demo market: any order, as often as wanted, once per account. */
export const DEMO_COUPON = { code: 'AKWAABA10', percent: 10 };
