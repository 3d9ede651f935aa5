export { supportRoutes } from './support.routes.ts';
export { forgetSupportMessages, supportReaders, supportWorkers } from './support.service.ts';
