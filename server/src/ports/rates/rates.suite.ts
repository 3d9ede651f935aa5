import { beforeAll, describe, expect, test } from 'vitest';
import type { LatestRates, RatesSource } from './rates.port.ts';

/** The currencies that do not have two decimals (ISO 4217), by their number of decimals. */
const OTHER_DECIMALS: [number, string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];
const isoDecimals = (currency: string): number =>
  OTHER_DECIMALS.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2;

/**
 * What every source of rates must do.
 * @param name the adapter's name, for the test title
 * @param open opens the source
 */
export const ratesSourceSuite = (name: string, open: () => RatesSource | Promise<RatesSource>): void => {
  describe(`${name} as a source of rates`, () => {
    let latest: LatestRates;
    beforeAll(async () => {
      latest = await (await open()).latest();
    });

    test('names its source and the time of the rates, which is not in the future', () => {
      expect(latest.source).toMatch(/\S/);
      expect(latest.asOf.getTime()).toBeLessThanOrEqual(Date.now());
      expect(latest.asOf.getTime()).toBeGreaterThan(Date.UTC(2020, 0));
    });

    test('has each currency once, with its ISO code', () => {
      const currencies = latest.rates.map(({ currency }) => currency);
      expect(new Set(currencies).size).toBe(currencies.length);
      for (const currency of currencies) expect(currency).toMatch(/^[A-Z]{3}$/);
    });

    test('has every rate as a positive decimal text', () => {
      for (const { currency, nairaPerUnit } of latest.rates) {
        expect(nairaPerUnit, currency).toMatch(/^\d+(\.\d+)?$/);
        // Prices cannot be converted with a smaller rate.
        expect(Number(nairaPerUnit), currency).toBeGreaterThan(0.000_001);
      }
    });

    test('has the naira with a rate of 1', () => {
      expect(latest.rates.find(({ currency }) => currency === 'NGN')).toEqual({
        currency: 'NGN',
        decimals: 2,
        nairaPerUnit: '1',
      });
    });

    test('has the decimals of ISO 4217', () => {
      for (const { currency, decimals } of latest.rates) expect(decimals, currency).toBe(isoDecimals(currency));
    });

    test.each(['USD', 'GBP', 'EUR', 'CAD', 'GHS', 'KES', 'ZAR', 'XOF'])(
      'has %s, a currency of many shoppers',
      (currency) => {
        expect(latest.rates.map((rate) => rate.currency)).toContain(currency);
      },
    );
  });
};
