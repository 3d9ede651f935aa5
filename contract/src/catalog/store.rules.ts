/** How far a store is: prepared, waiting for a decision, declined, or open. Suspension is apart from it. */
export const STORE_STATES = ['draft', 'applied', 'declined', 'approved'] as const;
export type StoreState = (typeof STORE_STATES)[number];

/** 1000 ‰: the whole price. */
export const MAX_COMMISSION_PER_MILLE = 1000;
