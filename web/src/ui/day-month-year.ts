/** A date of the calendar as pages show it: '1991-09-07' is '07-09-1991' (2-account-checkout, section 1). */
export const dayMonthYear = (date: string): string => date.slice(0, 10).split('-').reverse().join('-');
