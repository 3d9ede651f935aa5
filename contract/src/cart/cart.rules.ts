/** Maximum number of different products in a cart. */
export const MAX_LINES = 500;

/** In kobo: 100 billion naira. With MAX_LINES lines the sum of a cart is still a safe integer. */
export const MAX_LINE_TOTAL = 10_000_000_000_000;
