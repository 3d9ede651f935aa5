import type { Slice } from '../slice.ts';
import { accessRoutes } from './access.routes.ts';
import { accountWorkers } from './account.jobs.ts';
import { accountRoutes } from './account.routes.ts';
import { identityRoutes } from './identity.routes.ts';

export { type Access, type LoginRefused, logInWith } from './access.service.ts';
export {
  closeDemoAccount,
  DEMO_ACCOUNT,
  DEMO_MERCHANT_OWNER,
  DEMO_OPERATOR,
  ensureDemoAccount,
} from './account.seed.ts';
export { eraseAccount } from './account.service.ts';
export {
  accountContacts,
  accountNames,
  type FoundAccount,
  findAccountId,
  lockAccount,
  lockAccounts,
  selectContact,
  selectFoundAccounts,
} from './account.sql.ts';
export { AccountChanges, type ChangeRefused } from './account-changes.ts';
export { type Identify, logOutcome } from './account-events.ts';
export { accountActorNames } from './actor-names.ts';
export { Passwords } from './passwords.ts';
export type { Person, PersonalData, PersonalDataReaders } from './personal-data.ts';

export const account = {
  routes: (api, shop) => {
    accessRoutes(api, shop);
    identityRoutes(api, shop);
    accountRoutes(api, shop);
  },
  jobs: accountWorkers,
} satisfies Slice;
