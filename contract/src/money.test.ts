import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kobo, nairaText, parseNaira } from './money.ts';

const anyAmount = fc.maxSafeInteger().map(kobo);

describe('kobo', () => {
  it.each([0.5, 1e16, Number.NaN, Number.POSITIVE_INFINITY, -1.01])(
    'refuses %s, which is no whole amount',
    { tags: ['@MONEY-1'] },
    (amount) => {
      expect(() => kobo(amount)).toThrow(RangeError);
    },
  );
});

describe('nairaText', () => {
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
  ])('writes %d kobo as %s', { tags: ['@MONEY-7'] }, (amount, text) => {
    expect(nairaText(kobo(amount))).toBe(text);
  });

  it('groups by threes and gives kobo two places or none', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(nairaText(amount)).toMatch(/^-?(0|[1-9]\d{0,2}(,\d{3})*)(\.(0[1-9]|[1-9]\d))?$/);
      }),
    );
  });

  it('loses no kobo', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const [naira = '', rest = '00'] = nairaText(amount).replaceAll(',', '').replace('-', '').split('.');
        const size = BigInt(naira) * 100n + BigInt(rest);
        expect(amount < 0 ? -size : size).toBe(BigInt(amount));
      }),
    );
  });
});

describe('parseNaira', () => {
  it('reads back every text that the shop writes, with the sign or without, with commas or without', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const text = nairaText(amount);
        expect(parseNaira(text)).toBe(amount);
        expect(parseNaira(text.replaceAll(',', ''))).toBe(amount);
        expect(parseNaira(` ${text.replace(/^(-?)/, '$1₦')} `)).toBe(amount);
      }),
    );
  });

  it('takes one decimal for tens of kobo', () => {
    expect(parseNaira('12.5')).toBe(1250);
  });

  it.each(['', ' ', '₦', 'abc', '1.234', '1.', '.5', '1e3', '--1', '1 000', 'NaN', '99999999999999999'])(
    'gives null for %j',
    (text) => {
      expect(parseNaira(text)).toBeNull();
    },
  );

  it('gives an amount or null for any text, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789,.-+₦ eNa\0\n') }), (text) => {
        const amount = parseNaira(text);
        expect(amount === null || Number.isSafeInteger(amount)).toBe(true);
      }),
    );
  });
});
