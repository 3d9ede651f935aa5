import type { Slice } from '../slice.ts';
import { findRoutes } from './find.routes.ts';

/** The search across everything in the desk, with the searches of the other slices. */
export const find = { routes: findRoutes } satisfies Slice;
