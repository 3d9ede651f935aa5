import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideDecimals } from './rates.rules.ts';

test.each([
  ['1528', '1528', '1'],
  ['1528', '0.746', '2048.2573726542'],
  ['1528', '1120000', '0.0013642857'],
  ['100', '10', '10'],
  ['0.5', '0.25', '2'],
  ['2', '3', '0.6666666667'],
  ['1', '20000000000', '0.0000000001'],
])('%s / %s is %s', (dividend, divisor, quotient) => {
  expect(divideDecimals(dividend, divisor)).toBe(quotient);
});

test.each(['', '0', '0.00', '-1', '1e5', '1,5', '.5', '5.', 'NaN', 'Infinity', '9'.repeat(40)])(
  'refuses %j',
  (text) => {
    expect(() => divideDecimals('1528', text)).toThrow(RangeError);
    expect(() => divideDecimals(text, '1528')).toThrow(RangeError);
  },
);

test('names the text that is not a rate', () => {
  expect(() => divideDecimals('1528', '1e5')).toThrow('"1e5" is not a plain decimal number');
  expect(() => divideDecimals('1528', '0.0')).toThrow('1528 / 0.0 is not a rate');
  expect(() => divideDecimals('0', '1528')).toThrow('0 / 1528 is not a rate');
});

test('rounds to the nearest ten decimals', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000_000 });
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const quotient = divideDecimals(String(a), String(b));
      expect(quotient).toMatch(/^(0|[1-9]\d*)(\.\d{0,9}[1-9])?$/);
      const [whole = '', fraction = ''] = quotient.split('.');
      const scaled = BigInt(whole + fraction.padEnd(10, '0'));
      const error = scaled * BigInt(b) - BigInt(a) * 10n ** 10n;
      expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(BigInt(b));
    }),
  );
});
