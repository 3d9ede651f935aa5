import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CouponTerms, checkCoupon, computeDiscount } from './coupon.rules.ts';

const createTerms = (terms: Partial<CouponTerms> = {}): CouponTerms => ({
  percent: 10,
  fixed_kobo: null,
  starts_at: new Date('2026-11-01T00:00:00Z'),
  ends_at: new Date('2026-12-01T00:00:00Z'),
  minimum_kobo: kobo(500_000),
  max_uses: 3,
  uses: 2,
  ...terms,
});
const now = new Date('2026-11-21T12:00:00Z');
const anyAmount = fc.integer({ min: 0, max: 10_000_000_000_000 }).map(kobo);

describe('checkCoupon', () => {
  it('accepts a coupon that has started and not ended, at its minimum, with uses left', {
    tags: ['@CHECKOUT-42'],
  }, () => {
    expect(checkCoupon(createTerms(), kobo(500_000), false, now)).toBeUndefined();
    expect(checkCoupon(createTerms(), kobo(500_000), false, new Date('2026-11-01T00:00:00Z'))).toBeUndefined();
    expect(
      checkCoupon(createTerms({ ends_at: null, max_uses: null }), kobo(1e12), false, new Date('2099-01-01')),
    ).toBeUndefined();
  });

  it.each<[string, Partial<CouponTerms>, number, boolean, string]>([
    ['the buyer has used', {}, 500_000, true, 'coupon_used'],
    [
      'starts in one millisecond',
      { starts_at: new Date('2026-11-21T12:00:00.001Z') },
      500_000,
      false,
      'coupon_not_started',
    ],
    ['ends now', { ends_at: now }, 500_000, false, 'coupon_expired'],
    ['has no uses left', { uses: 3 }, 500_000, false, 'coupon_used_up'],
    ['has a minimum one kobo above the subtotal', {}, 499_999, false, 'coupon_minimum'],
  ])('refuses a coupon that %s', { tags: ['@CHECKOUT-42', '@CHECKOUT-43'] }, (_, terms, subTotal, used, refused) => {
    expect(checkCoupon(createTerms(terms), kobo(subTotal), used, now)).toMatchObject({ refused });
  });

  it('states the minimum in the refusal', () => {
    expect(checkCoupon(createTerms(), kobo(1), false, now)?.text).toBe('This coupon is for items of ₦5,000 or more.');
  });
});

describe('computeDiscount', () => {
  it.each<[Partial<CouponTerms>, number, number]>([
    [{ percent: 10 }, 1_245_000, 124_500],
    [{ percent: 15 }, 99, 14],
    [{ percent: 100 }, 99, 99],
    [{ percent: 1 }, 99, 0],
    [{ percent: null, fixed_kobo: kobo(250_000) }, 1_245_000, 250_000],
    [{ percent: null, fixed_kobo: kobo(250_000) }, 249_999, 249_999],
  ])('%j, for %d kobo, gives %d', { tags: ['@CHECKOUT-41'] }, (terms, subTotal, discount) => {
    expect(computeDiscount(createTerms(terms), kobo(subTotal))).toBe(discount);
  });

  it('never exceeds the subtotal, and is the exact percentage rounded down', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 1, max: 100 }), (subTotal, percent) => {
        const discount = computeDiscount(createTerms({ percent }), subTotal);
        const rest = BigInt(subTotal) * BigInt(percent) - BigInt(discount) * 100n;
        expect(rest >= 0n && rest < 100n).toBe(true);
        expect(discount).toBeLessThanOrEqual(subTotal);
      }),
    );
  });
});
