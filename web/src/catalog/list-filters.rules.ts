import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { ListSearch, ListSearchParams } from '../lib/list-search.ts';

type Filter = 'min_price' | 'max_price' | 'in_stock' | 'sort';
type Filters = Pick<ListSearch, Filter>;

/** Selects the filters that stay active when the shopper opens another category. */
export const filtersToKeep = ({ min_price, max_price, in_stock, sort }: Pick<ListSearchParams, Filter>): Filters => ({
  ...(min_price !== undefined && { min_price }),
  ...(max_price !== undefined && { max_price }),
  ...(in_stock && { in_stock }),
  ...(sort && { sort }),
});

/** Adds the filters of this list to the link to another list. */
export const withFilters = <List extends { search: object }>(list: List, filters: Pick<ListSearchParams, Filter>) => ({
  ...list,
  search: { ...list.search, ...filtersToKeep(filters) },
});

/** Adds the filters of the newest navigation, which may still be loading, to a link to `navigate` to. */
export const withLatestFilters = <List extends { search: object }>(list: List) => ({
  ...list,
  search: (latest: ListSearchParams) => withFilters(list, latest).search,
});

/** Formats the price filter: "₦2,000 to ₦15,000", or one limit; undefined when there is none. */
export const formatPriceRange = ({ min_price: min, max_price: max }: Filters): string | undefined => {
  if (min !== undefined && max !== undefined) return `${formatNairaPrice(min)} to ${formatNairaPrice(max)}`;
  if (min !== undefined) return `From ${formatNairaPrice(min)}`;
  return max === undefined ? undefined : `Up to ${formatNairaPrice(max)}`;
};

/** Number of active filters; the price counts as one. */
export const countFilters = (filters: Filters): number =>
  (formatPriceRange(filters) === undefined ? 0 : 1) + (filters.in_stock ? 1 : 0);
