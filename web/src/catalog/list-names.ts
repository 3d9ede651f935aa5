import { brand } from '@sokuwa/contract/brand.ts';
import type { Category, Merchant } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import type { ListSearch } from '../lib/list-search.ts';

/** The lists of the whole shop, as the 'Filter by' select offers them. */
export const SHOP_LISTS = [
  ['hotDeals', 'Hot Deals'],
  ['productList', 'All Products'],
  ['newArrivals', 'New Arrivals'],
  ['ourBrands', brand.ownBrandsLabel],
] as const;

type Named = { id: number; name: string };
/** A list's title and its place in the category tree. */
export type ListNames = {
  title: string;
  /** Whether the title is user text: a store's name or a search term. */
  titleIsData: boolean;
  category?: Named;
  subItem?: Named;
};

const named = ({ id, name }: Named): Named => ({ id, name });

/** Finds a sub-item and its category. */
const findSubItem = (categories: readonly Category[], id: number) => {
  for (const category of categories) {
    const subItem = category.subcategories.flatMap(({ subitems }) => subitems).find((item) => item.id === id);
    if (subItem) return { category, subItem };
  }
  return undefined;
};

/** @param id of the category, sub-item or merchant */
export const listNames = (
  search: ListSearch,
  id: number | undefined,
  categories: readonly Category[],
  merchant: Merchant | undefined,
): ListNames => {
  const ours = (title: string) => ({ title, titleIsData: false });
  switch (search.section) {
    case 'productCategory': {
      const category = categories.find((known) => known.id === id);
      return category ? { ...ours(category.name), category: named(category) } : ours('Products');
    }
    case 'productSubCategory': {
      const found = id === undefined ? undefined : findSubItem(categories, id);
      if (!found) return ours('Products');
      return { ...ours(found.subItem.name), category: named(found.category), subItem: named(found.subItem) };
    }
    case 'merchantStore':
      return { title: merchant?.store_name ?? 'Merchant store', titleIsData: merchant !== undefined };
    case 'searchQuery':
      return search.query ? { title: `Results for “${search.query}”`, titleIsData: true } : ours('Search');
    default:
      return ours(SHOP_LISTS.find(([section]) => section === search.section)?.[1] ?? 'Products');
  }
};
