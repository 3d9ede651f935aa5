import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocate.rules.ts';

describe('allocate', () => {
  it.each([
    [100, [100, 100, 100], [34, 33, 33]],
    [1, [1, 5, 5], [0, 1, 0]],
    [0, [10, 20], [0, 0]],
    [30, [10, 20], [10, 20]],
    [0, [0, 0], [0, 0]],
    [5, [0, 5], [0, 5]],
    [0, [], []],
    // The exact shares are 0.4, 0.8 and 0.8: the largest remainders get the rest.
    [2, [1, 2, 2], [0, 1, 1]],
    [2, [2, 1, 2], [1, 0, 1]],
    [2, [2, 2, 1], [1, 1, 0]],
    // The exact shares are 1.25 and 0.75: the larger remainder gets the rest, not the larger total.
    [2, [5, 3], [1, 1]],
    // Ties: the earlier lines get the rest.
    [2, [3, 3, 3, 3], [1, 1, 0, 0]],
  ])('%d over %j gives %j', (discount, totals, shares) => {
    expect(allocate(kobo(discount), totals)).toEqual(shares);
  });

  it('allocates the whole amount, at most the weight of each line, within a kobo of the exact share', () => {
    const anyTotals = fc.array(fc.integer({ min: 0, max: 10_000_000_000 }), { minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(anyTotals, fc.double({ min: 0, max: 1, noNaN: true }), (totals, part) => {
        const sum = totals.reduce((all, total) => all + total, 0);
        const discount = kobo(Math.floor(sum * part));
        const shares = allocate(discount, totals);
        expect(shares.reduce((all, share) => all + share, 0)).toBe(discount);
        for (const [line, share] of shares.entries()) {
          const total = totals[line] ?? 0;
          expect(share >= 0 && share <= total).toBe(true);
          const off = BigInt(share) * BigInt(sum) - BigInt(total) * BigInt(discount);
          expect(off < BigInt(sum || 1) && -off < BigInt(sum || 1)).toBe(true);
        }
      }),
    );
  });
});
