/** Products that one account saves at most. */
export const MAX_SAVED = 500;
/** Sellers that one account follows at most. */
export const MAX_FOLLOWED = 500;
/** Products that "recently viewed" remembers (3-decisions, "Pages whose content the spec does not show"). */
export const MAX_VIEWED = 50;
/** Sellers on one page of those that are followed, and how many of its newest products each shows. */
export const FOLLOWED_PAGE = 20;
export const FOLLOWED_PRODUCTS = 4;
