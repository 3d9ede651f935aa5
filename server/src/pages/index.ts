export { type PageContext, type Pages, pageRoutes } from './pages.routes.ts';
