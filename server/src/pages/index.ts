export { builtPages } from './built-pages.ts';
export { type PageContext, type Pages, pageRoutes, type Transport } from './pages.routes.ts';
