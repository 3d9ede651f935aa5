export { supportRoutes } from './support.routes.ts';
export { forgetSupportMessages, supportReaders, supportWorks } from './support.service.ts';
