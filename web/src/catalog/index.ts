export type { CardProduct } from './card-product.ts';
export { type HomeList, homeListQuery, isNotFound, productQuery } from './catalog.queries.ts';
export { CategoriesError } from './categories-error.tsx';
export { findCategoryPicture } from './category-pictures.ts';
export { loadListHead, loadProductHead } from './late-heads.ts';
export { loadList } from './list-loader.ts';
export { ListErrorPage, ListLoading, ListPage } from './list-page.tsx';
export { NextPagePreview } from './next-page-preview.tsx';
export { isPreviewShown } from './preview-state.ts';
export { type ProductActions, ProductActionsContext } from './product-actions.tsx';
export { ProductCard } from './product-card.tsx';
export { loadProduct } from './product-loader.ts';
export { ProductErrorPage, ProductLoading, ProductNotFoundPage, ProductPage } from './product-page.tsx';
export { readMerchant } from './read-product.ts';
export { type CardPage, readPage } from './read-responses.ts';
export { structuredData } from './structured-data.ts';
export {
  type CategoryName,
  categoryNamesQuery,
  useCategories,
  useCategoryTree,
  usePreloadCategoryTree,
} from './use-categories.ts';
export { usePrefetchedProducts } from './use-prefetched-products.ts';
