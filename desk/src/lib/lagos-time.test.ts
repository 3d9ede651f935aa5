import { expect, it } from 'vitest';
import { fromLagosField, toLagosField } from './lagos-time.ts';

it('fields for a time have Lagos time', () => {
  expect(toLagosField('2026-11-24T17:00:00.000Z')).toBe('2026-11-24T18:00');
  expect(toLagosField('2026-12-31T23:30:00Z')).toBe('2027-01-01T00:30');
  expect(toLagosField(null)).toBe('');
  expect(fromLagosField('2026-11-24T18:00')).toBe('2026-11-24T18:00+01:00');
  expect(fromLagosField('')).toBeUndefined();
});
