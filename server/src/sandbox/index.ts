import type { Slice } from '../slice.ts';
import { sandboxRoutes } from './sandbox.routes.ts';

export type { Sandbox } from './sandbox.routes.ts';

export const sandbox = {
  rootRoutes: (app, shop) => {
    sandboxRoutes(app, shop.sandbox, shop);
  },
} satisfies Slice;
