import fc from 'fast-check';
import { expect, it } from 'vitest';
import { kobo } from '../money.ts';
import { convert, formatConversion } from './convert.rules.ts';

const anyAmount = fc.maxSafeNat().map(kobo);
const anyRate = fc.bigInt({ min: 1n, max: 10n ** 13n });
const anyDecimals = fc.integer({ min: 0, max: 4 });

it('an amount is rounded to the smallest unit of the currency, half up', () => {
  fc.assert(
    fc.property(anyAmount, anyRate, anyDecimals, (amount, rate, decimals) => {
      // Kobo are hundredths and rates are millionths of naira: both sides in 10^-8 naira and 10^-decimals units.
      const units = convert(amount, { decimals, microNaira: rate });
      const rest = units * rate - BigInt(amount) * 10_000n * 10n ** BigInt(decimals);
      expect(2n * rest <= rate && 2n * rest > -rate).toBe(true);
    }),
  );
});

it('a conversion never decreases when the amount increases', () => {
  fc.assert(
    fc.property(anyAmount, anyAmount, anyRate, anyDecimals, (a, b, rate, decimals) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      const quote = { decimals, microNaira: rate };
      expect(convert(low, quote) <= convert(high, quote)).toBe(true);
    }),
  );
});

it.each([
  [1_250_000, '£', 2, 2_050_000_000n, '£6.10'],
  [1_250_000, 'JP¥', 0, 10_000_000n, 'JP¥1,250'],
  [1_250_000, 'KWD ', 3, 5_000_000_000n, 'KWD 2.500'],
  [0, '£', 2, 2_050_000_000n, '£0.00'],
  [12_345_678_900, '£', 2, 1_000_000n, '£123,456,789.00'],
])('%d kobo are written as %s with %d decimals at %d millionths: %s', (amount, prefix, decimals, microNaira, text) => {
  expect(formatConversion(kobo(amount), { prefix, decimals, microNaira })).toBe(text);
});
