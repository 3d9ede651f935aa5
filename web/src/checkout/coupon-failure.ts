import { ApiError } from '../lib/api.ts';

const TEXTS: Record<string, string> = {
  'Coupon not found': 'Invalid coupon code.',
  'User has already used this coupon.': 'Coupon already applied and used by you',
};

/** Why a coupon was not applied: 2-account-checkout, section 8, "Checkout", which knows the server's texts. */
export const couponFailure = (error: unknown): string => {
  const { errorKeyText: named, serverMessage: said } = error instanceof ApiError ? error : new ApiError('');
  const text = named ?? said;
  return text === undefined ? 'Failed to apply coupon. Please try again.' : (TEXTS[text] ?? text);
};
