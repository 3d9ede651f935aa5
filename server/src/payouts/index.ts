import type { Slice } from '../slice.ts';
import { operatorPayoutRoutes } from './operator-payouts.routes.ts';
import { payoutWorkers } from './payouts.jobs.ts';
import { payoutRoutes } from './payouts.routes.ts';
import { countPayouts } from './payouts.sql.ts';

export { findStoresWithSameAccount, readBankAccounts } from './bank-account.service.ts';
export { type NextPayout, readNextPayout } from './next-payout.service.ts';
export { checkPayoutBooks } from './payout-books.service.ts';
export { payoutWork } from './payouts.sql.ts';

export const payouts = {
  routes: (api, shop) => {
    payoutRoutes(api, shop);
    operatorPayoutRoutes(api, shop);
  },
  jobs: payoutWorkers,
  metrics: [
    {
      name: 'shop_payouts',
      help: 'Payouts to merchants by status.',
      count: countPayouts,
      warnings: [
        {
          status: 'draft',
          subject: 'money',
          message: (count) =>
            `${count} ${count === 1 ? 'payout waits' : 'payouts wait'} for approval. Run "npm run cli -- payouts list".`,
        },
        {
          status: 'late',
          subject: 'money',
          message: (count) =>
            `${count} ${count === 1 ? 'payout was' : 'payouts were'} paid after being reported as failed, so a merchant may have been paid twice. Run "npm run cli -- payouts list".`,
        },
        {
          status: 'lost',
          subject: 'money',
          message: (count) =>
            `${count} ${count === 1 ? 'payout was' : 'payouts were'} known to the provider and no longer ${count === 1 ? 'is' : 'are'}. Look there, then run "npm run cli -- payouts list".`,
        },
        {
          status: 'overdue',
          subject: 'money',
          message: (count) =>
            `Nobody asks the provider about ${count} ${count === 1 ? 'payout that is' : 'payouts that are'} being sent: the settings name another one (PAYOUTS, PAYSTACK_SECRET_KEY), ENCRYPTION_KEY is not set, or no worker runs. Run "npm run cli -- payouts list".`,
        },
      ],
    },
  ],
  operatorCommands: async (shop) => (await import('./payouts.operator.ts')).payoutCommands(shop),
} satisfies Slice;
