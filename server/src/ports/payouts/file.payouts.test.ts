import { FilePayouts } from './file.payouts.ts';
import { payoutsSuite } from './payouts.suite.ts';

const account = { bankCode: '058', accountNumber: '0123456789', accountName: 'ADA FOODS LTD' };

payoutsSuite('FilePayouts', async () => ({
  payouts: new FilePayouts({
    resolveAccount: async ({ accountNumber }) =>
      accountNumber === account.accountNumber ? account.accountName : 'unknown',
  }),
  account,
  unknownAccount: { ...account, accountNumber: '9999999999' },
  countExecuted: async () => undefined,
  statuses: ['pending', 'pending'],
  close: async () => undefined,
}));
