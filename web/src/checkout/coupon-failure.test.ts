import { expect, it } from 'vitest';
import { ApiError } from '../lib/api.ts';
import { couponFailure } from './coupon-failure.ts';

const refused = (said?: string, named?: string) => new ApiError(said ?? 'x', 400, undefined, said, {}, named);

it.each([
  ['an unknown code', refused('Coupon not found', 'Coupon not found'), 'Invalid coupon code.'],
  ['one that was used', refused('User has already used this coupon.'), 'Coupon already applied and used by you'],
  ['whatever else the server says', refused('This coupon has expired.'), 'This coupon has expired.'],
  ['no answer', new ApiError('Network Error'), 'Failed to apply coupon. Please try again.'],
  ['no call at all', new Error('broken'), 'Failed to apply coupon. Please try again.'],
])(
  'says of %s what the specification says',
  { tags: ['@CHECKOUT-38', '@CHECKOUT-39', '@CHECKOUT-40'] },
  (_, error, text) => {
    expect(couponFailure(error)).toBe(text);
  },
);
