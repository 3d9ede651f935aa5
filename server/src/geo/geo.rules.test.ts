import { convert } from '@sokuwa/contract/geo/convert.rules.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExchangeQuote, formatConverted, formatRate, parseMicroNaira, toKobo } from './geo.rules.ts';

type QuoteFields = [currency: string, decimals: number, nairaPerUnit: string];
const createQuote = (...[currency, decimals, nairaPerUnit]: QuoteFields): ExchangeQuote => ({
  currency,
  decimals,
  microNaira: parseMicroNaira(nairaPerUnit),
});

const anyAmount = fc
  .maxSafeInteger()
  .filter((amount) => amount >= 0)
  .map(kobo);
const anyRate = fc.bigInt({ min: 1n, max: 10n ** 13n });
const anyDecimals = fc.integer({ min: 0, max: 4 });

describe('parseMicroNaira', () => {
  it.each([
    ['2047.125', 2_047_125_000n],
    ['1500', 1_500_000_000n],
    ['0.036', 36_000n],
    ['1.0000009', 1_000_000n],
    ['12.3456789', 12_345_678n],
  ])('parses %s', (text, rate) => {
    expect(parseMicroNaira(text)).toBe(rate);
  });
});

describe('formatConverted', () => {
  it.each<[number, QuoteFields, string]>([
    [1_250_000, ['GBP', 2, '2050'], '£6.10'],
    [1_250_000, ['USD', 2, '1533.75'], 'US$8.15'],
    [1_250_000, ['JPY', 0, '10'], 'JP¥1,250'],
    [1_250_000, ['KWD', 3, '5000'], 'KWD 2.500'],
    [0, ['GBP', 2, '2050'], '£0.00'],
    [1, ['GBP', 2, '2050'], '£0.00'],
    [123_456_789_00, ['GBP', 2, '1'], '£123,456,789.00'],
  ])('formats %d kobo', (amount, quote, text) => {
    expect(formatConverted(kobo(amount), createQuote(...quote)).replaceAll('\u00a0', ' ')).toBe(text);
  });

  it('writes the name of every currency before the number', () => {
    for (const currency of Intl.supportedValuesOf('currency')) {
      const expected = new Intl.NumberFormat('en-NG', { style: 'currency', currency, minimumFractionDigits: 2 });
      expect(formatConverted(kobo(123_456), createQuote(currency, 2, '1'))).toBe(expected.format(1234.56));
    }
  });

  it('shows every digit of the exact amount, at any size', () => {
    fc.assert(
      fc.property(anyAmount, anyRate, anyDecimals, (amount, rate, decimals) => {
        const quote = { currency: 'GBP', decimals, microNaira: rate };
        const digits = formatConverted(amount, quote).replace(/\D/g, '');
        expect(digits.length).toBeGreaterThan(decimals);
        expect(BigInt(digits)).toBe(convert(amount, quote));
      }),
    );
  });
});

describe('toKobo', () => {
  it.each([
    ['42.50', '1528', 6_494_000],
    ['0.01', '1528', 1528],
    ['1', '1528.005', 152_801],
    ['0.000001', '0.000001', 1],
    ['0', '1528', 0],
  ])('converts %s at ₦%s', (amount, rate, expected) => {
    expect(toKobo(amount, parseMicroNaira(rate))).toBe(expected);
  });

  it('rounds up to the next kobo', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.bigInt({ min: 1n, max: 10n ** 10n }), (cents, rate) => {
        const rest = BigInt(toKobo((cents / 100).toFixed(2), rate)) * 1_000_000n - BigInt(cents) * rate;
        expect(rest >= 0n && rest < 1_000_000n).toBe(true);
      }),
    );
  });

  it.each(['', '-1', '1e3', 'NaN', '1.', '1.2345678', '9'.repeat(20)])('refuses %j', (amount) => {
    expect(() => toKobo(amount, 1n)).toThrow(RangeError);
    expect(() => toKobo(amount, 1n)).toThrow(`"${amount}" is not a plain decimal number`);
  });
});

it.each<[QuoteFields, string]>([
  [['USD', 2, '1528'], 'US$1 = ₦1,528'],
  [['GBP', 2, '2048.2573726542'], '£1 = ₦2,048.26'],
  [['JPY', 0, '10.3'], 'JP¥1 = ₦10.3'],
  [['KWD', 3, '5000'], 'KWD 1 = ₦5,000'],
  [['IRR', 2, '0.0363809'], 'IRR 1 = ₦0.0364'],
])('formatRate formats case %#', (quote, text) => {
  expect(formatRate(createQuote(...quote)).replaceAll('\u00a0', ' ')).toBe(text);
});
