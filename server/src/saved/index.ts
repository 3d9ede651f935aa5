export { savedWorker } from './notes.service.ts';
export { savedRoutes } from './saved.routes.ts';
export { savedReaders } from './saved.service.ts';
