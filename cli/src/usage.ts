/** Something in the command line that is wrong; its message is a sentence for whoever typed it. */
export class UsageError extends Error {}

const whole = /^\d{1,9}$/;

/** @throws UsageError naming `what` unless the text is a whole number within the limits */
export const readWhole = (what: string, text: string, { min = 0, max = 1_000_000_000 } = {}): number => {
  const value = whole.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`${what} must be a whole number from ${min} to ${max}, not "${text}".`);
};

/** A day as YYYY-MM-DD, or an instant with its zone. @throws UsageError naming `what` */
export const readTime = (what: string, text: string): Date => {
  const time = new Date(text);
  if (/^\d{4}-\d\d-\d\d(T.+(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new UsageError(
    `${what} must be a day such as 2026-12-24, or a time such as 2026-12-24T18:00:00+01:00, not "${text}".`,
  );
};

/** @throws UsageError unless the text is an order's id */
export const readOrderId = (text = ''): string => {
  const id = text.toUpperCase();
  if (/^[0-9A-HJKMNP-TV-Z]{12}$/.test(id)) return id;
  throw new UsageError(`An order id is twelve letters and digits, such as 7F3KQ2M9XW4T, not "${text}".`);
};
