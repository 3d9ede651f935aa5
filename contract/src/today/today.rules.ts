/** Days of sales that are shown, and of the time before with which they are compared. */
export const SALES_DAYS = 30;
/** Products with low stock that are shown. */
export const LOW_STOCK_SHOWN = 5;
