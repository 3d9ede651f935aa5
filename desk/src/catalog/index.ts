export { CatalogueHead } from './catalogue-head.tsx';
export { categoriesQuery } from './categories.queries.ts';
export { CategoriesPage } from './market-categories-page.tsx';
export { SynonymsPage } from './market-synonyms-page.tsx';
