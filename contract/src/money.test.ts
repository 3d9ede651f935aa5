import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNaira, formatNairaAmount, formatNairaPrice, kobo, parseNaira } from './money.ts';

const anyAmount = fc.maxSafeInteger().map(kobo);

describe('kobo', () => {
  it.each([0.5, 1e16, Number.NaN, Number.POSITIVE_INFINITY, -1.01])(
    'throws for %s, which is not a whole number',
    { tags: ['@MONEY-1'] },
    (amount) => {
      expect(() => kobo(amount)).toThrow(RangeError);
    },
  );
});

describe('formatNairaAmount', () => {
  it.each([
    [0, '0'],
    [5, '0.05'],
    [50, '0.50'],
    [100, '1'],
    [99_999, '999.99'],
    [100_000, '1,000'],
    [1_245_000, '12,450'],
    [1_245_050, '12,450.50'],
    [123_456_789_00, '123,456,789'],
    [-1_245_050, '-12,450.50'],
    [-5, '-0.05'],
  ])('formats %d kobo as %s', { tags: ['@MONEY-7'] }, (amount, text) => {
    expect(formatNairaAmount(kobo(amount))).toBe(text);
  });

  it('has the sign of the naira, after that of the amount', { tags: ['@MONEY-7'] }, () => {
    expect([1_245_050, 0, -5].map((amount) => formatNaira(kobo(amount)))).toEqual(['₦12,450.50', '₦0', '-₦0.05']);
    expect([12_450.5, 0.07].map(formatNairaPrice)).toEqual(['₦12,450.50', '₦0.07']);
  });

  it('groups digits by three, with two decimals or none', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(formatNairaAmount(amount)).toMatch(/^-?(0|[1-9]\d{0,2}(,\d{3})*)(\.(0[1-9]|[1-9]\d))?$/);
      }),
    );
  });

  it('preserves the amount', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const [naira = '', decimals = '00'] = formatNairaAmount(amount).replaceAll(',', '').replace('-', '').split('.');
        const absolute = BigInt(naira) * 100n + BigInt(decimals);
        expect(amount < 0 ? -absolute : absolute).toBe(BigInt(amount));
      }),
    );
  });
});

describe('parseNaira', () => {
  it('parses every formatted amount, with and without currency sign and commas', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const text = formatNairaAmount(amount);
        expect(parseNaira(text)).toBe(amount);
        expect(parseNaira(text.replaceAll(',', ''))).toBe(amount);
        expect(parseNaira(` ${text.replace(/^(-?)/, '$1₦')} `)).toBe(amount);
      }),
    );
  });

  it('reads one decimal as tens of kobo', () => {
    expect(parseNaira('12.5')).toBe(1250);
  });

  it.each(['', ' ', '₦', 'abc', '1.234', '1.', '.5', '1e3', '--1', '1 000', 'NaN', '99999999999999999'])(
    'returns null for %j',
    (text) => {
      expect(parseNaira(text)).toBeNull();
    },
  );

  it('returns an amount or null for any text, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789,.-+₦ eNa\0\n') }), (text) => {
        const amount = parseNaira(text);
        expect(amount === null || Number.isSafeInteger(amount)).toBe(true);
      }),
    );
  });
});
