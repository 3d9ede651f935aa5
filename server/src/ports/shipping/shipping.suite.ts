import { describe, expect, test } from 'vitest';
import type { Destination, ShippingRate, ShippingRates } from './shipping.port.ts';

const addressIn = (countryCode: string): Destination => ({
  countryCode,
  region: 'Somewhere',
  city: 'A city with a name that is longer than forty-five characters',
  postalCode: '100001',
  lines: ['12 Broad Street'],
});

/**
 * What every adapter of a carrier must do.
 * @param name the adapter's name, for the test title
 * @param open opens the adapter; its carrier serves Nigeria, Britain and Japan, but not North Korea (KP)
 */
export const shippingSuite = (name: string, open: () => ShippingRates): void => {
  describe(`${name} as a carrier`, () => {
    const rate = async (country: string, grams: number): Promise<ShippingRate> => {
      const result = await open().rate({ to: addressIn(country), grams });
      if (typeof result === 'string') throw new Error(`no rate: ${result}`);
      return result;
    };

    test.each(['NG', 'GB', 'JP'])(
      'has a price and a delivery time for %s, at any weight up to a tonne',
      { tags: ['@CHECKOUT-28', '@CHECKOUT-31'] },
      async (country) => {
        for (const grams of [0, 1, 499, 500, 501, 25_000, 25_001, 999_999, 1_000_000]) {
          const { amount, currency, minDays, maxDays } = await rate(country, grams);
          expect(amount).toMatch(/^\d+(\.\d{1,4})?$/);
          expect(Number(amount)).toBeGreaterThan(0);
          expect(currency).toMatch(/^[A-Z]{3}$/);
          expect(minDays).toBeGreaterThanOrEqual(1);
          expect(maxDays).toBeGreaterThanOrEqual(minDays);
          expect(maxDays).toBeLessThanOrEqual(90);
        }
      },
    );

    test('more weight never costs less', { tags: ['@CHECKOUT-28'] }, async () => {
      let before = 0;
      for (const grams of [1, 500, 501, 2000, 9999, 10_001, 30_001, 70_001, 300_001, 1_000_000]) {
        const amount = Number((await rate('GB', grams)).amount);
        expect(amount).toBeGreaterThanOrEqual(before);
        before = amount;
      }
    });

    test('the same shipment always has the same rate', async () => {
      expect(await rate('GB', 12_345)).toEqual(await rate('GB', 12_345));
    });

    test('reports a country that is not served', { tags: ['@CHECKOUT-28'] }, async () => {
      expect(await open().rate({ to: addressIn('KP'), grams: 500 })).toBe('not_served');
    });

    test('reports a shipment that is too heavy', async () => {
      expect(await open().rate({ to: addressIn('GB'), grams: 1_000_001 })).toBe('too_heavy');
      expect(await open().rate({ to: addressIn('GB'), grams: Number.MAX_SAFE_INTEGER })).toBe('too_heavy');
    });
  });
};
