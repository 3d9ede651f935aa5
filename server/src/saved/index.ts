export { savedWork } from './notes.service.ts';
export { savedRoutes } from './saved.routes.ts';
export { exportSaved } from './saved.service.ts';
