import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CouponTerms, discountOf, shareOut, whyNot } from './coupon.rules.ts';

const coupon = (terms: Partial<CouponTerms> = {}): CouponTerms => ({
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
const amount = fc.integer({ min: 0, max: 10_000_000_000_000 }).map(kobo);

describe('a coupon', () => {
  it('is good within its time, for its minimum, while uses are left', { tags: ['@CHECKOUT-42'] }, () => {
    expect(whyNot(coupon(), kobo(500_000), false, now)).toBeUndefined();
    expect(whyNot(coupon(), kobo(500_000), false, new Date('2026-11-01T00:00:00Z'))).toBeUndefined();
    expect(
      whyNot(coupon({ ends_at: null, max_uses: null }), kobo(1e12), false, new Date('2099-01-01')),
    ).toBeUndefined();
  });

  it.each<[string, Partial<CouponTerms>, number, boolean, string]>([
    ['was used by the buyer', {}, 500_000, true, 'coupon_used'],
    ['is not to begin yet', { starts_at: new Date('2026-11-21T12:00:00.001Z') }, 500_000, false, 'coupon_not_started'],
    ['ends this moment', { ends_at: now }, 500_000, false, 'coupon_expired'],
    ['has no uses left', { uses: 3 }, 500_000, false, 'coupon_used_up'],
    ['asks for a kobo more', {}, 499_999, false, 'coupon_minimum'],
  ])('that %s is not', { tags: ['@CHECKOUT-42', '@CHECKOUT-43'] }, (_, terms, subTotal, used, refused) => {
    expect(whyNot(coupon(terms), kobo(subTotal), used, now)).toMatchObject({ refused });
  });

  it('says what it asks for', () => {
    expect(whyNot(coupon(), kobo(1), false, now)?.text).toBe('This coupon is for items of ₦5,000 or more.');
  });
});

describe('the discount', () => {
  it.each<[Partial<CouponTerms>, number, number]>([
    [{ percent: 10 }, 1_245_000, 124_500],
    [{ percent: 15 }, 99, 14],
    [{ percent: 100 }, 99, 99],
    [{ percent: 1 }, 99, 0],
    [{ percent: null, fixed_kobo: kobo(250_000) }, 1_245_000, 250_000],
    [{ percent: null, fixed_kobo: kobo(250_000) }, 249_999, 249_999],
  ])('%j of %d kobo is %d', { tags: ['@CHECKOUT-41'] }, (terms, subTotal, discount) => {
    expect(discountOf(coupon(terms), kobo(subTotal))).toBe(discount);
  });

  it('is never more than the items cost, and within a kobo of its per cent', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 100 }), (subTotal, percent) => {
        const discount = discountOf(coupon({ percent }), subTotal);
        const rest = BigInt(subTotal) * BigInt(percent) - BigInt(discount) * 100n;
        expect(rest >= 0n && rest < 100n).toBe(true);
        expect(discount).toBeLessThanOrEqual(subTotal);
      }),
    );
  });
});

describe('sharing out', () => {
  it.each([
    [100, [100, 100, 100], [34, 33, 33]],
    [1, [1, 5, 5], [0, 1, 0]],
    [0, [10, 20], [0, 0]],
    [30, [10, 20], [10, 20]],
    [0, [0, 0], [0, 0]],
    [5, [0, 5], [0, 5]],
    [0, [], []],
  ])('%d over %j is %j', (discount, totals, shares) => {
    expect(shareOut(kobo(discount), totals.map(kobo))).toEqual(shares);
  });

  it('keeps every kobo, gives no line more than it costs, and is fair to a kobo', () => {
    const cart = fc.array(amount, { minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(cart, fc.double({ min: 0, max: 1, noNaN: true }), (totals, part) => {
        const sum = totals.reduce((all, total) => all + total, 0);
        const discount = kobo(Math.floor(sum * part));
        const shares = shareOut(discount, totals);
        expect(shares.reduce((all, share) => all + share, 0)).toBe(discount);
        for (const [line, share] of shares.entries()) {
          const total = totals[line] ?? 0;
          expect(share >= 0 && share <= total).toBe(true);
          const off = BigInt(share) * BigInt(sum) - BigInt(total) * BigInt(discount);
          expect(off < BigInt(sum || 1) && -off < BigInt(sum || 1)).toBe(true);
        }
      }),
    );
  });
});
