/** Days of merchants are days in Lagos, which has no daylight saving time. */
const LAGOS_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The day of a time in Lagos, as YYYY-MM-DD. */
export const lagosDayOf = (at: Date): string => new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 10);

/** When a day in Lagos begins. @param day YYYY-MM-DD */
export const startOfLagosDay = (day: string): Date => new Date(Date.parse(day) - LAGOS_OFFSET_MS);

/** The day some days later, or earlier for a negative number. @param day YYYY-MM-DD */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
