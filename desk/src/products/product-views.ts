/** The views of the list, as `view` of its address. */
export const PRODUCT_VIEWS = ['all', 'live', 'draft', 'paused', 'low', 'out'] as const;

/** What the list can be sorted by; `newest` without a column. */
export const PRODUCT_LIST_SORTS = ['title', 'price', 'stock'] as const;
