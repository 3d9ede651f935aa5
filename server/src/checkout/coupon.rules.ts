import { type Kobo, kobo, nairaText } from '@sokuwa/contract/money.ts';
import { type Refused, refuse } from '../platform/refusal.ts';

/** What the rules need of a coupon. One of percent and fixed_kobo is set. */
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
 * Whether a coupon gives a discount (CHECKOUT-42, CHECKOUT-43). The start is within its time, the end is not.
 * @param subTotal what the items cost
 * @param used whether the buyer has used it for an order that stands
 * @returns why not, or undefined
 */
export const whyNot = (
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
    return refuse('coupon_minimum', undefined, `This coupon is for items of ₦${nairaText(minimum_kobo)} or more.`);
  return undefined;
};

/** What a coupon takes off the items: per cent of them, a broken kobo being the shop's, or an amount that is at most them. */
export const discountOf = ({ percent, fixed_kobo }: CouponTerms, subTotal: Kobo): Kobo =>
  percent === null
    ? kobo(Math.min(fixed_kobo ?? 0, subTotal))
    : kobo(Number((BigInt(subTotal) * BigInt(percent)) / 100n));

/**
 * Shares a discount out to lines by what they cost, to the last kobo: each line gets its part rounded down, and the kobo
 * that are left go to those whose parts were cut most, the first of equals first.
 * @param totals what the lines cost, none below zero
 * @param discount at most their sum
 * @returns a share for each line, none above the line's cost; their sum is the discount
 */
export const shareOut = (discount: Kobo, totals: readonly Kobo[]): Kobo[] => {
  const sum = totals.reduce((all, total) => all + BigInt(total), 0n);
  if (sum === 0n) return totals.map(() => kobo(0));
  const parts = totals.map((total, line) => {
    const exact = BigInt(total) * BigInt(discount);
    return { line, whole: exact / sum, cut: exact % sum };
  });
  let left = BigInt(discount) - parts.reduce((all, { whole }) => all + whole, 0n);
  const shares = parts.map(({ whole }) => whole);
  for (const { line, whole } of parts.toSorted((a, b) =>
    a.cut === b.cut ? a.line - b.line : a.cut < b.cut ? 1 : -1,
  )) {
    if (left === 0n) break;
    shares[line] = whole + 1n;
    left -= 1n;
  }
  return shares.map((share) => kobo(Number(share)));
};
