// The fields for a time (datetime-local) have Lagos time, which is one hour ahead of UTC all year.
const OFFSET = '+01:00';
const OFFSET_MS = 3_600_000;

/** The beginning of a day in Lagos, for a call. @param day such as 2026-11-24 */
export const startOfLagosDay = (day: string): string => `${day}T00:00:00${OFFSET}`;

/** The value of a field for a time: '2026-11-24T18:00'. @param instant null: empty */
export const toLagosField = (instant: string | null): string =>
  instant === null ? '' : new Date(Date.parse(instant) + OFFSET_MS).toISOString().slice(0, 16);

/** The time of such a field with its zone, as calls want it; undefined if it is empty. */
export const fromLagosField = (value: string): string | undefined => (value === '' ? undefined : value + OFFSET);
