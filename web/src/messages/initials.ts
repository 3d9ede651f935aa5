/** The uppercased first letters of each word of a name; ? for none (2-account-checkout, section 2.14). */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0]?.toLocaleUpperCase('en') ?? '')
    .join('') || '?';
