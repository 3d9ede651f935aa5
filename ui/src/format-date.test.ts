import { afterEach, expect, it, vi } from 'vitest';
import { formatCalendarDate, formatDay, formatLocalDate, formatLocalDay, formatLocalTime } from './format-date.ts';

afterEach(() => vi.unstubAllEnvs());

it('formats a calendar date as day-month-year', { tags: ['@ACCOUNT-106'] }, () => {
  expect(formatCalendarDate('1991-09-07')).toBe('07-09-1991');
});

it.each([
  ['Africa/Lagos', '13-03-2026'],
  ['UTC', '12-03-2026'],
  ['America/New_York', '12-03-2026'],
])('formats an instant as its day in the time zone %s', { tags: ['@ORDER-33'] }, (zone, day) => {
  vi.stubEnv('TZ', zone);
  expect(formatLocalDate('2026-03-12T23:30:00.000Z')).toBe(day);
});

it('formats a date with the short name of its month', () => {
  expect(formatDay('2026-11-22')).toBe('22 Nov 2026');
  expect(formatDay('2026-09-02T23:59:59.000Z')).toBe('2 Sep 2026');
});

it('formats the day of an instant in words in the visitor’s time zone', { tags: ['@SHELL-96'] }, () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(formatLocalDay('2026-11-02T03:30:00.000Z')).toBe('1 Nov 2026');
  vi.stubEnv('TZ', 'Africa/Lagos');
  expect(formatLocalDay('2026-11-01T23:30:00.000Z')).toBe('2 Nov 2026');
});

it('formats the time of an instant in the visitor’s time zone', () => {
  vi.stubEnv('TZ', 'Africa/Lagos');
  expect(formatLocalTime('2026-11-02T08:05:59.000Z')).toBe('09:05');
  vi.stubEnv('TZ', 'America/New_York');
  expect(formatLocalTime('2026-11-02T03:30:00.000Z')).toBe('22:30');
});
