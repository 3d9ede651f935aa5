import { expect, it } from 'vitest';
import { describeChange, formatPerMille, parsePercent } from './merchant.rules.ts';

it('a commission is written in percent', () => {
  expect([0, 85, 100, 1000].map(formatPerMille)).toEqual(['0%', '8.5%', '10%', '100%']);
  expect(['8', '8.5', ' 8,5 %', '100', '0'].map(parsePercent)).toEqual([80, 85, 85, 1000, 0]);
  for (const text of ['', 'x', '8.55', '-1', '100.1', '1e2']) expect(parsePercent(text)).toBeUndefined();
});

it('an act that changes one value says from what to what', () => {
  const entry = { id: 1, at: '', actor: '', actor_name: null, summary: null, subject: 'merchant 7', reason: null };
  const commission = { ...entry, action: 'merchants commission' };
  expect(describeChange({ ...commission, before: { per_mille: null }, after: { per_mille: 80 } })).toBe(
    'from the default to 8%',
  );
  expect(describeChange({ ...commission, action: 'merchants suspend', before: null, after: { products: 3 } })).toBe(
    undefined,
  );
});
