import { expect, test } from 'vitest';
import countries from '../../geo/countries.json' with { type: 'json' };
import { ratesSourceSuite } from './rates.suite.ts';
import { SnapshotRates } from './snapshot.rates.ts';

ratesSourceSuite('SnapshotRates', () => new SnapshotRates());

test('has the date of the snapshot, and a pound of about ₦2,047', { tags: ['@MONEY-12'] }, async () => {
  const { asOf, source, rates } = await new SnapshotRates().latest();
  expect(asOf).toEqual(new Date('2026-11-02T00:00:00Z'));
  expect(source).toBe('snapshot of 2026-11-02');
  const naira = new Map(rates.map(({ currency, nairaPerUnit }) => [currency, Number(nairaPerUnit)]));
  expect(naira.get('USD')).toBe(1528);
  expect(Math.abs((naira.get('GBP') ?? 0) - 2047)).toBeLessThan(5);
});

test('has the legally fixed rates of pegged currencies', async () => {
  const { rates } = await new SnapshotRates().latest();
  const naira = new Map(rates.map(({ currency, nairaPerUnit }) => [currency, Number(nairaPerUnit)]));
  const unitsOf = (currency: string, per: string) => (naira.get(per) ?? 0) / (naira.get(currency) ?? 0);
  // Pegs to the euro, the rand, the rupee, the pound and the dollar.
  const pegs: [string, string, number][] = [
    ['XOF', 'EUR', 655.957],
    ['XAF', 'EUR', 655.957],
    ['KMF', 'EUR', 491.968],
    ['XPF', 'EUR', 119.332],
    ['BAM', 'EUR', 1.95583],
    ['CVE', 'EUR', 110.265],
    ['STN', 'EUR', 24.5],
    ['LSL', 'ZAR', 1],
    ['NAD', 'ZAR', 1],
    ['SZL', 'ZAR', 1],
    ['BTN', 'INR', 1],
    ['NPR', 'INR', 1.6],
    ['SHP', 'GBP', 1],
    ['FKP', 'GBP', 1],
    ['GIP', 'GBP', 1],
    ['SAR', 'USD', 3.75],
    ['AED', 'USD', 3.6725],
    ['XCD', 'USD', 2.7],
  ];
  for (const [currency, per, units] of pegs) {
    expect(Math.abs(unitsOf(currency, per) / units - 1), `${currency} per ${per}`).toBeLessThan(0.002);
  }
});

test('has a rate for the currency of every country', async () => {
  const { rates } = await new SnapshotRates().latest();
  const known = new Set(rates.map(({ currency }) => currency));
  expect(countries.filter(({ currency }) => !known.has(currency))).toEqual([]);
});
