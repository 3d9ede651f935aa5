import { kobo, nairaText } from '@sokuwa/contract/money.ts';
import type { ListSearch } from '../lib/list-search.ts';

type Filters = Pick<ListSearch, 'min_price' | 'max_price' | 'in_stock' | 'sort'>;

/** The filters that stay when the shopper selects another category. */
export const keptFilters = ({ min_price, max_price, in_stock, sort }: Filters): Filters => ({
  ...(min_price !== undefined && { min_price }),
  ...(max_price !== undefined && { max_price }),
  ...(in_stock && { in_stock }),
  ...(sort && { sort }),
});

const naira = (amount: number) => `₦${nairaText(kobo(Math.round(amount * 100)))}`;

/** Formats the price filter: "₦2,000 to ₦15,000", or one limit; undefined when there is none. */
export const priceRangeText = ({ min_price: min, max_price: max }: Filters): string | undefined => {
  if (min !== undefined && max !== undefined) return `${naira(min)} to ${naira(max)}`;
  if (min !== undefined) return `From ${naira(min)}`;
  return max === undefined ? undefined : `Up to ${naira(max)}`;
};

/** Number of active filters; the price counts as one. */
export const filtersIn = (filters: Filters): number =>
  (priceRangeText(filters) === undefined ? 0 : 1) + (filters.in_stock ? 1 : 0);
