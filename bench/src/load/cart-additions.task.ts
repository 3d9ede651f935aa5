/** One piece of a product that a signed-in account adds to its cart. */
export type CartAddition = { account: number; token: string; product: number };

/** A task: add all products in order, `concurrency` additions at the same time. */
export type CartAdditionsTask = { additions: CartAddition[]; concurrency: number };
export type CartAdditionsResult = { seconds: number };
