/** A date of the calendar as pages show it: '1991-09-07' is '07-09-1991' (2-account-checkout, section 1). */
export const formatCalendarDate = (date: string): string => date.slice(0, 10).split('-').reverse().join('-');

/** The day of an instant where the reader is: '2026-03-12T23:30:00Z' is '13-03-2026' in Lagos. For the browser alone. */
export const formatLocalDate = (instant: string): string => {
  const date = new Date(instant);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(date.getDate())}-${two(date.getMonth() + 1)}-${date.getFullYear()}`;
};
