import { formatNairaAmount, type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { type Refused, refuse } from '../platform/refusal.ts';

/** The coupon fields that the rules use. Exactly one of `percent` and `fixed_kobo` is set. */
export type CouponTerms = {
  percent: number | null;
  fixed_kobo: Kobo | null;
  starts_at: Date;
  ends_at: Date | null;
  minimum_kobo: Kobo;
  max_uses: number | null;
  uses: number;
};
export type CouponRefusal =
  | 'coupon_used'
  | 'coupon_used_up'
  | 'coupon_not_started'
  | 'coupon_expired'
  | 'coupon_minimum';

/**
 * Checks whether a coupon is valid (CHECKOUT-42, CHECKOUT-43). `starts_at` is inclusive, `ends_at` exclusive.
 * @param subTotal the total of the items
 * @param used whether the buyer has used it for an order that is not cancelled
 * @returns the refusal, or undefined when it is valid
 */
export const checkCoupon = (
  { starts_at, ends_at, minimum_kobo, max_uses, uses }: CouponTerms,
  subTotal: Kobo,
  used: boolean,
  now: Date,
): Refused<CouponRefusal> | undefined => {
  if (used) return refuse('coupon_used');
  if (now < starts_at) return refuse('coupon_not_started');
  if (ends_at && now >= ends_at) return refuse('coupon_expired');
  if (max_uses !== null && uses >= max_uses) return refuse('coupon_used_up');
  if (subTotal < minimum_kobo)
    return refuse(
      'coupon_minimum',
      undefined,
      `This coupon is for items of ₦${formatNairaAmount(minimum_kobo)} or more.`,
    );
  return undefined;
};

/** The discount: a percentage of the subtotal, rounded down, or a fixed amount, at most the subtotal. */
export const computeDiscount = ({ percent, fixed_kobo }: CouponTerms, subTotal: Kobo): Kobo =>
  percent === null
    ? kobo(Math.min(fixed_kobo ?? 0, subTotal))
    : kobo(Number((BigInt(subTotal) * BigInt(percent)) / 100n));
