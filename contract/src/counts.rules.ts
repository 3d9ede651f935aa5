/** Counts stop here: a higher number means that there are more. */
export const MAX_COUNTED = 1000;

/** A count as people read it: 1,001 → '1,000+'. */
export const formatCount = (count: number): string =>
  count > MAX_COUNTED ? `${MAX_COUNTED.toLocaleString('en')}+` : count.toLocaleString('en');
