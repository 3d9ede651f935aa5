import type { Kobo } from '@sokuwa/contract/money.ts';
import type { ActOptions } from '../platform/audit.ts';
import type { Slice } from '../slice.ts';
import { operatorWalletRoutes } from './operator-wallet.routes.ts';
import { walletRoutes } from './wallet.routes.ts';
import { giveCredit } from './wallet.service.ts';

export { readLastEntries } from './wallet.routes.ts';
export {
  readBalance,
  readReturnableCredit,
  readSpendable,
  returnCredit,
  takeCredit,
  walletReaders,
  writeEntry,
} from './wallet.service.ts';
export { ordersWithEntries, selectReturnedCredit } from './wallet.sql.ts';

export const wallet = {
  routes: (api, shop) => {
    walletRoutes(api, shop);
    operatorWalletRoutes(api, shop);
  },
  operatorCommands: async ({ db }) => ({
    giveCredit: (email: string, credit: { amount: Kobo; key: string }, options: ActOptions) =>
      giveCredit(db, email, credit, options),
  }),
} satisfies Slice;
