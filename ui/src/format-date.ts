/** A calendar date as day-month-year: '1991-09-07' becomes '07-09-1991' (ACCOUNT-106, ORDER-33). */
export const formatCalendarDate = (date: string): string => date.slice(0, 10).split('-').reverse().join('-');

/** Formats a calendar date, or the UTC date of an instant: '2 Nov 2026'. For dates without a specified format (SHELL-96). */
export const formatDay = (date: string): string => new Date(date).toUTCString().slice(5, 16).replace(/^0/, '');

/** Converts an instant to its calendar date in the visitor's time zone. */
const toLocalDate = (instant: string): string => {
  const date = new Date(instant);
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
};

/** Formats an instant as day-month-year in the visitor's time zone. Use it only in the browser, where the zone is known. */
export const formatLocalDate = (instant: string): string => formatCalendarDate(toLocalDate(instant));

/** Formats an instant like `formatDay`, in the visitor's time zone. Use it only in the browser, where the zone is known. */
export const formatLocalDay = (instant: string): string => formatDay(toLocalDate(instant));

/**
 * Formats the time of an instant in the visitor's time zone: '09:05'. Use it only in the browser, where the zone is known. Not with
 * Intl: a slow phone needs 50 ms for its first formatter.
 */
export const formatLocalTime = (instant: string): string => new Date(instant).toTimeString().slice(0, 5);
