export { ProductBadge } from './product-badge.tsx';
export { NewProductPage, ProductPage } from './product-page.tsx';
export { categoriesQuery, productsKey } from './products.queries.ts';
export {
  PRODUCT_LIST_SORTS,
  PRODUCT_VIEWS,
  ProductsPage,
  type ProductsSearch,
} from './products-page.tsx';
