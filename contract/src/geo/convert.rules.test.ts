import fc from 'fast-check';
import { expect, it } from 'vitest';
import { kobo } from '../money.ts';
import { convert, formatConversion } from './convert.rules.ts';

it('an amount is rounded to the smallest unit of the currency, half up', () => {
  const anyAmount = fc.integer({ min: 0, max: 1e15 }).map(kobo);
  fc.assert(
    fc.property(
      anyAmount,
      fc.bigInt({ min: 1n, max: 10n ** 13n }),
      fc.integer({ min: 0, max: 4 }),
      (amount, rate, n) => {
        // Kobo are hundredths and rates are millionths of naira: both sides in 10^-8 naira and 10^-n units.
        const units = convert(amount, { decimals: n, microNaira: rate });
        const rest = units * rate - BigInt(amount) * 10_000n * 10n ** BigInt(n);
        expect(2n * rest <= rate && 2n * rest > -rate).toBe(true);
      },
    ),
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
