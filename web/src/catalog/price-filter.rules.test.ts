import { formatNaira, kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInPriceRange, readPrices } from './price-filter.rules.ts';

describe('readPrices', () => {
  it.each([
    ['abc', '10', 'Please enter valid numbers'],
    ['10', '1,000', 'Please enter valid numbers'],
    ['', 'abc', 'Please enter valid numbers'],
    ['Infinity', '10', 'Please enter valid numbers'],
    ['20', '10', 'Maximum price cannot be less than minimum price'],
    ['-5', '-10', 'Maximum price cannot be less than minimum price'],
    ['-5', '10', 'Prices cannot be negative'],
    ['', '-1', 'Prices cannot be negative'],
    ['', '', 'Please enter a minimum and maximum price'],
    [' ', ' ', 'Please enter a minimum and maximum price'],
  ])('rejects %s to %s with "%s"', { tags: ['@LIST-23', '@LIST-24', '@LIST-25', '@LIST-26'] }, (min, max, message) => {
    expect(readPrices(min, max)).toBe(message);
  });

  it.each([
    ['2000', '15000', { min: 2000, max: 15000 }],
    ['0', '0', { min: 0, max: 0 }],
    [' 10.50 ', '10.5', { min: 10.5, max: 10.5 }],
    ['', '5000', { min: undefined, max: 5000 }],
    ['10', ' ', { min: 10, max: undefined }],
  ])('accepts %s to %s', { tags: ['@LIST-26'] }, (min, max, range) => {
    expect(readPrices(min, max)).toEqual(range);
  });

  it('returns a message or a valid range for any input', () => {
    const input = fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String));
    fc.assert(
      fc.property(input, input, (min, max) => {
        const prices = readPrices(min, max);
        if (typeof prices === 'string') return;
        const limits = [prices.min, prices.max].filter((limit) => limit !== undefined);
        expect(limits.length).toBeGreaterThan(0);
        expect(limits).toEqual(limits.toSorted((a, b) => a - b));
        expect(limits.every((limit) => limit >= 0 && Number.isFinite(limit))).toBe(true);
      }),
    );
  });
});

describe('isInPriceRange', () => {
  const amount = fc.integer({ min: 0, max: 1e12 }).map((amountKobo) => kobo(amountKobo));

  it('compares the displayed price inclusively', { tags: ['@LIST-27'] }, () => {
    fc.assert(
      fc.property(amount, amount, amount, (price, min, max) => {
        const displayPrice = formatNaira(price);
        expect(isInPriceRange(displayPrice, min / 100, max / 100)).toBe(price >= min && price <= max);
        expect(isInPriceRange(displayPrice, price / 100, price / 100)).toBe(true);
      }),
    );
  });

  it('applies only the limits that are set', { tags: ['@LIST-28'] }, () => {
    expect(isInPriceRange('₦12,500', undefined, undefined)).toBe(true);
    expect(isInPriceRange('₦12,500', 12_501, undefined)).toBe(false);
    expect(isInPriceRange('₦12,500.50', undefined, 12_500)).toBe(false);
    expect(isInPriceRange('₦12,500', undefined, 12_500)).toBe(true);
    expect(isInPriceRange('₦12,500', 12_500, undefined)).toBe(true);
    expect(isInPriceRange('₦0', undefined, undefined)).toBe(true);
  });

  it('shows a product whose price cannot be read, as the server sent it', () => {
    expect(isInPriceRange('on request', 1, 2)).toBe(true);
  });
});
