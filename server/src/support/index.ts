export { supportRoutes } from './support.routes.ts';
export { supportWorks } from './support.service.ts';
export { deleteFrom as forgetSupport, selectFrom as selectWrittenToSupport } from './support.sql.ts';
