export { accessRoutes } from './access.routes.ts';
export { accountRoutes } from './account.routes.ts';
export { DEMO_ACCOUNT, ensureDemoAccount } from './account.seed.ts';
export { accountLock, accountNames, lockAccount, selectContact } from './account.sql.ts';
export { identityRoutes } from './identity.routes.ts';
export { Passwords } from './passwords.ts';
export type { Person, PersonalData, PersonalDataReaders } from './personal-data.ts';
