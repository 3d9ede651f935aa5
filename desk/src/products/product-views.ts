/** The views of the list, as `view` of its address. */
export const PRODUCT_VIEWS = ['all', 'live', 'draft', 'paused', 'low', 'out'] as const;
export type ProductView = (typeof PRODUCT_VIEWS)[number];

/** What the list can be sorted by; `newest` without a column. */
export const PRODUCT_LIST_SORTS = ['title', 'price', 'stock'] as const;
export type ProductListSort = (typeof PRODUCT_LIST_SORTS)[number];

/** What the address of the list says. */
export type ProductsSearch = {
  view?: ProductView | undefined;
  search?: string | undefined;
  sort?: ProductListSort | undefined;
  order?: 'desc' | undefined;
};
