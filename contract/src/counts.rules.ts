/** Counts stop here: a higher number means that there are more. */
export const MAX_COUNTED = 1000;
