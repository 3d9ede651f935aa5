import { PAGE_SIZE } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import type { ListFilters, ListSort } from './catalog.rules.ts';
import type { ListPage, ProductDetailRow, ProductRow } from './catalog.sql.ts';
import type { ShownTree } from './categories.sql.ts';

/** The key of the results of all searches; the keys of other lists are those of `listKey`. */
export const SEARCH_RESULTS = 'search';

/** The axis of a list's order by price or discount, for intervals. */
export const priceAxis = (list: string): string => `price ${list}`;
export const discountAxis = (list: string): string => `discount ${list}`;

/** Cards show the price, the currency's rate, and whether the product is new; but a lower stock does not change them. */
export const addCards = (dependencies: Dependencies, rows: readonly ProductRow[], currency: string): void => {
  dependencies.add(`rate ${currency}`, ...rows.map(({ id }) => `product ${id}`));
  if (rows.some((row) => row.is_new)) dependencies.add('newest');
};

const ORDERS: Partial<Record<ListSort, { axis: (list: string) => string; column: 'sale_kobo' | 'discount_percent' }>> =
  {
    price: { axis: priceAxis, column: 'sale_kobo' },
    '-price': { axis: priceAxis, column: 'sale_kobo' },
    discount: { axis: discountAxis, column: 'discount_percent' },
  };

/** The part of the list's order that a page covers. The first and the last page reach to the ends. */
const coveredInterval = (sort: ListSort, values: readonly number[], isFirst: boolean, isLast: boolean) => {
  const isAscending = sort === 'price';
  return {
    from: (isAscending ? isFirst : isLast) ? Number.NEGATIVE_INFINITY : Math.min(...values),
    to: (isAscending ? isLast : isFirst) ? Number.POSITIVE_INFINITY : Math.max(...values),
  };
};

/** What a page of a list depends on: its products, which products the list has, and in an order by price on their prices. */
export const addListPage = (
  dependencies: Dependencies,
  { count, rows }: ListPage,
  { list, sort, filters, page }: { list: string; sort: ListSort | 'relevance'; filters: ListFilters; page: number },
): void => {
  dependencies.add(`list ${list}`);
  if (filters.inStock) dependencies.add(`in stock ${list}`);
  const { minKobo, maxKobo } = filters;
  if (minKobo !== undefined || maxKobo !== undefined)
    dependencies.addInterval({
      axis: priceAxis(list),
      from: minKobo ?? Number.NEGATIVE_INFINITY,
      to: maxKobo ?? Number.POSITIVE_INFINITY,
    });
  const order = sort === 'relevance' ? undefined : ORDERS[sort];
  if (!order) return;
  const values = rows.map((row) => row[order.column]);
  const covered = coveredInterval(sort as ListSort, values, page === 1, page * PAGE_SIZE >= count);
  dependencies.addInterval({ axis: order.axis(list), ...covered });
};

/**
 * What a product page depends on.
 * @param hasPairing whether it shows what goes with the product, which a search finds
 */
export const addProductDetail = (dependencies: Dependencies, row: ProductDetailRow, hasPairing: boolean): void => {
  dependencies.add(`stock ${row.id}`, `merchant ${row.merchant_id}`);
  if (hasPairing) dependencies.add(`list ${SEARCH_RESULTS}`, `in stock ${SEARCH_RESULTS}`);
};

/** The tree of categories depends on the products of what it hides while there are none. */
export const addHideable = (
  dependencies: Dependencies,
  { categories, subCategories, subItems }: Pick<ShownTree, 'categories' | 'subCategories' | 'subItems'>,
): void => {
  const hideable = new Set(subCategories.filter((sub) => sub.hide_when_empty).map((sub) => sub.id));
  for (const { id, hide_when_empty } of categories) if (hide_when_empty) dependencies.add(`list c${id}`);
  for (const { id, parent, hide_when_empty } of subItems)
    if (hide_when_empty || hideable.has(parent)) dependencies.add(`list s${id}`);
};
