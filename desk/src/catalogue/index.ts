export { CatalogueHead } from './catalogue-head.tsx';
export { categoriesQuery } from './categories.queries.ts';
export { CategoriesPage } from './categories-page.tsx';
