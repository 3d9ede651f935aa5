import { beforeAll, describe, expect, test } from 'vitest';
import type { LatestRates, RatesSource } from './rates.port.ts';

/** Currencies whose decimals by ISO 4217 are not two, by their decimals. */
const EXCEPTIONS: [number, string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];
const isoDecimals = (currency: string): number =>
  EXCEPTIONS.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2;

/**
 * What every source of rates must do.
 * @param name the adapter's, for the report
 * @param open the source
 */
export const ratesSourceSuite = (name: string, open: () => RatesSource | Promise<RatesSource>): void => {
  describe(`${name} as a source of rates`, () => {
    let latest: LatestRates;
    beforeAll(async () => {
      latest = await (await open()).latest();
    });

    test('says who gave them and of when they are, which is not to come', () => {
      expect(latest.source).toMatch(/\S/);
      expect(latest.asOf.getTime()).toBeLessThanOrEqual(Date.now());
      expect(latest.asOf.getTime()).toBeGreaterThan(Date.UTC(2020, 0));
    });

    test('gives each currency once, by its ISO code', () => {
      const currencies = latest.rates.map(({ currency }) => currency);
      expect(new Set(currencies).size).toBe(currencies.length);
      for (const currency of currencies) expect(currency).toMatch(/^[A-Z]{3}$/);
    });

    test('gives every rate as a positive decimal text', () => {
      for (const { currency, nairaPerUnit } of latest.rates) {
        expect(nairaPerUnit, currency).toMatch(/^\d+(\.\d+)?$/);
        // Below a millionth of a naira a price could not be converted.
        expect(Number(nairaPerUnit), currency).toBeGreaterThan(0.000_001);
      }
    });

    test('counts a naira as one naira', () => {
      expect(latest.rates.find(({ currency }) => currency === 'NGN')).toEqual({
        currency: 'NGN',
        decimals: 2,
        nairaPerUnit: '1',
      });
    });

    test('gives the decimals of ISO 4217', () => {
      for (const { currency, decimals } of latest.rates) expect(decimals, currency).toBe(isoDecimals(currency));
    });

    test.each(['USD', 'GBP', 'EUR', 'CAD', 'GHS', 'KES', 'ZAR', 'XOF'])(
      'has %s, where many shoppers live',
      (currency) => {
        expect(latest.rates.map((rate) => rate.currency)).toContain(currency);
      },
    );
  });
};
