import { releaseSales } from '../orders/index.ts';
import { createWorker, type JobWorker } from '../platform/jobs.ts';
import { checkTransferJob } from '../ports/payouts/transfer.job-kinds.ts';
import { openReturns } from '../returns/index.ts';
import { encryptDetailsAgain } from './bank-account.service.ts';
import { draftPayoutsJob, encryptBankAccountsJob, releaseSalesJob, sendPayoutsJob } from './payouts.job-kinds.ts';
import { BATCH_HOUR } from './payouts.rules.ts';
import { draftWeeklyBatch, type PayoutDeps } from './payouts.service.ts';
import { checkTransfer, sendPayouts } from './send-payouts.service.ts';

export const payoutWorkers = (deps: PayoutDeps): JobWorker[] => [
  createWorker(releaseSalesJob, async () => void (await releaseSales(deps.db, { openReturns })), {
    cron: '*/10 * * * *',
  }),
  createWorker(draftPayoutsJob, async () => void (await draftWeeklyBatch(deps)), { cron: `0 ${BATCH_HOUR} * * *` }),
  createWorker(sendPayoutsJob, async () => void (await sendPayouts(deps)), { cron: '* * * * *' }),
  createWorker(encryptBankAccountsJob, () => encryptDetailsAgain(deps), { cron: '29 * * * *' }),
  createWorker(checkTransferJob, ({ reference }) => checkTransfer(deps, reference)),
];
