import type { Slice } from '../slice.ts';
import { savedRoutes } from './saved.routes.ts';
import { savedWorkers } from './saved-mails.service.ts';

export { savedReaders } from './saved.service.ts';
export { replaceInSaved, selectAccountsWithSaved } from './saved.sql.ts';

export const saved = { routes: savedRoutes, jobs: savedWorkers } satisfies Slice;
