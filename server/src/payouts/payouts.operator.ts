import { releaseDisputedSale } from '../orders/index.ts';
import type { ActOptions } from '../platform/audit.ts';
import type { MerchantId } from '../platform/ids.ts';
import { getRefusalText, isRefused, type Refused } from '../platform/refusal.ts';
import { openReturns } from '../returns/index.ts';
import { revokeBankAccountChange } from './bank-account.service.ts';
import { makeBankFile } from './bank-file.ts';
import { checkPayoutBooks } from './payout-books.ts';
import * as service from './payouts.service.ts';
import { selectAnomalies, selectBatches, selectBatchPayouts, selectWaiting } from './payouts.sql.ts';
import { stopPayout } from './stop-payout.ts';

/** Maximum batches and merchants that a list shows. */
const MAX_LISTED = 100;

/** The result; or the text of a refusal, with nothing changed. */
const toOutcome = <T>(result: T | Refused): { result: T } | { refused: string } =>
  isRefused(result) ? { refused: getRefusalText(result) } : { result: result as T };

/** Operator actions on payouts. Each change is in the audit log. */
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
    draft: async (options: ActOptions) => toOutcome(await service.draftBatch(deps, options)),
    approve: async (batchId: number, options: ActOptions) =>
      toOutcome(await service.approveBatch(deps, batchId, options)),
    cancel: async (batchId: number, options: ActOptions) => toOutcome(await service.cancelBatch(db, batchId, options)),
    retry: async (payoutId: string, options: ActOptions) =>
      toOutcome(await service.retryPayout(deps, payoutId, options)),
    stop: async (payoutId: string, options: ActOptions) => toOutcome(await stopPayout(db, payoutId, options)),
    file: async (batchId: number, options: ActOptions) => toOutcome(await makeBankFile(deps, batchId, options)),
    confirm: async (batchId: number, confirmation: Parameters<typeof service.confirmPayouts>[2], options: ActOptions) =>
      toOutcome(await service.confirmPayouts(db, batchId, confirmation, options)),
    release: async (orderId: string, options: ActOptions) =>
      toOutcome(await releaseDisputedSale(db, orderId, { openReturns }, options)),
    revokeAccount: async (merchantId: number, options: ActOptions) =>
      toOutcome(await revokeBankAccountChange(deps, merchantId as MerchantId, options)),
    checkBooks: () => checkPayoutBooks(db),
  };
};
