export { createPageRenderer } from './page-renderer.ts';
export { type Pages, pageRoutes } from './pages.routes.ts';
export { toReadableUrl } from './readable-url.ts';
