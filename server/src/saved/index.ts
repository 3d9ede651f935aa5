import type { Slice } from '../slice.ts';
import { savedWorkers } from './notes.service.ts';
import { savedRoutes } from './saved.routes.ts';

export { savedReaders } from './saved.service.ts';

export const saved = { routes: savedRoutes, jobs: savedWorkers } satisfies Slice;
