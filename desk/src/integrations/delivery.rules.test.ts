import { expect, test } from 'vitest';
import { isDue } from './delivery.rules.ts';

test('a delivery is due until its next attempt is later', () => {
  const now = new Date('2026-11-28T12:00:00Z');
  expect(isDue({ status: 'pending', next_attempt_at: '2026-11-28T11:59:59Z' }, now)).toBe(true);
  expect(isDue({ status: 'pending', next_attempt_at: null }, now)).toBe(true);
  expect(isDue({ status: 'pending', next_attempt_at: '2026-11-28T12:05:00Z' }, now)).toBe(false);
  expect(isDue({ status: 'delivered', next_attempt_at: null }, now)).toBe(false);
});
