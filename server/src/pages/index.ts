export { createPageRenderer as pageMaker } from './page-renderer.ts';
export { type Pages, pageRoutes } from './pages.routes.ts';
export { toReadableUrl as readableAddress } from './readable-url.ts';
