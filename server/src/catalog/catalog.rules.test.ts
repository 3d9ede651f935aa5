import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketEnd, bucketStart, nairaToKobo, priceBucket } from './catalog.rules.ts';

/** Beyond it the end of a bucket is no safe integer any more: ninety trillion naira. */
const DEAREST = 8_999_999_999_999_999;
const anyPrice = fc
  .oneof(
    fc.integer({ min: 0, max: DEAREST }),
    fc.integer({ min: 0, max: 2000 }),
    // Around the powers of ten, where the number of digits changes.
    fc
      .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: -2, max: 2 }))
      .map(([e, d]) => Math.max(0, 10 ** e + d)),
  )
  .map(kobo);

describe('buckets of prices', () => {
  it('hold each amount between their start and their end', () => {
    fc.assert(
      fc.property(anyPrice, (price) => {
        const bucket = priceBucket(price);
        expect(bucketStart(bucket)).toBeLessThanOrEqual(price);
        expect(bucketEnd(bucket)).toBeGreaterThan(price);
      }),
    );
  });

  it('begin with an amount of their own and end before the next bucket begins', () => {
    fc.assert(
      fc.property(anyPrice, (price) => {
        const bucket = priceBucket(price);
        expect(priceBucket(bucketStart(bucket))).toBe(bucket);
        expect(priceBucket(kobo(bucketEnd(bucket) - 1))).toBe(bucket);
        expect(priceBucket(bucketEnd(bucket))).toBeGreaterThan(bucket);
        expect(bucketStart(priceBucket(bucketEnd(bucket)))).toBe(bucketEnd(bucket));
      }),
    );
  });

  it('rise with the amount', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, (a, b) => {
        expect(Math.sign(priceBucket(a) - priceBucket(b)) * Math.sign(a - b)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('are narrow: a hundredth of the amount wide at most', () => {
    fc.assert(
      fc.property(anyPrice, (price) => {
        const bucket = priceBucket(price);
        expect(bucketEnd(bucket) - bucketStart(bucket)).toBeLessThanOrEqual(Math.max(1, price / 100));
      }),
    );
  });

  it.each([0, 1099, 2000, 16_050])('are not numbered %d', (bucket) => {
    expect(() => bucketStart(bucket)).toThrow(RangeError);
  });
});

describe('nairaToKobo', () => {
  it('loses no kobo of what an address can hold', () => {
    const naira = fc.integer({ min: 0, max: 9_999_999_999 });
    fc.assert(
      fc.property(naira, fc.integer({ min: 0, max: 99 }), (whole, rest) => {
        const text = `${whole}.${String(rest).padStart(2, '0')}`;
        expect(BigInt(nairaToKobo(Number(text)))).toBe(BigInt(whole) * 100n + BigInt(rest));
      }),
    );
  });
});
