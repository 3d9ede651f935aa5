import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketEnd, bucketStart, nairaToKobo, priceBucket } from './catalog.rules.ts';

/** The largest price in kobo for which the end of the bucket is a safe integer. */
const MAX_PRICE = 9_006_999_999_999_999;
const anyPrice = fc
  .oneof(
    fc.integer({ min: 0, max: MAX_PRICE }),
    fc.integer({ min: 0, max: 2000 }),
    // Around the powers of ten, where the number of digits changes.
    fc
      .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: -2, max: 2 }))
      .map(([e, d]) => Math.max(0, 10 ** e + d)),
  )
  .map(kobo);

describe('price buckets', () => {
  it('contain each amount between their start and their end', () => {
    fc.assert(
      fc.property(anyPrice, (price) => {
        const bucket = priceBucket(price);
        expect(bucketStart(bucket)).toBeLessThanOrEqual(price);
        expect(bucketEnd(bucket)).toBeGreaterThan(price);
      }),
    );
  });

  it('contain their start, and end where the next bucket starts', () => {
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

  it('increase with the amount', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, (a, b) => {
        expect(Math.sign(priceBucket(a) - priceBucket(b)) * Math.sign(a - b)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('are at most one thousandth of the amount wide', () => {
    fc.assert(
      fc.property(anyPrice, (price) => {
        const bucket = priceBucket(price);
        expect(bucketEnd(bucket) - bucketStart(bucket)).toBeLessThanOrEqual(Math.max(1, price / 1000));
      }),
    );
  });

  it.each([0, 10_999, 20_000, 160_500])('reject %d, which is not a bucket', (bucket) => {
    expect(() => bucketStart(bucket)).toThrow(RangeError);
    expect(() => bucketStart(bucket)).toThrow(`not a bucket of prices: ${bucket}`);
  });

  it.each([
    [10_000, 0],
    [11_000, 1],
    [21_200, 12],
    // No amount of two digits begins with 125.
    [21_250, 13],
    [41_255, 1255],
    [51_255, 12_550],
  ])('%d starts at %d kobo', (bucket, start) => {
    expect(bucketStart(bucket)).toBe(start);
  });
});

describe('nairaToKobo', () => {
  it('converts every amount that the query string allows exactly', () => {
    const naira = fc.integer({ min: 0, max: 9_999_999_999 });
    fc.assert(
      fc.property(naira, fc.integer({ min: 0, max: 99 }), (whole, rest) => {
        const text = `${whole}.${String(rest).padStart(2, '0')}`;
        expect(BigInt(nairaToKobo(Number(text)))).toBe(BigInt(whole) * 100n + BigInt(rest));
      }),
    );
  });
});
