import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import countries from '../../geo/countries.json' with { type: 'json' };
import { chargedGrams, packInBoxes, priceOf, zoneOf } from './shipping.rules.ts';
import table from './table.json' with { type: 'json' };

const anyWeight = fc.integer({ min: 1, max: table.maxKilograms * 1000 });
const chargedFor = (grams: number) => (packInBoxes(grams) ?? []).reduce((sum, parcel) => sum + chargedGrams(parcel), 0);

describe('packing', () => {
  test.each([
    [1, [1]],
    [25_000, [25_000]],
    [25_001, [25_000, 1]],
    [60_000, [25_000, 25_000, 10_000]],
  ])('%d grams are parcels of %j', (grams, parcels) => {
    expect(packInBoxes(grams)?.map((parcel) => parcel.grams)).toEqual(parcels);
  });

  test('the parcels have the total weight, and none exceeds its box', () => {
    fc.assert(
      fc.property(anyWeight, (grams) => {
        const parcels = packInBoxes(grams) ?? [];
        expect(parcels.reduce((sum, parcel) => sum + parcel.grams, 0)).toBe(grams);
        expect(Math.max(...parcels.map((parcel) => parcel.grams))).toBeLessThanOrEqual(25_000);
      }),
    );
  });

  test.each([
    [0, 1, [30, 22, 3]],
    [1, 1, [30, 22, 3]],
    [500, 500, [30, 22, 3]],
    [501, 501, [34, 18, 8]],
    [1000, 1000, [34, 18, 8]],
    [10_001, 10_001, [42, 36, 37]],
    [20_001, 20_001, [54, 44, 41]],
    [25_000, 25_000, [54, 44, 41]],
  ])('%d grams are one parcel of %d grams in the smallest box that fits, of %j cm', (grams, weight, centimetres) => {
    expect(packInBoxes(grams)).toEqual([{ grams: weight, centimetres }]);
  });

  test('the rest that does not fill a largest box goes into a smaller one', () => {
    expect(packInBoxes(25_400)).toEqual([
      { grams: 25_000, centimetres: [54, 44, 41] },
      { grams: 400, centimetres: [30, 22, 3] },
    ]);
  });

  test('accepts at most a tonne', () => {
    expect(packInBoxes(1_000_000)).toHaveLength(40);
    expect(packInBoxes(1_000_001)).toBeUndefined();
  });
});

describe('the charged weight', () => {
  test('is the volumetric weight if that is higher: 34×32×34 cm are 7.5 kg', { tags: ['@CHECKOUT-26'] }, () => {
    expect(chargedGrams({ grams: 5001, centimetres: [34, 32, 34] })).toBe(7500);
    expect(chargedGrams({ grams: 9001, centimetres: [34, 32, 34] })).toBe(9500);
  });

  test('is a multiple of half a kilogram, never below the weight, and never falls as the weight grows', () => {
    fc.assert(
      fc.property(anyWeight, anyWeight, (a, b) => {
        expect(chargedFor(a) % 500).toBe(0);
        expect(chargedFor(a)).toBeGreaterThanOrEqual(a);
        expect(chargedFor(Math.min(a, b))).toBeLessThanOrEqual(chargedFor(Math.max(a, b)));
      }),
    );
  });
});

describe('the table', () => {
  test.each([
    ['NG', 500, 200],
    ['NG', 1000, 230],
    ['NG', 10_000, 200 + 19 * 30],
    ['NG', 10_500, 200 + 19 * 30 + 25],
    ['NG', 31_000, 200 + 19 * 30 + 40 * 25 + 2 * 20],
    ['GB', 1500, 2400 + 2 * 300],
  ])('a parcel to %s of %d charged grams costs %d cents', { tags: ['@CHECKOUT-26'] }, (country, grams, cents) => {
    const zone = zoneOf(country);
    expect(zone && priceOf(zone, grams)).toBe(cents);
  });

  test('more weight never costs less, in any zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...table.zones), anyWeight, anyWeight, (zone, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((grams) =>
          priceOf(zone, Math.ceil(grams / 500) * 500),
        );
        expect(low).toBeLessThanOrEqual(high ?? 0);
        expect(Number.isInteger(low)).toBe(true);
      }),
    );
  });

  test('contains every country once, and only existing ones', () => {
    const named = [...table.zones.flatMap((zone) => zone.countries), ...table.notServed].filter((code) => code !== '*');
    expect(new Set(named).size).toBe(named.length);
    const known = new Set(countries.map(({ code }) => code));
    // The shop does not have these, because they have no currency.
    const others = ['AQ', 'BV', 'EH', 'GS', 'HM', 'IO', 'TF', 'UM', 'XK'];
    expect(named.filter((code) => !known.has(code) && !others.includes(code))).toEqual([]);
  });

  test('has a zone for every country, unless it is not served', { tags: ['@CHECKOUT-31'] }, () => {
    for (const { code } of countries) expect(zoneOf(code) !== undefined, code).toBe(!table.notServed.includes(code));
  });
});
