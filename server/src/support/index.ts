import type { Slice } from '../slice.ts';
import { supportRoutes } from './support.routes.ts';
import { supportWorkers } from './support.service.ts';

export { deleteSupportMessages, supportReaders } from './support.service.ts';

export const support = { routes: supportRoutes, jobs: supportWorkers } satisfies Slice;
