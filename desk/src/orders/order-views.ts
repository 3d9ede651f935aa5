/** The views of the list, as `view` of its address. */
export const ORDER_VIEWS = ['to_ship', 'late', 'shipped', 'delivered', 'cancelled', 'all'] as const;

/** The views of the list, as `view` of its address. */
export const MARKET_ORDER_VIEWS = ['all', 'late', 'Pending', 'Paid', 'Shipped', 'Delivered', 'Cancelled'] as const;

/** The views of the page, as `view` of its address. */
export const MONEY_VIEWS = ['held', 'payments', 'refunds', 'disputes'] as const;
