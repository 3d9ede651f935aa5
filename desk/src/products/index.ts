export { ProductBadge } from './product-badge.tsx';
export { NewProductPage, ProductPage } from './product-page.tsx';
export { PRODUCT_LIST_SORTS, PRODUCT_VIEWS } from './product-views.ts';
export { categoriesQuery, productsKey } from './products.queries.ts';
export {
  ProductsPage,
  type ProductsSearch,
} from './products-page.tsx';
