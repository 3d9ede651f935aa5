import type { Slice } from '../slice.ts';
import { homeRoutes } from './home.routes.ts';

export { BUILT_IN_PICTURES } from './home.rules.ts';

export const home = {
  routes: homeRoutes,
  operatorCommands: async (shop) => (await import('./home.operator.ts')).homeCommands(shop),
} satisfies Slice;
