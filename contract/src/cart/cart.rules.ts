/** Products that one cart holds at most. */
export const MAX_LINES = 500;
