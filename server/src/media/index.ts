import type { Slice } from '../slice.ts';
import { mediaRoutes } from './media.routes.ts';

export const media = { rootRoutes: mediaRoutes } satisfies Slice;
