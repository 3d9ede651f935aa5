export { accessRoutes } from './access.routes.ts';
export { accountRoutes } from './account.routes.ts';
export { DEMO_ACCOUNT, ensureDemoAccount } from './account.seed.ts';
export { identityRoutes } from './identity.routes.ts';
export { Passwords } from './passwords.ts';
