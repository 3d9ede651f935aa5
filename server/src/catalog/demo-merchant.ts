/** The merchant of the demo market that sells to the demo account. */
export const DEMO_MERCHANT_SLUG = 'makola-sisters';
