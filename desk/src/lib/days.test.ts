import { expect, it } from 'vitest';
import { addDays, parseDay, toUtcDay } from './days.ts';

it('days of the books are those of UTC', () => {
  expect(toUtcDay(new Date('2026-11-28T00:30:00+01:00'))).toBe('2026-11-27');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(parseDay('2026-11-27')).toBe('2026-11-27');
  expect(parseDay('2026-13-27')).toBeUndefined();
  expect(parseDay('yesterday')).toBeUndefined();
});
