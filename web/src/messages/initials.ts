/** The uppercased first letters of each word of a name; ? for none (MESSAGE-10). */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0]?.toLocaleUpperCase('en') ?? '')
    .join('') || '?';
