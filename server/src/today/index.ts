import type { Slice } from '../slice.ts';
import { todayRoutes } from './today.routes.ts';

/** The first page of a merchant in the desk: what waits in each of the other slices (docs/decisions/merchant-pages.md). */
export const today = { routes: todayRoutes } satisfies Slice;
