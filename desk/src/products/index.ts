export { ProductBadge } from './product-badge.tsx';
export { NewProductPage, ProductPage } from './product-page.tsx';
export { PRODUCT_LIST_SORTS, PRODUCT_VIEWS, type ProductsSearch } from './product-views.ts';
export { categoriesQuery, productsKey } from './products.queries.ts';
export { ProductsPage } from './products-page.tsx';
