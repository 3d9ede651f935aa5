import { MAX_COUNTED } from '@sokuwa/contract/counts.rules.ts';
import { currentTime } from './clock.ts';

// The desk shows Lagos time, because merchants and operators agree on days by it.
const TIME_ZONE = 'Africa/Lagos';

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: TIME_ZONE });
const dayAndYearFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: TIME_ZONE });
const weekdayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: TIME_ZONE,
});
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: TIME_ZONE });
const isoDayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE });
const countFormat = new Intl.NumberFormat('en-GB');

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** 12345 → '12,345'. */
export const formatCount = (count: number): string => countFormat.format(count);

/** A count of the API that stops after MAX_COUNTED: '12', '1,000+'. */
export const formatBoundedCount = (count: number): string =>
  count > MAX_COUNTED ? `${formatCount(MAX_COUNTED)}+` : formatCount(count);

/** The same with its noun: '1 order', '1,000+ orders'. */
export const formatBoundedOf = (count: number, noun: string): string =>
  `${formatBoundedCount(count)} ${count === 1 ? noun : `${noun}s`}`;

/** '1 order', '2 orders'. @param plural default: the noun with an s */
export const formatNumberOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`;

/** '24 Nov', with the year if it is not this one. */
export const formatDay = (instant: string | Date, now = currentTime()): string => {
  const date = new Date(instant);
  const isThisYear = isoDayFormat.format(date).slice(0, 4) === isoDayFormat.format(now).slice(0, 4);
  return (isThisYear ? dayFormat : dayAndYearFormat).format(date);
};

/** 'Tuesday 24 November'. */
export const formatWeekday = (instant: string | Date): string =>
  weekdayFormat.format(new Date(instant)).replace(',', '');

/** '18:05'. */
export const formatTime = (instant: string | Date): string => timeFormat.format(new Date(instant));

/** '24 Nov, 18:05'. */
export const formatDayAndTime = (instant: string | Date, now = currentTime()): string =>
  `${formatDay(instant, now)}, ${formatTime(instant)}`;

/** The day in Lagos: '2026-11-24'. */
export const toIsoDay = (instant: string | Date): string => isoDayFormat.format(new Date(instant));

/** Days in Lagos from `now` to `instant`: 0 today, 1 tomorrow, -1 yesterday. */
export const countDays = (instant: string | Date, now = currentTime()): number =>
  Math.round((Date.parse(toIsoDay(instant)) - Date.parse(toIsoDay(now))) / DAY_MS);

/** How long ago: 'just now', '20 min', '5 h', '3 days'. */
export const formatAge = (instant: string | Date, now = currentTime()): string => {
  const ageMs = now.getTime() - new Date(instant).getTime();
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`;
  return formatNumberOf(Math.floor(ageMs / DAY_MS), 'day');
};

/** The day above what happened on it: 'Today', 'Yesterday', 'Sunday 22 November', '22 Nov 2025'. */
export const formatDayHeading = (instant: string | Date, now = currentTime()): string => {
  const days = countDays(instant, now);
  if (days === 0) return 'Today';
  if (days === -1) return 'Yesterday';
  const isThisYear = toIsoDay(instant).slice(0, 4) === toIsoDay(now).slice(0, 4);
  return isThisYear ? formatWeekday(instant) : formatDay(instant, now);
};

/** When something is due: '3 days late', 'Late since 14:00', 'By 18:00 today', 'Tomorrow', '27 Nov'. */
export const formatDue = (due: string | Date, now = currentTime()): string => {
  const days = countDays(due, now);
  if (new Date(due) < now) return days === 0 ? `Late since ${formatTime(due)}` : `${formatNumberOf(-days, 'day')} late`;
  if (days === 0) return `By ${formatTime(due)} today`;
  return days === 1 ? 'Tomorrow' : formatDay(due, now);
};
