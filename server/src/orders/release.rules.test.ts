import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeRelease } from './release.rules.ts';
import { releasableFrom } from './return-window.rules.ts';

const NOW = new Date('2027-02-01T12:00:00Z');
const before = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const none: ReadonlySet<number> = new Set();
const line = { position: 0, perishable: false, returned_quantity: 0, released_quantity: 0 };
const perishable = { ...line, position: 1, perishable: true };
const parcel = (delivered_at: Date | null, ...quantities: number[]) => ({
  delivered_at,
  lines: quantities.map((quantity, position) => ({ position, quantity, not_received_quantity: 0 })),
});

it('pieces can be released after 30 days, or after seven if they spoil', { tags: ['@PAYOUT-1'] }, () => {
  expect(releasableFrom(NOW, false)).toEqual(new Date('2027-03-03T12:00:00Z'));
  expect(releasableFrom(NOW, true)).toEqual(new Date('2027-02-08T12:00:00Z'));
});

it('releases the pieces of each parcel when its window has closed', { tags: ['@PAYOUT-1'] }, () => {
  const parcels = [parcel(before(7 * 24), 2, 3), parcel(before(30 * 24), 1), parcel(null, 5, 5)];
  expect(computeRelease([line, perishable], parcels, none, NOW)).toEqual({
    pieces: [
      { position: 0, quantity: 1 },
      { position: 1, quantity: 3 },
    ],
    next: releasableFrom(before(7 * 24), false),
  });
  expect(computeRelease([line], [parcel(before(30 * 24 - 1), 1)], none, NOW).pieces).toEqual([]);
  expect(computeRelease([perishable], [parcel(before(7 * 24 - 1), 1, 1)], none, NOW).pieces).toEqual([]);
});

it('does not wait for a parcel whose pieces were refunded because they did not arrive', {
  tags: ['@PAYOUT-1', '@RETURN-23'],
}, () => {
  const lost = (delivered_at: Date | null) => ({
    delivered_at,
    lines: [{ position: 0, quantity: 2, not_received_quantity: 2 }],
  });
  const arrived = parcel(before(31 * 24), 3);
  const returned = { ...line, returned_quantity: 2 };
  const quantities = (...parcels: Parameters<typeof computeRelease>[1]) =>
    computeRelease([returned], parcels, none, NOW).pieces.map(({ quantity }) => quantity);
  expect(quantities(arrived, lost(null))).toEqual([3]);
  expect(quantities(arrived, lost(before(1)))).toEqual([3]);
  expect(quantities(arrived, lost(before(31 * 24)))).toEqual([3]);
  // Another parcel's pieces are not released for them.
  expect(quantities(lost(null), parcel(null, 3))).toEqual([]);
});

it('releases nothing of a line that is held', { tags: ['@PAYOUT-2'] }, () => {
  const parcels = [parcel(before(9999), 1, 1)];
  expect(computeRelease([line, perishable], parcels, new Set([0]), NOW).pieces).toEqual([{ position: 1, quantity: 1 }]);
});

it('never releases more than was delivered and not returned, and all of it in the end', () => {
  const anyParcel = fc.record({
    hours: fc.option(fc.nat({ max: 1000 })),
    quantity: fc.integer({ min: 1, max: 5 }),
    returned: fc.nat({ max: 5 }),
  });
  fc.assert(
    fc.property(fc.array(anyParcel), fc.nat({ max: 5 }), (made, alreadyReleased) => {
      const parcels = made.map(({ hours, quantity }) => parcel(hours === null ? null : before(hours), quantity));
      const delivered = made.filter(({ hours }) => hours !== null);
      const returned_quantity = delivered.reduce(
        (sum, { quantity, returned }) => sum + Math.min(quantity, returned),
        0,
      );
      const total = delivered.reduce((sum, { quantity }) => sum + quantity, 0);
      const released_quantity = Math.min(alreadyReleased, total - returned_quantity);
      const lines = [{ ...line, returned_quantity, released_quantity }];
      const now = computeRelease(lines, parcels, none, NOW).pieces[0]?.quantity ?? 0;
      expect(now + released_quantity).toBeLessThanOrEqual(total - returned_quantity);
      const { pieces, next } = computeRelease(lines, parcels, none, new Date('2028-01-01'));
      expect((pieces[0]?.quantity ?? 0) + released_quantity).toBe(total - returned_quantity);
      expect(next).toBeUndefined();
    }),
  );
});
