/** Milliseconds since the process started. */
export const now = (): number => performance.now();
/** Seconds between two moments, with one decimal. */
export const seconds = (from: number, to: number): number => Math.round((to - from) / 100) / 10;
/** A moment as a time of day in UTC, with tenths of a second: 22:51:03.4 */
export const timeOfDay = (moment: number): string =>
  new Date(performance.timeOrigin + moment).toISOString().slice(11, 21);
