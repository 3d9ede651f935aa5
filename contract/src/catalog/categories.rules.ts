/** The three levels of the catalogue, from the top. */
export const CATEGORY_LEVELS = ['category', 'sub_category', 'sub_item'] as const;
export type CategoryLevel = (typeof CATEGORY_LEVELS)[number];

export const MAX_CATEGORY_NAME_LENGTH = 80;
/** Products that one call moves to another category. A command has no limit. */
export const MAX_MOVED_PRODUCTS = 5000;
