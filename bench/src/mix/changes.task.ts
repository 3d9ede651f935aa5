/** The changes that were made since the start of the program. */
export type ChangesResult = { prices: number; stocks: number; products: number };
