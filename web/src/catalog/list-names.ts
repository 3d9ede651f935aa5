import { brand } from '@sokuwa/contract/brand.ts';
import type { Category, Merchant } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import type { ListSearch } from '../lib/list-search.ts';

/** The lists of the whole shop, in the order of the 'Filter by' select. */
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

const pickName = ({ id, name }: Named): Named => ({ id, name });

/** Finds a sub-item and its category. */
const findSubItem = (categories: readonly Category[], id: number) => {
  for (const category of categories) {
    const subItem = category.subcategories.flatMap(({ subitems }) => subitems).find((item) => item.id === id);
    if (subItem) return { category, subItem };
  }
  return undefined;
};

/** The id of the category or sub-item into which that of a list was merged; undefined for other lists. */
export const findMergedInto = (
  { section }: Pick<ListSearch, 'section'>,
  id: number | undefined,
  categories: readonly Category[],
): number | undefined => {
  if (id === undefined) return undefined;
  const nodes =
    section === 'productCategory'
      ? categories
      : section === 'productSubCategory'
        ? categories.flatMap(({ subcategories }) => subcategories.flatMap(({ subitems }) => subitems))
        : [];
  return nodes.find(({ former_ids }) => former_ids?.includes(id))?.id;
};

/** @param id of the category, sub-item or merchant */
export const listNames = (
  search: ListSearch,
  id: number | undefined,
  categories: readonly Category[],
  merchant: Pick<Merchant, 'store_name'> | undefined,
): ListNames => {
  const shopTitle = (title: string) => ({ title, titleIsData: false });
  switch (search.section) {
    case 'productCategory': {
      const category = categories.find((candidate) => candidate.id === id);
      return category ? { ...shopTitle(category.name), category: pickName(category) } : shopTitle('Products');
    }
    case 'productSubCategory': {
      const found = id === undefined ? undefined : findSubItem(categories, id);
      if (!found) return shopTitle('Products');
      return { ...shopTitle(found.subItem.name), category: pickName(found.category), subItem: pickName(found.subItem) };
    }
    case 'merchantStore':
      return { title: merchant?.store_name ?? 'Merchant store', titleIsData: merchant !== undefined };
    case 'searchQuery':
      return search.query ? { title: `Results for “${search.query}”`, titleIsData: true } : shopTitle('Search');
    default:
      return shopTitle(SHOP_LISTS.find(([section]) => section === search.section)?.[1] ?? 'Products');
  }
};
