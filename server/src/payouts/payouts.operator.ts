import { releaseDisputedSale } from '../orders/index.ts';
import type { ActOptions } from '../platform/audit.ts';
import type { MerchantId } from '../platform/ids.ts';
import { openReturns } from '../returns/index.ts';
import { revokeBankAccountChange } from './bank-account.service.ts';
import { makeBankFile } from './bank-file.service.ts';
import { checkPayoutBooks } from './payout-books.service.ts';
import * as service from './payouts.service.ts';
import { selectAnomalies, selectBatches, selectBatchPayouts, selectWaiting } from './payouts.sql.ts';
import { stopPayout } from './stop-payout.service.ts';

/** Maximum batches and merchants that a list shows. */
const MAX_LISTED = 100;

/** Operator actions on payouts. Each change is in the audit log; a refusal changes nothing. */
export const payoutCommands = (deps: service.PayoutDeps) => {
  const { db, config } = deps;
  return {
    /** Payouts that need a person (PAYOUT-23, PAYOUT-24, PAYOUT-35), the newest batches, and the merchants with the most money that can be paid. */
    list: async () => ({
      anomalies: await selectAnomalies(db, MAX_LISTED),
      batches: await selectBatches(db, { limit: MAX_LISTED }),
      waiting: await selectWaiting(db, {
        minimum: config.payouts.minimumKobo,
        now: new Date(),
        limit: MAX_LISTED,
      }),
    }),
    /** @returns undefined if there is no such batch */
    show: async (batchId: number) => {
      const [batch] = await selectBatches(db, { id: batchId, limit: 1 });
      return batch && { batch, payouts: await selectBatchPayouts(db, batchId) };
    },
    draft: (options: ActOptions) => service.draftBatch(deps, options),
    approve: (batchId: number, options: ActOptions) => service.approveBatch(deps, batchId, options),
    cancel: (batchId: number, options: ActOptions) => service.cancelBatch(db, batchId, options),
    retry: (payoutId: string, options: ActOptions) => service.retryPayout(deps, payoutId, options),
    stop: (payoutId: string, options: ActOptions) => stopPayout(db, payoutId, options),
    file: (batchId: number, options: ActOptions) => makeBankFile(deps, batchId, options),
    confirm: (batchId: number, confirmation: Parameters<typeof service.confirmPayouts>[2], options: ActOptions) =>
      service.confirmPayouts(db, batchId, confirmation, options),
    release: (orderId: string, options: ActOptions) => releaseDisputedSale(db, orderId, { openReturns }, options),
    revokeAccount: (merchantId: number, options: ActOptions) =>
      revokeBankAccountChange(deps, merchantId as MerchantId, options),
    checkBooks: () => checkPayoutBooks(db),
  };
};
