import type { Slice } from '../slice.ts';
import { accessRoutes } from './access.routes.ts';
import { accountWorkers } from './account.jobs.ts';
import { accountRoutes } from './account.routes.ts';
import { identityRoutes } from './identity.routes.ts';
import { Passwords } from './passwords.ts';

export { DEMO_ACCOUNT, ensureDemoAccount } from './account.seed.ts';
export {
  accountNames,
  type FoundAccount,
  findAccountId,
  lockAccount,
  selectContact,
  selectFoundAccounts,
} from './account.sql.ts';
export { AccountChanges, type ChangeRefused } from './account-changes.ts';
export type { Person, PersonalData, PersonalDataReaders } from './personal-data.ts';

export const account = {
  routes: (api, shop) => {
    const passwords = new Passwords();
    api.addHook('onClose', () => passwords.close());
    accessRoutes(api, { ...shop, passwords });
    identityRoutes(api, shop);
    accountRoutes(api, shop);
  },
  jobs: accountWorkers,
} satisfies Slice;
