/** Maximum number of saved products per account. */
export const MAX_SAVED = 500;
/** Maximum number of followed sellers per account. */
export const MAX_FOLLOWED = 500;
/** Number of recently viewed products that are stored. */
export const MAX_VIEWED = 50;
/** Followed sellers per page, and newest products shown of each. */
export const FOLLOWED_PAGE_SIZE = 20;
export const PRODUCTS_PER_FOLLOWED_SELLER = 4;
