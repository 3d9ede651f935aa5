export { readableAddress } from './page-address.ts';
export { type PageContext, type Pages, pageRoutes } from './pages.routes.ts';
