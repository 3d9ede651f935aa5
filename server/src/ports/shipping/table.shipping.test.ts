import { expect, test } from 'vitest';
import { shippingSuite } from './shipping.suite.ts';
import { TableShipping } from './table.shipping.ts';

shippingSuite('TableShipping', () => new TableShipping(0));

test('adds the surcharge, rounded up to the next cent', async () => {
  const to = { countryCode: 'NG', region: '', city: 'Lagos', postalCode: '', lines: [] };
  const amounts = [0, 50, 100].map(async (percent) => new TableShipping(percent).rate({ to, grams: 900 }));
  expect(await Promise.all(amounts)).toMatchObject([{ amount: '2.30' }, { amount: '3.45' }, { amount: '4.60' }]);
});
