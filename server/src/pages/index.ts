export { readableAddress } from './page-address.ts';
export { pageMaker } from './page-maker.ts';
export { type Pages, pageRoutes } from './pages.routes.ts';
