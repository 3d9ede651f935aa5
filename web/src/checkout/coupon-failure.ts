import { ApiError } from '@sokuwa/contract/api-client.ts';
import { refusalTexts } from '../lib/refusal-texts.ts';

const TEXTS: Record<string, string> = {
  'Coupon not found': refusalTexts.coupon_not_found,
  'User has already used this coupon.': refusalTexts.coupon_used,
};

/** The text for a coupon that was not applied, by the server's text (CHECKOUT-38 to CHECKOUT-40). */
export const couponFailure = (error: unknown): string => {
  const { errorKeyText, serverMessage } = error instanceof ApiError ? error : new ApiError('');
  const text = errorKeyText ?? serverMessage;
  return text === undefined ? 'Failed to apply coupon. Please try again.' : (TEXTS[text] ?? text);
};
