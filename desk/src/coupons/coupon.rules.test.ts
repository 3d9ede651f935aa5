import type { OperatorCoupon } from '@sokuwa/contract/checkout/operator-coupons.schemas.ts';
import { expect, it } from 'vitest';
import { checks, describeDiscount, describePeriod, describeUses, NO_COUPON, toNewCoupon } from './coupon.rules.ts';

it('a coupon is described', () => {
  expect(describeDiscount({ percent: 10, fixed: null })).toBe('10% off');
  expect(describeDiscount({ percent: null, fixed: 500 })).toBe('₦500 off');
  expect(describeUses({ uses: 3, max_uses: null })).toBe('3');
  expect(describeUses({ uses: 3, max_uses: 1000 })).toBe('3 of 1,000');
  const coupon = { starts_at: '2020-01-01T00:00:00Z', ends_at: null, status: 'running' } as OperatorCoupon;
  expect(describePeriod(coupon)).toBe('Without an end');
  expect(describePeriod({ ...coupon, ends_at: '2020-01-02T00:00:00Z', status: 'ended' })).toBe(
    'Ended 2 Jan 2020, 01:00',
  );
  expect(describePeriod({ ...coupon, status: 'scheduled' })).toBe('From 1 Jan 2020, 01:00');
});

it('the form of a new coupon leaves out what is empty', () => {
  expect(toNewCoupon({ ...NO_COUPON, code: 'SALE', percent: '10', fixed: '5' })).toEqual({ code: 'SALE', percent: 10 });
  expect(
    toNewCoupon({
      ...NO_COUPON,
      code: 'SALE',
      kind: 'fixed',
      fixed: '1,500.50',
      minimum: '5 000',
      max_uses: '100',
      ends_at: '2026-12-01T00:00',
      reason: 'Christmas',
    }),
  ).toEqual({
    code: 'SALE',
    fixed: 1500.5,
    minimum: 5000,
    max_uses: 100,
    ends_at: '2026-12-01T00:00+01:00',
    reason: 'Christmas',
  });
});

it('fields are checked before they are sent', () => {
  expect([checks.percent('10'), checks.fixed('500.50'), checks.minimum(''), checks.maxUses('')]).toEqual(
    Array(4).fill(true),
  );
  for (const wrong of [checks.percent('101'), checks.percent('1.5'), checks.fixed('0'), checks.maxUses('0')])
    expect(wrong).toMatch(/^Write/);
});
