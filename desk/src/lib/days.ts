const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** A day of the address of a page, such as 2026-11-27; undefined if the text is not a day. */
export const parseDay = (text: unknown): string | undefined =>
  typeof text === 'string' && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** The day of an instant in UTC, as the books have it. */
export const toUtcDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The day so many days after another one, or before it. */
export const addDays = (day: string, count: number): string => toUtcDay(new Date(Date.parse(day) + count * DAY_MS));
