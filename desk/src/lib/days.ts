const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day of the address of a page, such as 2026-11-27; undefined if it is none. */
export const parseDay = (text: unknown): string | undefined =>
  typeof text === 'string' && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
