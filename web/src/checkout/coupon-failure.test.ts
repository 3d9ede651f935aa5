import { ApiError } from '@sokuwa/contract/api-client.ts';
import { expect, it } from 'vitest';
import { couponFailure } from './coupon-failure.ts';

const refusal = (serverMessage: string, errorKeyText?: string) =>
  new ApiError(serverMessage, 400, undefined, serverMessage, {}, errorKeyText);

it.each([
  ['an unknown code', refusal('Coupon not found', 'Coupon not found'), 'Invalid coupon code.'],
  ['a used code', refusal('User has already used this coupon.'), 'Coupon already applied and used by you'],
  ['any other refusal', refusal('This coupon has expired.'), 'This coupon has expired.'],
  ['no response', new ApiError('Network Error'), 'Failed to apply coupon. Please try again.'],
  ['an error in the client', new Error('broken'), 'Failed to apply coupon. Please try again.'],
])('shows the specified text for %s', { tags: ['@CHECKOUT-38', '@CHECKOUT-39', '@CHECKOUT-40'] }, (_, error, text) => {
  expect(couponFailure(error)).toBe(text);
});
